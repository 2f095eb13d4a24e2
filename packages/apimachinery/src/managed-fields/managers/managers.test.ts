import { expect, test } from 'vitest';
import { decodeManagers } from './managers.ts';

const entry = { manager: 'm', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1' };

test.each<[what: string, broken: unknown, message: string]>([
  ['no entry at all', null, 'operation must be `Apply` or `Update`'],
  ['no operation', { ...entry, operation: undefined }, 'operation must be `Apply` or `Update`'],
  ['another operation', { ...entry, operation: 'Patch' }, 'operation must be `Apply` or `Update`'],
  ['no version', { ...entry, apiVersion: undefined }, 'apiVersion must not be empty'],
  ['an empty version', { ...entry, apiVersion: '' }, 'apiVersion must not be empty'],
  ['no type of fields', { ...entry, fieldsType: undefined }, 'missing fieldsType in managed fields entry 1'],
  ['null as the type of fields', { ...entry, fieldsType: null }, 'missing fieldsType in managed fields entry 1'],
  ['an empty type of fields', { ...entry, fieldsType: '' }, 'missing fieldsType in managed fields entry 1'],
  ['another type of fields', { ...entry, fieldsType: 'V2' }, 'invalid fieldsType "V2" in managed fields entry 1'],
  ['a time that cannot be parsed', { ...entry, time: 'yesterday' }, 'parsing time "yesterday"'],
])('an entry with %s is refused: %s', (_what, broken, message) => {
  expect(() => decodeManagers([entry, broken])).toThrow(new RangeError(message));
});

test('only a list has managers', () => {
  for (const entries of [undefined, null, {}, 'x']) expect(decodeManagers(entries).size).toBe(0);
});
