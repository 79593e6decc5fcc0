"""IL: does it tell one user what another said?"""
