import type { KubernetesObject } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { shownChanges } from './shown-changes.ts';

const object: KubernetesObject & { spec: object } = {
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: {
    name: 'cog',
    namespace: 'default',
    uid: '1f',
    creationTimestamp: '2026-01-01T00:00:00Z',
    generation: 1,
    resourceVersion: '7',
    managedFields: [{ manager: 'kb', operation: 'Update', fieldsType: 'FieldsV1', fieldsV1: {} }],
  },
  spec: { size: 3 },
};

test('an object that is created or deleted has its own fields, and not what the server gives each', () => {
  const paths = ['apiVersion', 'kind', 'metadata.name', 'metadata.namespace', 'spec'];
  const sorted = (changes: readonly { readonly path: string }[]): string[] =>
    changes.map(({ path }) => path).toSorted();
  expect(sorted(shownChanges(undefined, object))).toEqual(paths);
  expect(sorted(shownChanges(object, undefined))).toEqual(paths);
});

test('an object that was made again under its name has another uid', () => {
  const again = { ...object, metadata: { ...object.metadata, uid: '2f' } };
  expect(shownChanges(object, again)).toEqual([{ path: 'metadata.uid', before: '1f', after: '2f' }]);
});
