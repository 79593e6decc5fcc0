"""B: are its statements slanted?"""
