"""What operators watch the bot by: health and metrics over HTTP, the log, and a webhook."""
