"""`make virtual-pi`: the program on a machine that boots, with real device nodes, a real systemd, and a plug to pull."""
