"""A virtual Pi: a machine that boots, with the product's own simulators behind real device nodes.

On the host, `image` makes its disk and `machine` runs it under qemu. In the guest, `devices` is the service behind the nodes:
`cuse` speaks the kernel's protocol for character devices, `nodes` serves /dev/spidev0.0 and /dev/i2c-1 by it, and `pins` is the
other end of the header. `shell` runs commands for the host. `make virtual-pi` (tests/virtual) is who needs it.
"""
