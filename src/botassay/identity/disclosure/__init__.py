"""What a bot says of itself, asked and unasked: exchanges, the tables they come to, and the replies to quote."""
