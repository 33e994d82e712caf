#!/bin/busybox sh
# shellcheck shell=dash
# The first process of the machine that aarch64.sh boots: runs the C tests and the JVMs, says what came of them on the
# console, and turns the machine off.

[ $$ = 1 ] || { echo "${0##*/} is only for the guest, where it is the first process" >&2; exit 1; }

/bin/busybox --install -s /bin
export PATH=/bin HOME=/tmp
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/shm /var /run
mount -t tmpfs -o mode=1777 shm /dev/shm
mount -t tmpfs -o mode=1777 tmp /tmp
ip link set lo up
hostname aarch64
echo "127.0.0.1 localhost aarch64" >/etc/hosts
echo "root:x:0:0:root:/:/bin/sh" >/etc/passwd

failed=
held() { # what, whether, details
	if [ "$2" = 0 ]; then
		echo "aarch64: $1"
	else
		failed="$failed $1"
		echo "aarch64: FAILED: $1: $3"
	fi
}

# connections NAME KEPT MORE: connections between two JVMs, some kilobytes to and fro over each, which are compared byte
# for byte. The first ones are kept and used again and again; the others follow one another, and are so short that some of
# them end before they are on shared memory.
connections() {
	java="$(echo /usr/lib/jvm/java-17-openjdk-*)/bin/java -XX:TieredStopAtLevel=1 -cp /tested/classes"
	java="$java -Dechoes=5 -Decho.bytes=5000"
	agent=-javaagent:/tested/jfs-agent.jar=shm=eager,summary
	rm -rf /tmp/*
	mkfifo /tmp/input
	$java $agent=/tmp/server jfs.agent.programs.peers.EchoServer </tmp/input >/tmp/port 2>/tmp/server.err &
	exec 3>/tmp/input
	until [ -s /tmp/port ]; do usleep 100000; done
	{
		echo "$2"
		for again in $(seq 20); do echo 0; done
		echo "$3"
	} | $java $agent=/tmp/client jfs.agent.programs.peers.EchoClient "$(cat /tmp/port)" >/tmp/said 2>/tmp/client.err
	exec 3>&-
	wait
	shm=$(sed 's/.*"connections":{[^}]*"shm":\([0-9]*\).*/\1/' /tmp/client)
	echo "aarch64: $shm of $(($2 + $3)) on shared memory"
	[ "$(grep -c '^exact' /tmp/said)" = 22 ] && [ "$shm" -ge $((($2 + $3) * 2 / 3)) ] && ! grep -q warn /tmp/*.err
	held "$1" $? "$(cat /tmp/said /tmp/*.err /tmp/client)"
}

connections "10 connections where the kernel looks up no sockets" 10 0
for module in inet_diag tcp_diag; do insmod /modules/$module.ko; done
connections "1000 connections of two JVMs, byte for byte" 10 990
for test in /tested/c/*; do
	said=$($test 2>&1)
	held "${test##*/}" $? "$said"
done
[ -n "$failed" ] || echo "aarch64: all held on $(uname -m)"
poweroff -f
