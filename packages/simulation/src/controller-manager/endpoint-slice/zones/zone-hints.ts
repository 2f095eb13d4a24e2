import type { DeepReadonly } from '@kb/apimachinery';
import type { EndpointSlice } from '@kb/kubernetes/discovery/v1';
import type { CpuOfZones } from './cpu-of-zones.ts';
import { type Allocation, allocate, exchangeOf, isOverloaded } from './share-endpoints.ts';

type Endpoints = DeepReadonly<NonNullable<EndpointSlice['endpoints']>>;
type Endpoint = Endpoints[number];

/** The endpoints that a slice is going to have, without hints. */
export interface PlannedEndpoints {
  readonly endpoints: Endpoints;
  /** Of a slice that differs in its hints only: the endpoints that it has. */
  readonly current?: Endpoints;
  /** The slice does not exist yet. */
  readonly isNew: boolean;
}

/** An Event about the hints of a Service. */
export interface HintsEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: 'TopologyAwareHintsEnabled' | 'TopologyAwareHintsDisabled';
  readonly message: string;
}

/** The endpoints of slices, with hints or without, in the order of the plan. */
export interface HintedEndpoints {
  readonly endpoints: readonly Endpoints[];
  readonly events: readonly HintsEvent[];
}

/** The hints for zones of Services with the topology mode `Auto`, and what is remembered of them. */
export interface ZoneHints {
  /** Gives the ready endpoints of a Service to zones in proportion to their CPUs. */
  readonly add: (service: string, plan: readonly PlannedEndpoints[], zones: CpuOfZones | undefined) => HintedEndpoints;
  /** Forgets the hints of a Service. Returns the Event about it, if it had hints. */
  readonly remove: (service: string) => HintsEvent | undefined;
  /** The Services whose endpoints no longer fit the zones. */
  readonly overloaded: (zones: CpuOfZones | undefined) => string[];
}

/** Creates the memory of an EndpointSlice controller. */
export function createZoneHints(): ZoneHints {
  const known = new Map<string, ReadonlyMap<string, number>>();
  return {
    add(service, plan, zones) {
      const hinted = hintEndpoints(plan, zones);
      if ('problem' in hinted) {
        known.delete(service);
        return { endpoints: plan.map(({ endpoints }) => endpoints), events: [disabled(hinted.problem)] };
      }
      const isNew = !known.has(service);
      known.set(service, hinted.zones);
      return { endpoints: hinted.endpoints, events: isNew ? [enabled] : [] };
    },
    remove: (service) => (known.delete(service) ? disabled('Topology Aware Hints has been disabled') : undefined),
    overloaded: (zones) => [...known].filter(([, has]) => isOverloaded(has, zones)).map(([service]) => service),
  };
}

const enabled: HintsEvent = {
  type: 'Normal',
  reason: 'TopologyAwareHintsEnabled',
  message: 'Topology Aware Hints has been enabled, addressType: IPv4',
};

const disabled = (why: string): HintsEvent => ({
  type: 'Warning',
  reason: 'TopologyAwareHintsDisabled',
  message: `${why}, addressType: IPv4`,
});

const isReady = ({ conditions }: Endpoint): boolean => conditions?.ready === true;

function hintEndpoints(
  plan: readonly PlannedEndpoints[],
  cpus: CpuOfZones | undefined,
):
  | { readonly endpoints: readonly Endpoints[]; readonly zones: ReadonlyMap<string, number> }
  | { readonly problem: string } {
  if (cpus === undefined) {
    return { problem: 'Insufficient Node information: allocatable CPU or zone not specified on one or more nodes' };
  }
  const ready = plan.flatMap(({ endpoints }) => endpoints.filter(isReady));
  const allocated = allocate(ready.length, cpus);
  if ('problem' in allocated) return allocated;
  const zones = new Map<string, number>();
  const changed = plan.filter(({ current }) => current === undefined || !keepsHints(current, allocated.zones, zones));
  const own = new Map(plan.map(({ endpoints, current = [] }): [Endpoints, Endpoint[]] => [endpoints, [...current]]));
  for (const { endpoints } of changed) {
    const unzoned = endpoints.some((endpoint) => isReady(endpoint) && (endpoint.zone ?? '') === '');
    if (unzoned) return { problem: 'One or more endpoints do not have a zone specified' };
    for (const endpoint of endpoints) if (isReady(endpoint)) addTo(zones, endpoint.zone ?? '', 1);
    own.set(
      endpoints,
      endpoints.map((endpoint) => (isReady(endpoint) ? hinted(endpoint, endpoint.zone ?? '') : endpoint)),
    );
  }
  // New slices come first, as in the original.
  const order = [...changed.filter(({ isNew }) => isNew), ...changed.filter(({ isNew }) => !isNew)];
  redistribute(
    order.map(({ endpoints }) => own.get(endpoints) ?? []),
    allocated.zones,
    zones,
  );
  return { endpoints: plan.map(({ endpoints }) => own.get(endpoints) ?? endpoints), zones };
}

/** Whether the hints of a slice fit the allocations; then they are counted. */
function keepsHints(
  endpoints: Endpoints,
  allocations: ReadonlyMap<string, Allocation>,
  zones: Map<string, number>,
): boolean {
  const counts = new Map<string, number>();
  for (const endpoint of endpoints.filter(isReady)) {
    const { forZones = [] } = endpoint.hints ?? {};
    if (forZones.length === 0 || forZones.some(({ name }) => !allocations.has(name))) return false;
    for (const { name } of forZones) addTo(counts, name, 1);
  }
  const fits = [...counts].every(
    ([zone, count]) => count + (zones.get(zone) ?? 0) <= (allocations.get(zone)?.maximum ?? 0),
  );
  if (fits) for (const [zone, count] of counts) addTo(zones, zone, count);
  return fits;
}

/** Gives endpoints of zones that have too many to those that have too few. */
function redistribute(
  slices: readonly Endpoint[][],
  allocations: ReadonlyMap<string, Allocation>,
  zones: Map<string, number>,
): void {
  const { giving, receiving } = exchangeOf(allocations, zones);
  for (const slice of slices) {
    for (const [index, endpoint] of slice.entries()) {
      const from = endpoint.zone ?? '';
      const [to] = receiving.keys();
      if (to === undefined || giving.size === 0) return;
      if (!isReady(endpoint) || !giving.has(from)) continue;
      slice[index] = hinted(endpoint, to);
      takeFrom(giving, from);
      takeFrom(receiving, to);
      addTo(zones, to, 1);
      addTo(zones, from, -1);
    }
  }
}

const hinted = (endpoint: Endpoint, zone: string): Endpoint => ({ ...endpoint, hints: { forZones: [{ name: zone }] } });

const addTo = (counts: Map<string, number>, zone: string, count: number): void =>
  void counts.set(zone, (counts.get(zone) ?? 0) + count);

function takeFrom(counts: Map<string, number>, zone: string): void {
  const left = (counts.get(zone) ?? 0) - 1;
  if (left > 0) counts.set(zone, left);
  else counts.delete(zone);
}
