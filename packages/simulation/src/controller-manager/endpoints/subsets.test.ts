import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LiveSubset, repackSubsets } from './repack-subsets.ts';
import { countAddresses, isOverCapacity, truncateSubsets } from './truncate-subsets.ts';

const ip = fc.integer({ min: 1, max: 12 }).map((last) => ({ ip: `192.0.2.${last}` }));
const port = fc.record({
  name: fc.constantFrom('a', 'b', 'c'),
  port: fc.constantFrom(80, 81),
  protocol: fc.constantFrom('TCP', 'UDP'),
});
const subset: fc.Arbitrary<LiveSubset> = fc.record(
  {
    addresses: fc.array(ip, { maxLength: 6 }),
    notReadyAddresses: fc.array(ip, { maxLength: 6 }),
    ports: fc.array(port, { maxLength: 3 }),
  },
  { requiredKeys: [] },
);
const subsets = fc.array(subset, { maxLength: 6 });

/** What subsets say: each address with each port, and whether it is ready. */
function pairsOf(list: readonly LiveSubset[]): Map<string, boolean> {
  const pairs = new Map<string, boolean>();
  for (const { addresses = [], notReadyAddresses = [], ports = [] } of list)
    for (const one of ports.length === 0 ? [undefined] : ports) {
      const text = one === undefined ? '' : `${one.name} ${one.port} ${one.protocol}`;
      for (const address of addresses) pairs.set(`${address.ip} ${text}`, pairs.get(`${address.ip} ${text}`) ?? true);
      for (const address of notReadyAddresses) pairs.set(`${address.ip} ${text}`, false);
    }
  return pairs;
}

describe('repacking', () => {
  test('says the same in fewer words, and nothing else the second time', () => {
    fc.assert(
      fc.property(subsets, (list) => {
        const packed = repackSubsets(list);
        expect(pairsOf(packed)).toEqual(pairsOf(list));
        expect(repackSubsets(packed)).toEqual(packed);
        const ports = packed.flatMap((one) => (one.ports ?? []).map((each) => JSON.stringify(each)));
        expect(new Set(ports).size).toBe(ports.length);
      }),
    );
  });

  test('does not depend on the order', () => {
    fc.assert(
      fc.property(subsets, (list) => {
        expect(repackSubsets(list.toReversed())).toEqual(repackSubsets(list));
      }),
    );
  });

  test('shares ports, and prefers not ready', () => {
    const [http, dns] = [{ port: 80 }, { port: 53 }];
    const [a, b] = [{ ip: '192.0.2.1' }, { ip: '192.0.2.2' }];
    expect(
      repackSubsets([
        { addresses: [b], ports: [http, dns] },
        { addresses: [a], ports: [http] },
        { addresses: [a], ports: [dns] },
        { notReadyAddresses: [a], ports: [http] },
      ]),
    ).toEqual([
      { addresses: [a, b], ports: [dns] },
      { addresses: [b], notReadyAddresses: [a], ports: [http] },
    ]);
  });
});

const many = (count: number, block: number): { ip: string }[] =>
  Array.from({ length: count }, (_, index) => ({ ip: `10.${block}.${index >> 8}.${index & 255}` }));

describe('truncation', () => {
  test('keeps 1000 addresses, those that are ready first, in proportion', () => {
    const sizes = (list: readonly LiveSubset[]) =>
      list.map(({ addresses, notReadyAddresses }) => [addresses?.length ?? 0, notReadyAddresses?.length ?? 0]);
    const of = (...counts: (readonly [number, number])[]): LiveSubset[] =>
      counts.map(([ready, unready], index) => ({
        addresses: many(ready, index),
        notReadyAddresses: many(unready, index + 100),
        ports: [{ port: index + 1 }],
      }));
    expect(sizes(truncateSubsets(of([600, 0], [400, 0])))).toEqual([
      [600, 0],
      [400, 0],
    ]);
    expect(sizes(truncateSubsets(of([900, 100], [900, 100])))).toEqual([
      [500, 0],
      [500, 0],
    ]);
    expect(sizes(truncateSubsets(of([300, 900], [300, 300])))).toEqual([
      [300, 300],
      [300, 100],
    ]);
  });

  test('never leaves more than fit, nor less than there are', () => {
    const sized = fc.record({ ready: fc.nat({ max: 900 }), unready: fc.nat({ max: 900 }) });
    fc.assert(
      fc.property(fc.array(sized, { maxLength: 4 }), (list) => {
        const before = list.map(({ ready, unready }, index) => ({
          addresses: many(ready, index),
          notReadyAddresses: many(unready, index + 100),
        }));
        const after = truncateSubsets(before);
        expect(isOverCapacity(after)).toBe(false);
        expect(countAddresses(after)).toBe(Math.min(1000, countAddresses(before)));
      }),
      { numRuns: 30 },
    );
  });
});
