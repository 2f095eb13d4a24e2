import type { CpuOfZones } from './cpu-of-zones.ts';

/** How much more than its part an endpoint may get. */
const OVERLOAD = 0.2;

/** How many endpoints a zone should have. */
export interface Allocation {
  readonly maximum: number;
  readonly desired: number;
}

/** The endpoints of each zone, or why there are none. */
export type Allocations = { readonly zones: ReadonlyMap<string, Allocation> } | { readonly problem: string };

/** The fewest endpoints of a zone, of a number of them, at which none gets too much of the traffic. */
const fewestOf = (endpoints: number, part: number): number => Math.ceil(endpoints * part * (1 / (1 + OVERLOAD)));

/** Shares a number of endpoints in proportion to the CPUs of zones. */
export function allocate(endpoints: number, zones: CpuOfZones): Allocations {
  const numbers = `(${endpoints} endpoints, ${zones.size} zones)`;
  if (zones.size > endpoints) return { problem: `Insufficient number of endpoints ${numbers}` };
  const fewest = [...zones].map(([zone, part]) => ({ zone, part, minimum: fewestOf(endpoints, part) }));
  const all = fewest.reduce((sum, { minimum }) => sum + minimum, 0);
  if (all > endpoints) {
    const rule = 'Unable to allocate minimum required endpoints to each zone without exceeding overload threshold';
    return { problem: `${rule} ${numbers}` };
  }
  const allocations = fewest.map(({ zone, part, minimum }): [string, Allocation] => {
    return [zone, { maximum: minimum + endpoints - all, desired: Math.max(part * endpoints, minimum) }];
  });
  return { zones: new Map(allocations) };
}

/** Whether a zone has too few endpoints for its CPUs. */
export function isOverloaded(endpointsByZone: ReadonlyMap<string, number>, zones: CpuOfZones | undefined): boolean {
  if (endpointsByZone.size === 0) return false;
  if (zones === undefined) return true;
  const all = [...endpointsByZone.values()].reduce((sum, count) => sum + count, 0);
  return [...zones].some(([zone, part]) => (endpointsByZone.get(zone) ?? -1) < fewestOf(all, part));
}

/** How many endpoints each zone gives away, and how many it gets. */
export interface Exchange {
  readonly giving: Map<string, number>;
  readonly receiving: Map<string, number>;
}

/**
 * Decides which zones give endpoints to which others, so that each has about as many as it should have. Zones that are
 * alike are taken by their names; the original takes any.
 */
export function exchangeOf(allocations: ReadonlyMap<string, Allocation>, has: ReadonlyMap<string, number>): Exchange {
  const tooMany = new Map<string, number>();
  const tooFew = new Map<string, number>();
  for (const [zone, { desired }] of allocations) {
    const difference = (has.get(zone) ?? 0) - desired;
    if (difference > 0) tooMany.set(zone, difference);
    else if (difference < 0) tooFew.set(zone, -difference);
  }
  const [giving, receiving] = [new Map<string, number>(), new Map<string, number>()];
  for (;;) {
    const [from, to] = [mostOf(tooMany), mostOf(tooFew)];
    if (from === undefined || to === undefined || (from.count < 1 && to.count < 1)) break;
    if (from.count < 0.5 || to.count < 0.5) break;
    giving.set(from.zone, (giving.get(from.zone) ?? 0) + 1);
    tooMany.set(from.zone, from.count - 1);
    receiving.set(to.zone, (receiving.get(to.zone) ?? 0) + 1);
    tooFew.set(to.zone, to.count - 1);
  }
  return { giving, receiving };
}

function mostOf(zones: ReadonlyMap<string, number>): { readonly zone: string; readonly count: number } | undefined {
  let most: { readonly zone: string; readonly count: number } | undefined;
  for (const [zone, count] of zones) if (count > (most?.count ?? 0)) most = { zone, count };
  return most;
}
