import { expect, test } from 'vitest';
import type { Machine } from '../../machine.ts';
import { growthPage, type GrowthRecord, mergeRecords } from './growth-record.ts';
import type { GrowthRow } from './growth-table.ts';

const machine: Machine = {
  node: 'v1',
  platform: 'linux-x64 6',
  processor: 'A processor',
  cores: 2,
  memoryGb: 24,
  load: 0.1,
};
const row = (name: string, ...seconds: number[]): GrowthRow => ({
  name,
  of: 'keys',
  costs: seconds.map((one, index) => ({ size: 10 * 2 ** index, seconds: one })),
});
const record = (...rows: GrowthRow[]): GrowthRecord => ({ runs: 5, machine, rows });

test('a recording of some operations keeps the rows of the others, in the order of the operations', () => {
  const earlier = record(row('gone', 1), row('list', 1), row('add', 1));
  const now = { ...record(row('list', 2), row('new', 2)), runs: 3 };
  expect(mergeRecords(earlier, now, ['add', 'new', 'list', 'never measured'])).toEqual({
    runs: 3,
    machine,
    rows: [row('add', 1), row('new', 2), row('list', 2)],
  });
  expect(mergeRecords(undefined, now, ['list', 'new']).rows).toEqual(now.rows);
});

test('the page has the table, the machine and how many operations grow faster than their input', () => {
  const page = growthPage(record(row('linear', 1, 2, 4), row('quadratic', 1, 4, 16), row('one size', 1)));
  expect(page).toContain('1 of 3 operations are above 1.2; the highest exponent is 2.00.');
  expect(page).toContain('2 × A processor, 24 GB, linux-x64 6, Node v1; load before the last part: 0.1.');
  expect(page).toContain('| quadratic | 10, 20, 40 keys | 1.00, 4.00, 16.0 | 2.00     | ABOVE 1.2 |');
});
