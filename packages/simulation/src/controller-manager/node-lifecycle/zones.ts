import type { LiveNode } from '../../shared/kinds.ts';

/** How many nodes of a zone are not ready: none or few, most of them, or all. */
type ZoneState = 'initial' | 'normal' | 'partial' | 'full';

/** Nodes that get a taint in a second, at most. */
const RATE = 0.1;
/** The same in a large zone of which most nodes are not ready. In a small one, no node gets it. */
const REDUCED_RATE = 0.01;
const LARGE_ZONE = 50;
const UNHEALTHY_SHARE = 0.55;

/** Returns the zone of a node, from its labels for the region and the zone. */
export function zoneOf({ metadata: { labels = {} } }: LiveNode): string {
  const zone = labels['failure-domain.beta.kubernetes.io/zone'] ?? labels['topology.kubernetes.io/zone'] ?? '';
  const region = labels['failure-domain.beta.kubernetes.io/region'] ?? labels['topology.kubernetes.io/region'] ?? '';
  return region === '' && zone === '' ? '' : `${region}:\0:${zone}`;
}

/** Returns the state of a zone from whether each of its nodes is ready. */
export function zoneState(ready: readonly boolean[]): Exclude<ZoneState, 'initial'> {
  const failed = ready.filter((is) => !is).length;
  if (failed === ready.length && failed > 0) return 'full';
  return failed > 2 && failed / ready.length >= UNHEALTHY_SHARE ? 'partial' : 'normal';
}

/** The nodes of one zone that wait for a taint. */
interface Zone {
  state: ZoneState;
  /** Nodes a second; 0: none. */
  rate: number;
  /** When the next node may get the taint, in milliseconds. */
  nextAt: number;
  readonly waiting: Set<string>;
}

/**
 * The zones of a cluster: limits how many nodes in a zone get a taint that evicts their Pods. While no node of any zone
 * is ready, none gets it: rather the control plane than every node is cut off.
 */
export interface Zones {
  /** Queues a node of a zone, unless it waits already. */
  add(zone: string, node: string): void;
  remove(zone: string, node: string): void;
  /**
   * Updates the states of the zones: by zone, whether each of its nodes is ready. Returns `enters` when from now on no
   * node of any zone is ready, and `leaves` when that ends.
   */
  update(ready: ReadonlyMap<string, readonly boolean[]>, now: number): 'enters' | 'leaves' | undefined;
  /** Takes the nodes that may get the taint now. */
  take(now: number): string[];
  /** The milliseconds until the next node may get it; undefined if none waits for time to pass. */
  nextIn(now: number): number | undefined;
}

/** Creates {@link Zones} without nodes. */
export function createZones(): Zones {
  const zones = new Map<string, Zone>();

  function zoneNamed(name: string): Zone {
    const known = zones.get(name);
    if (known !== undefined) return known;
    const zone: Zone = { state: 'initial', rate: RATE, nextAt: 0, waiting: new Set() };
    zones.set(name, zone);
    return zone;
  }

  function setRate(zone: Zone, rate: number, now: number): void {
    if (rate === zone.rate) return;
    // A node that waits under the old rate waits a whole interval of the new one.
    const isWaiting = zone.rate === 0 || now < zone.nextAt;
    zone.rate = rate;
    if (rate > 0) zone.nextAt = isWaiting ? now + 1000 / rate : now;
  }

  return {
    add: (zone, node) => zoneNamed(zone).waiting.add(node),
    remove: (zone, node) => zones.get(zone)?.waiting.delete(node),
    update: (ready, now) => {
      for (const name of ready.keys()) zoneNamed(name);
      for (const [name, { waiting }] of zones) if (!ready.has(name) && waiting.size === 0) zones.delete(name);
      const wasFull = zones.size > 0 && [...zones.values()].every(({ state }) => state === 'full');
      const states = new Map([...ready].map(([name, nodes]) => [name, zoneState(nodes)]));
      const isFull = states.size > 0 && [...states.values()].every((state) => state === 'full');
      if (isFull && wasFull) return undefined;
      for (const [name, zone] of zones) {
        const state = isFull ? 'full' : (states.get(name) ?? 'normal');
        const size = ready.get(name)?.length ?? 0;
        if (isFull) setRate(zone, 0, now);
        else if (state !== zone.state || wasFull) setRate(zone, rateOf(state, size), now);
        zone.state = state;
      }
      if (isFull) return 'enters';
      return wasFull ? 'leaves' : undefined;
    },
    take: (now) => {
      const taken: string[] = [];
      for (const zone of zones.values()) {
        const [first] = zone.waiting;
        if (first === undefined || zone.rate === 0 || now < zone.nextAt) continue;
        zone.waiting.delete(first);
        zone.nextAt = now + 1000 / zone.rate;
        taken.push(first);
      }
      return taken;
    },
    nextIn: (now) => {
      let next: number | undefined;
      for (const { waiting, rate, nextAt } of zones.values())
        if (waiting.size > 0 && rate > 0) next = Math.min(next ?? Infinity, Math.max(0, nextAt - now));
      return next;
    },
  };
}

function rateOf(state: ZoneState, size: number): number {
  if (state !== 'partial') return RATE;
  return size > LARGE_ZONE ? REDUCED_RATE : 0;
}
