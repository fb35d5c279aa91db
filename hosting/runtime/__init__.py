"""What every service runs on: time, appointments, tasks, entropy, a bounded memory. It knows nothing of games."""
