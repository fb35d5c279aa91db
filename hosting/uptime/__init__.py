"""When the bot was there for its players, and the time that is given back to them."""
