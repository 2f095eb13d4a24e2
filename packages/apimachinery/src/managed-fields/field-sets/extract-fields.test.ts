import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../json.ts';
import type { FieldsV1, ManagedFieldsEntry } from '../../object/object.ts';
import { extractFields, managedSetOf } from './extract-fields.ts';
import { fieldSetOf, isEmptyFieldSet } from './field-set.ts';
import { parseFieldsV1 } from './fields-v1.ts';

const value: JsonValue = {
  kind: 'K',
  spec: {
    replicas: 1,
    labels: { a: '1', b: '2' },
    atoms: [1, 2],
    tags: ['x', 'y'],
    empty: {},
    ports: [
      { port: 80, protocol: 'TCP', name: 'web' },
      { port: 81, name: 'other' },
      { port: 82, protocol: 'UDP' },
    ],
  },
};

test.each<[fields: FieldsV1, want: JsonValue | undefined]>([
  [{}, undefined],
  [{ 'f:spec': { 'f:replicas': {} } }, { spec: { replicas: 1 } }],
  [{ 'f:spec': { 'f:gone': {}, 'f:labels': { 'f:b': {} } } }, { spec: { labels: { b: '2' } } }],
  [{ 'f:spec': { 'f:gone': {} } }, undefined],
  [
    { 'f:spec': { 'f:atoms': {}, 'f:tags': { 'v:"y"': {} }, 'f:empty': {} } },
    { spec: { atoms: [1, 2], tags: ['y'], empty: {} } },
  ],
  [
    { 'f:spec': { 'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:name': {} } } } },
    { spec: { ports: [{ port: 80, protocol: 'TCP', name: 'web' }] } },
  ],
  [
    {
      'f:spec': {
        'f:ports': { 'k:{"port":82,"protocol":"UDP"}': {}, 'k:{"port":81,"protocol":"TCP"}': { 'f:name': {} } },
      },
    },
    {
      spec: {
        ports: [
          { port: 81, name: 'other' },
          { port: 82, protocol: 'UDP' },
        ],
      },
    },
  ],
  [{ 'f:spec': { 'f:labels': { '.': {}, 'f:gone': {} } } }, { spec: { labels: {} } }],
  [{ 'f:spec': { 'f:replicas': { 'f:deeper': {} } } }, undefined],
])('%j', (fields, want) => {
  expect(extractFields(value, parseFieldsV1(fields))).toEqual(want);
});

describe('what a manager owns', () => {
  const entry = (rest: Partial<ManagedFieldsEntry>): ManagedFieldsEntry => ({
    manager: 'm',
    operation: 'Apply',
    apiVersion: 'v1',
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:a': {} },
    ...rest,
  });
  const object = {
    metadata: {
      managedFields: [
        entry({}),
        entry({ subresource: 'status', fieldsV1: { 'f:status': {} } }),
        entry({ operation: 'Update', fieldsV1: { 'f:b': {} } }),
        entry({ operation: 'Update', apiVersion: 'v2', fieldsV1: { 'f:c': {} } }),
        entry({ manager: 'n' }),
      ],
    },
  };

  test.each([
    { query: { manager: 'm' }, want: fieldSetOf(['f:a']) },
    { query: { manager: 'm', subresource: 'status' }, want: fieldSetOf(['f:status']) },
    { query: { manager: 'm', operation: 'Update' as const }, want: fieldSetOf(['f:b'], ['f:c']) },
  ])('$query', ({ query, want }) => {
    expect(managedSetOf(object, query)).toEqual(want);
  });

  test('is nothing for a manager without an entry', () => {
    expect(isEmptyFieldSet(managedSetOf({ metadata: {} }, { manager: 'm' }))).toBe(true);
  });
});
