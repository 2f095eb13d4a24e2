import type { Library } from './library.ts';

/** IP addresses, and ranges of them. */
export const addresses: Library = {
  ip: {
    string_to_ip: '(string) -> net.IP',
    cidr_ip: 'net.CIDR.() -> net.IP',
  },
  isIP: { is_ip: '(string) -> bool' },
  'ip.isCanonical': { ip_is_canonical: '(string) -> bool' },
  family: { ip_family: 'net.IP.() -> int' },
  isUnspecified: { ip_is_unspecified: 'net.IP.() -> bool' },
  isLoopback: { ip_is_loopback: 'net.IP.() -> bool' },
  isLinkLocalMulticast: { ip_is_link_local_multicast: 'net.IP.() -> bool' },
  isLinkLocalUnicast: { ip_is_link_local_unicast: 'net.IP.() -> bool' },
  isGlobalUnicast: { ip_is_global_unicast: 'net.IP.() -> bool' },
  cidr: { string_to_cidr: '(string) -> net.CIDR' },
  isCIDR: { is_cidr: '(string) -> bool' },
  string: {
    ip_to_string: '(net.IP) -> string',
    cidr_to_string: '(net.CIDR) -> string',
  },
  containsIP: {
    cidr_contains_ip_string: 'net.CIDR.(string) -> bool',
    cidr_contains_ip_ip: 'net.CIDR.(net.IP) -> bool',
  },
  containsCIDR: {
    cidr_contains_cidr_string: 'net.CIDR.(string) -> bool',
    cidr_contains_cidr: 'net.CIDR.(net.CIDR) -> bool',
  },
  masked: { cidr_masked: 'net.CIDR.() -> net.CIDR' },
  prefixLength: { cidr_prefix_length: 'net.CIDR.() -> int' },
};
