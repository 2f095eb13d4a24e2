import { BlockList, isIP } from 'node:net';
import type { Environment } from '../../surroundings/environment.ts';

/**
 * Returns the proxy for a server from the environment, by Go's rules: `HTTPS_PROXY` or `HTTP_PROXY` by the server's
 * scheme, unless `NO_PROXY` matches the host. Never for loopback addresses.
 */
export function proxyFromEnvironment(env: Environment, server: string): string | undefined {
  const url = new URL(server);
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const proxy = env[name] || env[name.toLowerCase()];
  if (!proxy) return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isThisMachine(host)) return undefined;
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const exceptions = (env['NO_PROXY'] || env['no_proxy'] || '').split(',').map((entry) => entry.trim().toLowerCase());
  if (exceptions.some((exception) => matches(host, port, exception))) return undefined;
  return proxy.includes('://') ? proxy : `http://${proxy}`;
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || isInSubnet(host, '127.0.0.0/8');
}

/**
 * Whether an entry of `NO_PROXY` matches: `*`, an address, a subnet, or a domain, which includes its subdomains
 * (`.example.com`: only the subdomains); with a port, only that port.
 */
function matches(host: string, port: string, exception: string): boolean {
  if (exception === '') return false;
  if (exception === '*') return true;
  if (exception.includes('/')) return isInSubnet(host, exception);
  const [, name = exception, onlyPort = port] = /^(.*?)(?::(\d+))?$/.exec(exception) ?? [];
  if (exception === host) return true;
  if (onlyPort !== port) return false;
  const domain = name.replace(/^\*?\./, '');
  return host.endsWith(`.${domain}`) || (name === domain && host === domain);
}

/** Whether an address is in a subnet such as `10.0.0.0/8` or `fd00::/8`. False for anything else. */
function isInSubnet(address: string, subnet: string): boolean {
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
