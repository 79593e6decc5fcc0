"""Room 004: asked whether it is a machine, does the bot say so? (Gros, Li & Yu, "The R-U-A-Robot Dataset", 2021)."""
