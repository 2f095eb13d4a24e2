import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type NameSeeker, uniqueNames } from './unique-names.ts';

function seeker(names: readonly string[], right = 1, uses = 1, spares: readonly string[] = []): NameSeeker {
  return { candidates: names.map((name) => ({ name, right })), spares, uses };
}

test.each<[string, readonly NameSeeker[], readonly string[]]>([
  ['each its first', [seeker(['A', 'KA']), seeker(['B'])], ['A', 'B']],
  ['of two equals neither', [seeker(['A', 'KA']), seeker(['A', 'LA'])], ['KA', 'LA']],
  ['the surer one keeps it', [seeker(['A', 'KA']), seeker(['A', 'LA'], 2)], ['KA', 'A']],
  ['the one that is used far more keeps it', [seeker(['A', 'KA']), seeker(['A', 'LA'], 1, 3)], ['KA', 'A']],
  [
    'a name that two wanted goes to no third',
    [seeker(['A', 'KA']), seeker(['A', 'LA']), seeker(['B', 'A']), seeker(['B', 'A', 'MA'])],
    ['B', 'KA', 'LA', 'MA'],
  ],
  ['capitals tell nothing apart', [seeker(['Ipa', 'X']), seeker(['IPA', 'Y'])], ['X', 'Y']],
  ['numbers where nothing else helps', [seeker(['A']), seeker(['A']), seeker(['A'])], ['A', 'A2', 'A3']],
  ['spare names before numbers', [seeker(['A'], 1, 1, ['S']), seeker(['A'], 1, 1, ['S'])], ['A', 'S']],
  [
    'a spare name that is taken is none',
    [seeker(['A']), seeker(['A'], 1, 1, ['B', 'C']), seeker(['A'], 1, 1, ['C']), seeker(['B'])],
    ['A', 'A2', 'B', 'C'],
  ],
  ['a name that is taken', [seeker(['Taken', 'Other'])], ['Other']],
  ['no name at all', [seeker([])], ['Type']],
])('%s', (_, seekers, want) => {
  expect([...uniqueNames(seekers, new Set(['taken'])).values()].sort()).toEqual([...want].sort());
});

const names = fc.constantFrom('A', 'B', 'C', 'AB', 'AC', 'CB');
const seekers = fc.array(
  fc.record({
    candidates: fc.uniqueArray(fc.record({ name: names, right: fc.nat(2) }), { selector: ({ name }) => name }),
    spares: fc.uniqueArray(fc.constantFrom('S', 'T')),
    uses: fc.nat(9),
  }),
);

test('names are unique, whatever the candidates are', () => {
  fc.assert(
    fc.property(seekers, (wanted) => {
      const given = [...uniqueNames(wanted, new Set(['b'])).values()].map((name) => name.toLowerCase());
      expect(given).toHaveLength(wanted.length);
      expect(new Set(given).size).toBe(wanted.length);
      expect(given).not.toContain('b');
    }),
  );
});

test('the order matters only for last resorts', () => {
  fc.assert(
    fc.property(seekers, (wanted) => {
      const forwards = uniqueNames(wanted, new Set());
      const backwards = uniqueNames(wanted.toReversed(), new Set());
      const settled = [...forwards].filter(([one, name]) =>
        one.candidates.some((other, index) => index > 0 && other.name === name),
      );
      expect(settled.map(([one]) => backwards.get(one))).toEqual(settled.map(([, name]) => name));
    }),
  );
});
