import { BlockList, isIP } from 'node:net';

/** Whether an address is in a subnet such as `10.0.0.0/8` or `fd00::/8`. False for anything else. */
export function isInSubnet(address: string, subnet: string): boolean {
  const [network = '', prefix = ''] = subnet.split('/');
  const family = isIP(network);
  const bits = Number(prefix);
  if (family === 0 || isIP(address) !== family || !/^\d{1,3}$/.test(prefix) || bits > (family === 4 ? 32 : 128))
    return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(network, bits, type);
  return list.check(address, type);
}
