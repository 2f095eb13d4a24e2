import { expect, test } from 'vitest';
import { growthTable, type GrowthRow, isSteep } from './growth-table.ts';

const linear: GrowthRow = {
  name: 'queue: add',
  of: 'keys',
  costs: [
    { size: 10, seconds: 0.0512 },
    { size: 20, seconds: 0.1024 },
    { size: 40, seconds: 0.2048 },
  ],
};
const quadratic: GrowthRow = {
  name: 'cache: list',
  of: 'objects',
  costs: [
    { size: 10, seconds: 1.5 },
    { size: 20, seconds: 6 },
  ],
  note: '40: not measured',
};

test('has a row for each operation, and marks those that grow faster than their input', () => {
  expect(growthTable([linear, quadratic])).toEqual([
    '| operation   | sizes           | CPU seconds          | exponent | remark                      |',
    '| ----------- | --------------- | -------------------- | -------- | --------------------------- |',
    '| queue: add  | 10, 20, 40 keys | 0.0512, 0.102, 0.205 | 1.00     |                             |',
    '| cache: list | 10, 20 objects  | 1.50, 6.00           | 2.00     | ABOVE 1.2; 40: not measured |',
  ]);
});

test('gives the reason for an exponent that is expected to be high', () => {
  const rows = [
    { ...quadratic, reason: 'pairs are compared' },
    { ...linear, reason: 'never shown' },
  ];
  expect(growthTable(rows)[2]).toMatch(/\| pairs are compared; 40: not measured \|$/);
  expect(growthTable(rows)[3]).not.toContain('never shown');
});

test('shows no exponent for an operation with one size, and does not mark it', () => {
  const single: GrowthRow = { ...linear, costs: linear.costs.slice(0, 1), note: 'failed' };
  expect(isSteep(single)).toBe(false);
  expect(growthTable([single])[2]).toMatch(/^\| queue: add \| 10 keys *\| 0\.0512 *\| {10}\| failed \|$/);
});

test('rounds times to three significant digits', () => {
  const costs = [123.4, 12.34, 1.234, 0.1234, 0.01234, 0.001234].map((seconds, index) => ({
    size: index + 1,
    seconds,
  }));
  expect(growthTable([{ name: 'x', of: 'y', costs }])[2]).toContain('123, 12.3, 1.23, 0.123, 0.0123, 0.00123');
});
