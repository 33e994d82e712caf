# The guest's network, one function a topology; init-guest.sh reads this.
# shellcheck shell=bash

# As networks for RoCE have it: room for packets of 4096 bytes, the most there are, and their headers.
cable_mtu=4200

topology_none() { :; }

# Both ends of each connection on one device, so that no packet leaves it.
topology_one() {
  modprobe -a rdma_rxe rdma_ucm ib_uverbs dummy &&
    ip link add da type dummy &&
    give_address da 10.9.0.1/24 fd09::1/64 &&
    rdma link add rxa type rxe netdev da
}

# Two devices on the ends of a cable, as on two hosts: 10.9.0.1 and fd09::1 on rxa, 10.9.0.2 and fd09::2 on rxb.
topology_two() {
  modprobe veth &&
    ip link add va mtu "$cable_mtu" type veth peer name vb mtu "$cable_mtu" &&
    devices_at_both_ends
}

# The same with a switch in between, whose ports sa and sb can be blocked: bridge link set dev sb state 0. A device that
# is set down while it sends, or whose cable is, keeps Soft-RoCE (Linux 6.1) sending for ever, in the kernel.
topology_switched() {
  modprobe -a veth bridge &&
    ip link add va mtu "$cable_mtu" type veth peer name sa mtu "$cable_mtu" &&
    ip link add vb mtu "$cable_mtu" type veth peer name sb mtu "$cable_mtu" &&
    ip link add sw mtu "$cable_mtu" type bridge &&
    ip link set sa master sw up &&
    ip link set sb master sw up &&
    ip link set sw up &&
    devices_at_both_ends
}

devices_at_both_ends() {
  modprobe -a rdma_rxe rdma_ucm ib_uverbs &&
    give_address va 10.9.0.1/24 fd09::1/64 &&
    give_address vb 10.9.0.2/24 fd09::2/64 &&
    let_in_own_addresses &&
    over_cable -4 10.9.0.1 10.9.0.2 &&
    over_cable -6 fd09::1 fd09::2 &&
    rdma link add rxa type rxe netdev va &&
    rdma link add rxb type rxe netdev vb
}

give_address() { # netdev, IPv4, IPv6
  ip link set "$1" up &&
    ip addr add "$2" dev "$1" &&
    ip addr add "$3" dev "$1" nodad
}

# IPv4 takes a packet that comes in from an address of its own host for a forgery.
let_in_own_addresses() {
  local netdev
  for netdev in all va vb; do
    echo 0 >/proc/sys/net/ipv4/conf/$netdev/rp_filter &&
      echo 1 >/proc/sys/net/ipv4/conf/$netdev/accept_local || return
  done
}

# Both addresses are the guest's, and Soft-RoCE knows but one network namespace (Linux 6.1). So what goes from one to
# the other would never leave the host: here it is made to cross the cable. In one run of ip, for each takes a while.
over_cable() { # -4 or -6, va's address, vb's address
  local a=$2 b=$3
  ip "$1" -batch - <<END
route add $b dev va src $a table 101
route add $a dev vb src $b table 102
# From an address to itself stays inside.
rule add pref 8 iif lo from $a to $a lookup local
rule add pref 8 iif lo from $b to $b lookup local
rule add pref 10 iif lo from $a to $b lookup 101
rule add pref 10 iif lo from $b to $a lookup 102
# The RDMA core asks by device, not always as the host itself.
rule add pref 11 oif va to $b lookup 101
rule add pref 11 oif vb to $a lookup 102
# Who has no address yet is at the other end.
rule add pref 12 iif lo to $b lookup 101
rule add pref 12 iif lo to $a lookup 102
rule add pref 50 lookup local
rule del pref 0
# Nobody would answer when asked for these.
neigh replace $b lladdr $(cat /sys/class/net/vb/address) dev va nud permanent
neigh replace $a lladdr $(cat /sys/class/net/va/address) dev vb nud permanent
END
}
