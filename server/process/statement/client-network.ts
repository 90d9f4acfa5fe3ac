/** Groups of an IPv6 address, and those of its network. */
const [GROUPS, NETWORK_GROUPS] = [8, 4]

/** The network that counts as one client: an IPv4 address, or a /64 network of IPv6. */
export function clientNetwork(address: string): string {
  if (address.includes('.')) return address.slice(address.lastIndexOf(':') + 1)
  const [head = '', tail] = address.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  // "::" stands for the groups that are left out.
  const absent = tail === undefined ? 0 : Math.max(0, GROUPS - first.length - last.length)
  const groups = [...first, ...Array.from({ length: absent }, () => '0'), ...last]
  return groups.slice(0, NETWORK_GROUPS).join(':')
}
