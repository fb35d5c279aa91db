"""What needs a wire: the real bot against a double of Discord (`tests.wire.double`) over real sockets."""
