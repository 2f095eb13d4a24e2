import type { DeepReadonly } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import type { Endpoints } from '@kb/kubernetes/core/v1';
import type { EndpointSlice } from '@kb/kubernetes/discovery/v1';
import { type LiveAddress, type LiveSubset, repackSubsets } from '../endpoints/repack-subsets.ts';

/** Endpoints as the caches hold them. */
export type LiveEndpoints = DeepReadonly<Endpoints>;

type Endpoint = NonNullable<EndpointSlice['endpoints']>[number];

/** The content of a slice that mirrors one subset: its addresses of one type. */
export interface MirroredContent {
  readonly addressType: 'IPv4' | 'IPv6';
  readonly endpoints: Endpoint[];
  readonly ports: NonNullable<EndpointSlice['ports']>;
}

/** What Endpoints are mirrored as. */
export interface Mirror {
  readonly slices: readonly MirroredContent[];
  /** How many addresses are not IP addresses. */
  readonly invalid: number;
  /** How many addresses are left out: these, and those above the limit. */
  readonly skipped: number;
}

/** How many addresses of a subset are mirrored. */
export const MAX_ADDRESSES = 1000;

/** Computes the slices that mirror Endpoints: one for each subset and type of addresses. */
export function mirrorOf({ subsets = [] }: Pick<LiveEndpoints, 'subsets'>): Mirror {
  let [invalid, skipped] = [0, 0];
  const slices: MirroredContent[] = [];
  for (const { addresses = [], notReadyAddresses = [], ports = [] } of repackSubsets(subsets)) {
    const found = { IPv4: new Map<string, Endpoint>(), IPv6: new Map<string, Endpoint>() };
    let count = 0;
    const all = [
      ...addresses.map((address) => [address, true] as const),
      ...notReadyAddresses.map((address) => [address, false] as const),
    ];
    for (const [address, ready] of all) {
      if (count >= MAX_ADDRESSES) break;
      const canonical = canonicalAddress(address.ip);
      if (canonical === undefined) {
        invalid += 1;
        continue;
      }
      const endpoint = endpointOf(address, canonical.text, ready);
      found[canonical.type].set(stringifyJson(endpoint, { sortKeys: true }), endpoint);
      count += 1;
    }
    skipped += all.length - count;
    const slicePorts = portsOf(ports);
    for (const addressType of ['IPv4', 'IPv6'] as const) {
      const endpoints = [...found[addressType].values()];
      if (endpoints.length > 0) slices.push({ addressType, endpoints, ports: slicePorts });
    }
  }
  return { slices, invalid, skipped };
}

/** The key of the slices with the same type and ports. */
export const groupOf = ({ addressType, ports }: DeepReadonly<Pick<EndpointSlice, 'addressType' | 'ports'>>): string => {
  const texts = (ports ?? []).map((port) => stringifyJson(port, { sortKeys: true })).toSorted();
  return `${addressType} ${texts.join()}`;
};

function endpointOf({ hostname, nodeName, targetRef }: LiveAddress, ip: string, ready: boolean): Endpoint {
  return {
    addresses: [ip],
    conditions: { ready },
    ...(hostname !== undefined && { hostname }),
    ...(nodeName !== undefined && { nodeName }),
    ...(targetRef !== undefined && { targetRef: { ...targetRef } }),
  };
}

const portsOf = (ports: NonNullable<LiveSubset['ports']>): MirroredContent['ports'] =>
  ports.map(({ name = '', port, protocol = 'TCP', appProtocol }) => ({
    name,
    port,
    protocol,
    ...(appProtocol !== undefined && { appProtocol }),
  }));

/** An IP address in its canonical form. */
export interface CanonicalAddress {
  readonly type: 'IPv4' | 'IPv6';
  readonly text: string;
}

/**
 * Reads an IP address as Go's lenient parser does, with leading zeros in the parts of an IPv4 address; an IPv6 address
 * that stands for an IPv4 address is one. Undefined if it is not an address.
 */
export function canonicalAddress(ip: string): CanonicalAddress | undefined {
  const v4 = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(ip);
  if (v4 !== null) {
    const parts = v4.slice(1).map(Number);
    return parts.every((part) => part <= 255) ? { type: 'IPv4', text: parts.join('.') } : undefined;
  }
  if (!/^[\da-f:.]{2,45}$/i.test(ip) || !URL.canParse(`http://[${ip}]/`)) return undefined;
  const text = new URL(`http://[${ip}]/`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(text) ?? [];
  if (high === undefined || low === undefined) return { type: 'IPv6', text };
  const bytes = [high, low].map((part) => Number.parseInt(part, 16)).flatMap((part) => [part >> 8, part & 255]);
  return { type: 'IPv4', text: bytes.join('.') };
}
