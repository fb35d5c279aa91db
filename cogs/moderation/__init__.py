"""`/organise`: what organisers can do to a match."""
