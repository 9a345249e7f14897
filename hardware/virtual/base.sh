#!/bin/sh
# Run by mmdebstrap in a fresh Debian at $1: give its kernel the pins that Debian leaves out, and the two packages that only Raspberry
# Pi OS has, from the sources of lgpio and the wheel of rpi-lgpio in $2. $3 is Debian's name of the processor. What is needed only for
# building is removed again.
set -eu
root=$1 sources=$2
export machine="$3"
tools="gcc make libc6-dev swig python3-dev python3-setuptools linux-headers-$machine linux-source-6.12 xz-utils"
in_root() { chroot "$root" env DEBIAN_FRONTEND=noninteractive "$@"; }

# A small initramfs, because an emulated processor unpacks it: only what finds the disk. Written before a new one is made.
printf 'virtio_pci\nvirtio_blk\next4\noverlay\n' > "$root/etc/initramfs-tools/modules"
printf 'MODULES=list\nCOMPRESS=lz4\nBUSYBOX=auto\n' > "$root/etc/initramfs-tools/conf.d/small.conf"
in_root update-initramfs -u > /dev/null

in_root apt-get install -q -y --no-install-recommends $tools > /dev/null
mkdir "$root/build"
cp -r "$sources" "$root/build/sources"

# Debian's kernel is built without CONFIG_GPIO_SIM and CONFIG_IRQ_SIM. Both become one module here.
kernel=$(ls "$root/lib/modules")
in_root tar -xf /usr/src/linux-source-6.12.tar.xz -C /build --strip-components=3 \
    linux-source-6.12/drivers/gpio/gpio-sim.c linux-source-6.12/kernel/irq/irq_sim.c
sed -i 's/handle_simple_irq(irq_to_desc(irqnum))/generic_handle_irq(irqnum)/' "$root/build/irq_sim.c"  # A module may not ask for more.
printf 'obj-m := pi-pins.o\npi-pins-y := gpio-sim.o irq_sim.o\n' > "$root/build/Makefile"
in_root make -s -C "/lib/modules/$kernel/build" M=/build modules
install -D -m 0644 "$root/build/pi-pins.ko" "$root/lib/modules/$kernel/extra/pi-pins.ko"
in_root depmod "$kernel"

in_root sh -eu <<'INSIDE'
cd /build
package() {  # As Raspberry Pi OS has them. Its rpi-lgpio takes the place of RPi.GPIO, which gpiozero asks for on arm64.
    mkdir -p "$1/DEBIAN"
    printf 'Package: %s\nVersion: %s\nArchitecture: %s\nMaintainer: nobody\nDescription: made here\n' "$1" "$2" "$machine" \
        > "$1/DEBIAN/control"
    [ $# = 2 ] || printf 'Provides: %s\nConflicts: %s\nReplaces: %s\n' "$3" "$3" "$3" >> "$1/DEBIAN/control"
    dpkg-deb --build "$1" > /dev/null && dpkg -i "$1.deb" > /dev/null
}
lib=usr/lib/python3/dist-packages
tar -xzf sources/lgpio-*.tar.gz
(cd lgpio-* && PYPI=1 CFLAGS=-w python3 setup.py -q build_ext build > /dev/null)
mkdir -p python3-lgpio/$lib python3-rpi-lgpio/$lib
cp lgpio-*/build/lib*/*lgpio* python3-lgpio/$lib
[ -e python3-lgpio/$lib/lgpio.py ] || cp lgpio-*/lgpio.py python3-lgpio/$lib
package python3-lgpio 0.2.2
python3 -m zipfile -e sources/rpi_lgpio-*.whl python3-rpi-lgpio/$lib
package python3-rpi-lgpio 0.6 python3-rpi.gpio
INSIDE

in_root apt-get purge -q -y --auto-remove $tools > /dev/null
rm -rf "$root/build" "$root"/usr/src/*
