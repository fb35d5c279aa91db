"""What people may ask of what is kept of them: to have it, and to have it deleted."""
