import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LiveNode } from '../../shared/kinds.ts';
import { createZones, zoneOf, zoneState } from './zones.ts';

const nodeIn = (labels: Readonly<Record<string, string>>): LiveNode => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'a', uid: 'a', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z', labels },
});

/** A zone of some nodes, of which some are not ready. */
const zone = (size: number, failed: number): boolean[] => Array.from({ length: size }, (_, index) => index >= failed);

test('a zone is named by the region and the zone of its nodes, the older labels first', () => {
  expect(zoneOf(nodeIn({}))).toBe('');
  const labels = { 'topology.kubernetes.io/zone': 'z', 'topology.kubernetes.io/region': 'r' };
  expect(zoneOf(nodeIn(labels))).toBe('r:\0:z');
  expect(zoneOf(nodeIn({ ...labels, 'failure-domain.beta.kubernetes.io/zone': 'old' }))).toBe('r:\0:old');
});

test('the state of a zone depends on how many of its nodes are not ready', () => {
  expect(zoneState(zone(3, 0))).toBe('normal');
  expect(zoneState(zone(3, 2))).toBe('normal');
  expect(zoneState(zone(3, 3))).toBe('full');
  expect(zoneState(zone(1, 1))).toBe('full');
  expect(zoneState(zone(5, 3))).toBe('partial');
  expect(zoneState(zone(6, 3))).toBe('normal');
});

describe('the taints of a zone', () => {
  test('are given to one node at once, and to the others ten seconds apart', () => {
    const zones = createZones();
    zones.update(new Map([['', zone(10, 2)]]), 0);
    zones.add('', 'a');
    zones.add('', 'b');
    expect(zones.take(0)).toEqual(['a']);
    expect(zones.nextIn(0)).toBe(10_000);
    expect(zones.take(9999)).toEqual([]);
    expect(zones.take(10_000)).toEqual(['b']);
    expect(zones.nextIn(10_000)).toBeUndefined();
  });

  test('are given to no node while most nodes of a small zone are not ready, and rarely in a large one', () => {
    const zones = createZones();
    zones.update(
      new Map([
        ['small', zone(10, 6)],
        ['large', zone(60, 40)],
        ['other', zone(1, 0)],
      ]),
      0,
    );
    for (const name of ['small', 'large']) for (const node of ['a', 'b']) zones.add(name, `${name}-${node}`);
    expect(zones.take(0)).toEqual(['large-a']);
    expect(zones.nextIn(0)).toBe(100_000);
    zones.update(
      new Map([
        ['small', zone(10, 2)],
        ['large', zone(60, 40)],
        ['other', zone(1, 0)],
      ]),
      50_000,
    );
    expect(zones.take(50_000)).toEqual([]);
    expect(zones.take(60_000)).toEqual(['small-a']);
  });

  test('are given to no node while no node of any zone is ready', () => {
    const zones = createZones();
    expect(zones.update(new Map([['', zone(2, 0)]]), 0)).toBeUndefined();
    zones.add('', 'a');
    expect(zones.update(new Map([['', zone(2, 2)]]), 5000)).toBe('enters');
    expect(zones.update(new Map([['', zone(2, 2)]]), 10_000)).toBeUndefined();
    expect(zones.take(1_000_000)).toEqual([]);
    expect(zones.update(new Map([['', zone(2, 1)]]), 1_000_000)).toBe('leaves');
    expect(zones.take(1_000_000)).toEqual([]);
    expect(zones.take(1_010_000)).toEqual(['a']);
  });

  test('are never given faster than the rate, nor twice to one node that was queued once', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ node: fc.nat(20), after: fc.nat(15_000) }), { maxLength: 40 }), (additions) => {
        const zones = createZones();
        zones.update(new Map([['', zone(30, 1)]]), 0);
        const given: { readonly node: string; readonly at: number }[] = [];
        let now = 0;
        const advance = (): void => {
          for (const node of zones.take(now)) given.push({ node, at: now });
        };
        for (const { node, after } of additions) {
          now += after;
          zones.add('', `node-${node}`);
          advance();
        }
        for (let wait = zones.nextIn(now); wait !== undefined; wait = zones.nextIn(now)) {
          now += wait;
          advance();
        }
        const gaps = given.slice(1).map(({ at }, index) => at - (given[index]?.at ?? 0));
        expect(gaps.every((gap) => gap >= 10_000)).toBe(true);
        expect(given.length).toBeLessThanOrEqual(additions.length);
        expect(new Set(given.map(({ node }) => node))).toEqual(new Set(additions.map(({ node }) => `node-${node}`)));
      }),
    );
  });
});
