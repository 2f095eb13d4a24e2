import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LiveNode } from '../../../shared/kinds.ts';
import { cpuOfZones } from './cpu-of-zones.ts';
import { createZoneHints, type PlannedEndpoints } from './zone-hints.ts';

const node = (name: string, zone: string, cpu: string, rest: object = {}): LiveNode =>
  ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'topology.kubernetes.io/zone': zone, ...rest } },
    status: { allocatable: { cpu }, conditions: [{ type: 'Ready', status: 'True' }] },
  }) as unknown as LiveNode;

const endpointsIn = (...zones: string[]): PlannedEndpoints['endpoints'] =>
  zones.map((zone, index) => ({ addresses: [`192.0.2.${index}`], zone, conditions: { ready: true } }));

const planned = (...zones: string[]): PlannedEndpoints => ({ endpoints: endpointsIn(...zones), isNew: true });

const zonesOf = (endpoints: PlannedEndpoints['endpoints'] = []): unknown[] =>
  endpoints.map(({ hints }) => hints?.forZones?.[0]?.name);

const equal = cpuOfZones([node('n1', 'a', '2'), node('n2', 'b', '2')]);

describe('cpuOfZones', () => {
  test('adds the CPUs of ready nodes that run Pods of users', () => {
    const control = node('n4', 'c', '8', { 'node-role.kubernetes.io/control-plane': '' });
    const nodes = [node('n1', 'a', '500m'), node('n2', 'b', '1'), node('n3', 'a', '500m'), control];
    expect([...(cpuOfZones(nodes) ?? [])]).toEqual([
      ['a', 0.5],
      ['b', 0.5],
    ]);
  });

  test.each([
    ['a node has no zone', [node('n1', 'a', '1'), node('n2', 'b', '1'), node('n3', '', '1')]],
    ['a node has no CPU', [node('n1', 'a', '1'), node('n2', 'b', '0')]],
    ['there is one zone', [node('n1', 'a', '1'), node('n2', 'a', '1')]],
    ['there is no node', []],
  ])('is unknown if %s', (_, nodes) => {
    expect(cpuOfZones(nodes)).toBeUndefined();
  });
});

describe('the hints of a Service', () => {
  test('name the zone of each endpoint, and an Event says so once', () => {
    const hints = createZoneHints();
    const first = hints.add('default/web', [planned('a', 'b')], equal);
    expect(zonesOf(first.endpoints[0])).toEqual(['a', 'b']);
    expect(first.events).toEqual([
      {
        type: 'Normal',
        reason: 'TopologyAwareHintsEnabled',
        message: 'Topology Aware Hints has been enabled, addressType: IPv4',
      },
    ]);
    expect(hints.add('default/web', [planned('a', 'b')], equal).events).toEqual([]);
  });

  test('give endpoints to zones that have too few', () => {
    const { endpoints } = createZoneHints().add('s', [planned('a', 'a', 'a', 'a', 'a', 'b')], equal);
    expect(zonesOf(endpoints[0])).toEqual(['b', 'b', 'a', 'a', 'a', 'b']);
  });

  test('stay as they are where they still fit', () => {
    const current = endpointsIn('a', 'a', 'a', 'b').map((endpoint, index) => ({
      ...endpoint,
      hints: { forZones: [{ name: index === 1 ? 'b' : (endpoint.zone ?? '') }] },
    }));
    const plan = [{ endpoints: endpointsIn('a', 'a', 'a', 'b'), current, isNew: false }];
    const { endpoints } = createZoneHints().add('s', plan, equal);
    expect(zonesOf(endpoints[0])).toEqual(['a', 'b', 'a', 'b']);
  });

  test.each([
    ['too few endpoints', ['a'], equal, 'Insufficient number of endpoints (1 endpoints, 2 zones)'],
    [
      'unknown zones',
      ['a', 'b'],
      undefined,
      'Insufficient Node information: allocatable CPU or zone not specified on one or more nodes',
    ],
    ['an endpoint without a zone', ['a', ''], equal, 'One or more endpoints do not have a zone specified'],
    [
      'a share that cannot be met',
      ['a', 'b', 'c'],
      new Map([
        ['a', 0.8],
        ['b', 0.1],
        ['c', 0.1],
      ]),
      'Unable to allocate minimum required endpoints to each zone without exceeding overload threshold (3 endpoints, 3 zones)',
    ],
  ])('are not there with %s', (_, zones, cpus, why) => {
    const { endpoints, events } = createZoneHints().add('s', [planned(...zones)], cpus);
    expect(zonesOf(endpoints[0])).toEqual(zones.map(() => undefined));
    expect(events).toEqual([
      { type: 'Warning', reason: 'TopologyAwareHintsDisabled', message: `${why}, addressType: IPv4` },
    ]);
  });

  test('are forgotten, which an Event says if there were any', () => {
    const hints = createZoneHints();
    expect(hints.remove('s')).toBeUndefined();
    hints.add('s', [planned('a', 'b')], equal);
    expect(hints.remove('s')?.message).toBe('Topology Aware Hints has been disabled, addressType: IPv4');
  });

  test('no longer fit when a zone appears or all are unknown', () => {
    const hints = createZoneHints();
    hints.add('s', [planned('a', 'b')], equal);
    expect(hints.overloaded(equal)).toEqual([]);
    expect(hints.overloaded(undefined)).toEqual(['s']);
    expect(hints.overloaded(cpuOfZones([node('n1', 'a', '1'), node('n2', 'c', '1')]))).toEqual(['s']);
  });

  test('come no further from the shares of zones than the endpoints are', () => {
    const zone = fc.constantFrom('a', 'b', 'c');
    const cpus = fc.tuple(...Array.from({ length: 3 }, () => fc.integer({ min: 1, max: 32 })));
    fc.assert(
      fc.property(fc.array(zone, { minLength: 3, maxLength: 60 }), cpus, (zones, [a, b, c]) => {
        const shares = cpuOfZones([node('n1', 'a', `${a}`), node('n2', 'b', `${b}`), node('n3', 'c', `${c}`)]);
        const { endpoints, events } = createZoneHints().add('s', [planned(...zones)], shares);
        if (events[0]?.type === 'Warning') return;
        const hinted = zonesOf(endpoints[0]);
        const distance = (of: readonly unknown[]): number =>
          [...(shares ?? [])].reduce(
            (sum, [name, part]) => sum + Math.abs(of.filter((one) => one === name).length - part * zones.length),
            0,
          );
        expect(hinted).toHaveLength(zones.length);
        expect(distance(hinted)).toBeLessThanOrEqual(distance(zones) + 1e-9);
      }),
    );
  });
});
