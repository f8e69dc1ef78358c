"""The commands: each module declares its arguments and runs; what it needs it imports then."""
