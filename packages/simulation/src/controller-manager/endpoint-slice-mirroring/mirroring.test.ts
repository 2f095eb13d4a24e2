import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalAddress, groupOf, mirrorOf } from './mirrored-slices.ts';

describe('addresses', () => {
  test.each([
    ['192.0.2.1', 'IPv4', '192.0.2.1'],
    ['192.000.002.010', 'IPv4', '192.0.2.10'],
    ['2001:DB8:0:0::1', 'IPv6', '2001:db8::1'],
    ['::ffff:192.0.2.1', 'IPv4', '192.0.2.1'],
  ])('%s is %s %s', (ip, type, text) => {
    expect(canonicalAddress(ip)).toEqual({ type, text });
  });

  test.each(['', '192.0.2', '192.0.2.256', 'example.com', '::1%eth0', '1::2::3', '[::1]', '::1]/x[', '192.0.2.1:80'])(
    '%j is not an address',
    (ip) => {
      expect(canonicalAddress(ip)).toBeUndefined();
    },
  );

  test('are canonical', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (ip) => {
        const first = canonicalAddress(ip);
        expect(first).toBeDefined();
        expect(canonicalAddress(first?.text ?? '')).toEqual(first);
      }),
    );
  });
});

describe('mirroring', () => {
  const many = (count: number): { ip: string }[] =>
    Array.from({ length: count }, (_, index) => ({ ip: `10.0.${index >> 8}.${index & 255}` }));

  test('keeps 1000 addresses of each subset, those that are ready first', () => {
    const { slices, invalid, skipped } = mirrorOf({
      subsets: [
        { addresses: many(990), notReadyAddresses: [{ ip: 'nope' }, ...many(2000).slice(990)], ports: [{ port: 80 }] },
        { addresses: [{ ip: '2001:db8::1' }, { ip: '192.0.2.1' }], ports: [{ port: 81 }] },
      ],
    });
    expect({ invalid, skipped }).toEqual({ invalid: 0, skipped: 1001 });
    expect(slices.map(({ addressType, endpoints }) => [addressType, endpoints.length])).toEqual([
      ['IPv4', 1000],
      ['IPv4', 1],
      ['IPv6', 1],
    ]);
    expect(slices[0]?.endpoints.filter(({ conditions }) => conditions?.ready)).toHaveLength(990);
  });

  test('counts texts that are not addresses', () => {
    const { slices, invalid, skipped } = mirrorOf({ subsets: [{ addresses: [{ ip: 'a' }, { ip: 'b' }] }] });
    expect({ slices, invalid, skipped }).toEqual({ slices: [], invalid: 2, skipped: 2 });
  });

  test('groups slices by their type and ports, in any order', () => {
    const [a, b] = [
      { name: 'a', port: 1, protocol: 'TCP' },
      { name: 'b', port: 2, protocol: 'TCP' },
    ];
    expect(groupOf({ addressType: 'IPv4', ports: [a, b] })).toBe(groupOf({ addressType: 'IPv4', ports: [b, a] }));
    expect(groupOf({ addressType: 'IPv4', ports: [a] })).not.toBe(groupOf({ addressType: 'IPv6', ports: [a] }));
  });
});
