"""From dialogs to a level for each issue: checkers look, evidence adds up, a score is cut into levels."""
