import { expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import type { JsonSchemaProps } from '../schema/json-schema-props.ts';
import { mergedPatch } from './merged-patch.ts';

const text: JsonSchemaProps = { type: 'string' };
const list = (properties: Record<string, JsonSchemaProps>): JsonSchemaProps => ({
  type: 'array',
  'x-kubernetes-patch-strategy': 'merge',
  'x-kubernetes-patch-merge-key': 'name',
  items: { type: 'object', properties },
});
const schema: JsonSchemaProps = {
  type: 'object',
  properties: {
    labels: { type: 'object', properties: { a: text } },
    strategy: { type: 'object', properties: { type: text } },
    selector: { type: 'object', 'x-kubernetes-patch-strategy': 'replace', properties: { a: text } },
    args: { type: 'array', items: text },
    containers: list({
      name: text,
      env: list({ name: text }),
      strategy: { type: 'object', properties: { type: text } },
    }),
  },
};

test.each<[name: string, original: JsonObject, patch: JsonObject, want: JsonObject]>([
  ['keeps what the merge ignores', { labels: { a: '1' } }, { labels: { a: null } }, { labels: { a: null } }],
  ['removes the nulls of new values', {}, { labels: { a: null, b: ['x', { c: null }] } }, { labels: { b: ['x', {}] } }],
  ['takes replace out', { labels: { a: '1' } }, { labels: { $patch: 'replace', a: '2' } }, { labels: { a: '2' } }],
  ['keeps delete', { labels: { a: '1' } }, { labels: { $patch: 'delete' } }, { labels: { $patch: 'delete' } }],
  [
    'takes $retainKeys out',
    { strategy: {} },
    { strategy: { $retainKeys: ['type'], type: 'x' } },
    { strategy: { type: 'x' } },
  ],
  [
    'takes out lists that were sorted',
    { containers: [{ name: 'a' }] },
    { '$setElementOrder/containers': [{ name: 'a' }], containers: [{ name: 'a' }], args: ['x'] },
    { args: ['x'] },
  ],
  [
    'looks into items that were merged',
    { containers: [{ name: 'a', strategy: {} }] },
    {
      containers: [
        { name: 'a', strategy: { $retainKeys: [] } },
        { name: 'b', strategy: { $retainKeys: [] } },
      ],
    },
    {
      containers: [
        { name: 'a', strategy: {} },
        { name: 'b', strategy: { $retainKeys: [] } },
      ],
    },
  ],
  ['keeps replacements unchanged', { selector: { a: '1' } }, { selector: { a: null } }, { selector: { a: null } }],
])('%s', (_, original, patch, want) => {
  const before = structuredClone(patch);
  expect(mergedPatch(original, patch, schema)).toEqual(want);
  expect(patch).toEqual(before);
});
