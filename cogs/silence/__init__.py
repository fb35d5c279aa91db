"""Silent teams (R29) on Discord: their channels, the checks, the log and `/silence`."""
