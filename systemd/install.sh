#!/bin/bash
# Installs gammond as a service: sudo systemd/install.sh
# With DESTDIR set the files are only laid out below it, for packaging and for looking first.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="${DESTDIR:-}"
prefix=/opt/gammond

if [[ -z "$root" && "$(id -u)" != 0 ]]; then
    echo "install.sh: needs root: sudo $0" >&2
    exit 2
fi

echo "unit, user, udev and polkit rules"
install -D -m 644 "$here/gammond.service" "$root/etc/systemd/system/gammond.service"
install -D -m 644 "$here/gammond.sysusers" "$root/usr/lib/sysusers.d/gammond.conf"
install -D -m 644 "$here/99-gammond.rules" "$root/etc/udev/rules.d/99-gammond.rules"
# Without polkit the menu's "Shut down" says that it cannot; nothing else needs it.
install -D -m 644 "$here/50-gammond.polkit.rules" "$root/etc/polkit-1/rules.d/50-gammond.rules"
if [[ -e "$root/etc/gammond.toml" ]]; then
    echo "/etc/gammond.toml stays as it is"
else
    install -D -m 644 "$here/gammond.toml" "$root/etc/gammond.toml"
    echo "/etc/gammond.toml is new: set the pins and names of your board there"
fi
if [[ -n "$root" ]]; then
    exit 0
fi

echo "program in $prefix"
if ! python3 -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "install.sh: needs Python 3.11 or newer with venv: apt install python3-venv" >&2
    exit 2
fi
# From Python 3.13 on lgpio comes with the system (python3-lgpio), so the environment may look there.
python3 -m venv --system-site-packages "$prefix"
"$prefix/bin/pip" install --quiet --disable-pip-version-check "$here/.."

systemd-sysusers
udevadm control --reload
udevadm trigger --subsystem-match=tty --subsystem-match=usb
systemctl daemon-reload
systemctl enable --now gammond.service
echo "running: see it with: journalctl -fu gammond"
