import { expect, test } from 'vitest';
import { createStructures, structureTable } from './structures.ts';

const text = { type: 'string', description: 'A text.' } as const;
const known = { type: 'object', properties: { name: text, size: { type: 'integer' } } } as const;

test('schemas have the numbers of a table where they are equal, and others where they are not', () => {
  const structureOf = createStructures(structureTable([known]));
  const inTable = structureOf(known);
  expect(structureOf(structuredClone(known))).toEqual(inTable);
  expect(structureOf({ type: 'string', description: 'A text.' })).toEqual(structureOf(text));
  const numbers = new Set([inTable.own, structureOf(text).whole]);
  for (const other of [{ type: 'boolean' }, { type: 'object', properties: { name: text } }] as const)
    numbers.add(structureOf(other).own);
  expect(numbers.size).toBe(4);
});

test('a table stays as it is, so several can begin with it', () => {
  const table = structureTable([known]);
  const sizes = [table.known.size, table.numbers.size];
  const [first, second] = [createStructures(table), createStructures(table)];
  first({ type: 'boolean' });
  first({ type: 'number' });
  expect(second({ type: 'number' })).not.toEqual(second({ type: 'boolean' }));
  expect([table.known.size, table.numbers.size]).toEqual(sizes);
});
