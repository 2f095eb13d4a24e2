import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Row } from '../../protocol/index.ts';
import { arrange, reorder } from './arrange-rows.ts';
import { shownColumns } from './columns.ts';

const columns = shownColumns(
  ['Name', 'Size', 'Age'].map((name) => ({ name, type: 'string', format: '', description: '', priority: 0 })),
  { wide: false, withNamespace: true },
);

function row(uid: string, size: number | string | null, created = 0): Row {
  return {
    uid,
    name: `name-${uid}`,
    namespace: 'default',
    cells: [`name-${uid}`, size, ''],
    resourceVersion: '1',
    created,
    deleting: false,
    health: 'unknown',
  };
}

test('any changes lead to the order that sorting everything gives', () => {
  const change = fc.record({ uid: fc.integer({ min: 0, max: 30 }), size: fc.option(fc.integer({ min: 0, max: 9 })) });
  const sort = fc.constantFrom('', 'Size', '-Size', 'Name', '-Age');
  fc.assert(
    fc.property(fc.array(fc.array(change)), sort, fc.constantFrom('', '1', 'name 2'), (batches, by, filter) => {
      const arrangement = arrange(columns, filter, by);
      const rows = new Map<string, Row>();
      let order: string[] = [];
      for (const batch of batches) {
        for (const { uid, size } of batch) {
          if (size === null) rows.delete(String(uid));
          else rows.set(String(uid), row(String(uid), size));
        }
        const changed = new Set(batch.map(({ uid }) => String(uid)));
        order = reorder(order, changed, (uid) => rows.get(uid), arrangement);
        const sorted = [...rows.values()].filter(arrangement.accepts).toSorted(arrangement.compare);
        expect(order).toEqual(sorted.map(({ uid }) => uid));
      }
    }),
  );
});

test.each([
  ['Size', [row('a', '10Gi'), row('b', '9Gi'), row('c', null)], ['c', 'b', 'a']],
  ['Age', [row('old', 1, 1000), row('young', 1, 9000)], ['young', 'old']],
  ['-Age', [row('old', 1, 1000), row('young', 1, 9000)], ['old', 'young']],
  ['Nothing', [row('b', 1), row('a', 2)], ['a', 'b']],
] as const)('sorts by %s', (by, rows, expected) => {
  const { compare } = arrange(columns, '', by);
  expect([...rows].toSorted(compare).map(({ uid }) => uid)).toEqual(expected);
});

test('a filter wants all its words, in any column', () => {
  const { accepts } = arrange(columns, ' 7  DEFAULT ', '');
  expect([row('a', 7), row('b', 8)].filter(accepts).map(({ uid }) => uid)).toEqual(['a']);
});
