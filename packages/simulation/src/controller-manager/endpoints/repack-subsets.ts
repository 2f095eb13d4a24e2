import type { DeepReadonly } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import type { EndpointAddress, EndpointPort, EndpointSubset } from '@kb/kubernetes/core/v1';

/** An EndpointSubset as the caches hold it. */
export type LiveSubset = DeepReadonly<EndpointSubset>;
/** An address of an EndpointSubset as the caches hold it. */
export type LiveAddress = DeepReadonly<EndpointAddress>;
type LivePort = DeepReadonly<EndpointPort>;

interface Ported {
  /** Absent: the addresses have no port. */
  readonly port?: LivePort;
  /** Ready or not, by the key of the address. */
  readonly ready: Map<string, boolean>;
}

/**
 * Returns subsets in their canonical form: ports with the same addresses share a subset, and each port is in one subset
 * only. An address that is ready in one place and not in another is not ready. kube-controller-manager orders subsets
 * and ports by hashes of Go memory; here they are ordered by their content.
 */
export function repackSubsets(subsets: Iterable<LiveSubset>): LiveSubset[] {
  const addresses = new Map<string, LiveAddress>();
  const byPort = new Map<string, Ported>();
  for (const { ports = [], addresses: ready = [], notReadyAddresses: unready = [] } of subsets) {
    for (const port of ports.length === 0 ? [undefined] : ports) {
      const id = port === undefined ? '' : stringifyJson(port, { sortKeys: true });
      const ported = byPort.get(id) ?? { ...(port && { port }), ready: new Map<string, boolean>() };
      byPort.set(id, ported);
      const note = (address: LiveAddress, isReady: boolean): void => {
        const key = `${address.ip} ${address.targetRef?.uid ?? ''}`;
        if (!addresses.has(key)) addresses.set(key, address);
        ported.ready.set(key, isReady && ported.ready.get(key) !== false);
      };
      for (const address of ready) note(address, true);
      for (const address of unready) note(address, false);
    }
  }
  const bySet = new Map<string, { readonly ready: Ported['ready']; readonly ports: LivePort[] }>();
  for (const [, { port, ready }] of [...byPort].toSorted(byKey)) {
    const id = [...ready]
      .map(([key, isReady]) => `${key} ${isReady}`)
      .toSorted()
      .join('\n');
    const set = bySet.get(id) ?? { ready, ports: [] };
    bySet.set(id, set);
    if (port !== undefined) set.ports.push(port);
  }
  return [...bySet.values()].map(({ ready, ports }) => {
    const keys = [...ready.keys()].toSorted(compareTexts);
    const of = (isReady: boolean): LiveAddress[] =>
      keys.filter((key) => ready.get(key) === isReady).flatMap((key) => addresses.get(key) ?? []);
    return subsetOf(of(true), of(false), ports);
  });
}

/** Makes a subset without empty lists. */
export const subsetOf = (
  ready: readonly LiveAddress[],
  unready: readonly LiveAddress[],
  ports: readonly LivePort[],
): LiveSubset => ({
  ...(ready.length > 0 && { addresses: ready }),
  ...(unready.length > 0 && { notReadyAddresses: unready }),
  ...(ports.length > 0 && { ports }),
});

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => compareTexts(a, b);
