import type { Area } from '../../sequence.ts';
import { sequence } from '../../steps.ts';
import { list, object, properties, roots, text } from './try-schemas.ts';

const embedded = { 'x-kubernetes-embedded-resource': true };
const preserving = { 'x-kubernetes-preserve-unknown-fields': true };
const metadataOf = (members: object): object => object({ metadata: object(members), spec: object({}) }, embedded);

/** What a default may be. */
export const schemaDefaults: Area = {
  name: 'defaults of schemas',
  sequences: [
    sequence(
      'defaults with unknown fields',
      ...properties(
        { type: 'object', default: { y: 1 } },
        object({ x: text }, { default: { x: 'a', y: 1, z: {} } }),
        object({ x: object({ y: text }) }, { default: { x: { y: 'a', '<z>': 1 } } }),
        list(object({ x: text }), { default: [{ x: 'a' }, { y: 'b' }] }),
        { type: 'object', additionalProperties: object({ x: text }), default: { a: { y: 1 } } },
        { type: 'object', additionalProperties: true, default: { a: { y: 1 } } },
        { type: 'object', ...preserving, default: { a: { y: 1 } } },
        object({ x: object({ y: text }) }, { ...preserving, default: { a: 1, x: { z: 1 } } }),
        object({ x: object({ y: text }, { default: { z: 1 } }) }),
      ),
    ),
    sequence(
      'defaults that are not valid',
      ...properties(
        { type: 'string', default: 5 },
        { type: 'integer', default: 'a' },
        { type: 'integer', default: 1.5 },
        { type: 'integer', default: 1.0 },
        { type: 'number', default: 1 },
        { type: 'boolean', default: 'true' },
        { type: 'object', default: [] },
        { type: 'array', items: text, default: {} },
        { type: 'array', items: text, default: [1, 'a', null] },
        { type: 'string', enum: ['a', 'b'], default: 'c' },
        { type: 'string', maxLength: 2, pattern: '^x', default: 'abc' },
        { type: 'string', minLength: 5, default: '' },
        { type: 'string', format: 'date', default: 'x' },
        { type: 'string', format: 'ipv4', default: '1.2.3' },
        { type: 'integer', minimum: 5, maximum: 3, default: 4 },
        { type: 'integer', format: 'int32', default: 4294967296 },
        { type: 'number', multipleOf: 0.5, default: 0.7 },
        list(text, { maxItems: 1, default: ['a', 'b'] }),
        list(text, { minItems: 3, default: ['a'] }),
        object({ x: text }, { required: ['x', 'y'], default: {} }),
        object({ x: { type: 'string', default: 'a' } }, { required: ['x'], default: {} }),
        object({ x: { type: 'integer' } }, { default: { x: 'a' } }),
        object({ x: object({ y: { type: 'integer', maximum: 1 } }) }, { default: { x: { y: 2 } } }),
        { type: 'object', additionalProperties: { type: 'integer' }, default: { a: 'b', 'c.d': 'e' } },
        object({ x: text, y: text }, { maxProperties: 1, minProperties: 5, default: { x: 'a', y: 'b' } }),
        { type: 'string', anyOf: [{ maxLength: 1 }, { pattern: '^a' }], default: 'bcd' },
        { type: 'string', oneOf: [{ maxLength: 5 }, { minLength: 1 }], default: 'abc' },
        { type: 'string', allOf: [{ maxLength: 1 }, { pattern: '^a' }], default: 'bcd' },
        { type: 'string', not: { pattern: '^a' }, default: 'abc' },
        { 'x-kubernetes-int-or-string': true, default: true },
        { 'x-kubernetes-int-or-string': true, default: 1.5 },
        { 'x-kubernetes-int-or-string': true, default: '5' },
        { type: 'string', nullable: true, default: null },
        { ...preserving, default: [1, { a: null }] },
      ),
    ),
    sequence(
      'where defaults are',
      ...properties(
        { type: 'object', additionalProperties: { type: 'string', default: 5 } },
        { type: 'object', additionalProperties: object({ x: { type: 'string', default: 5 } }) },
        list({ type: 'string', default: 5 }),
        list(object({ x: { type: 'string', default: 5 } })),
        object({ x: { type: 'string', default: 5 }, y: { type: 'integer', default: 'a' } }, { default: { x: 1 } }),
        list({ type: 'string', nullable: true, default: 'a' }, { default: [null] }),
        { ...list(text, { default: ['a', 'a'] }), 'x-kubernetes-list-type': 'set' },
        {
          ...list(object({ k: text }, { required: ['k'] }), { default: [{ k: 'a' }, { k: 'a' }] }),
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['k'],
        },
        { type: 'string', anyOf: [{ default: 5 }] },
      ),
      ...roots(
        object({ a: text }, { default: {} }),
        object({ a: text }, { default: { apiVersion: 'a/v1', kind: 'A', metadata: {} } }),
        object({ a: text }, { default: null }),
        object({ a: text }, { default: 'x' }),
        object({ a: text }, { default: { b: 1 } }),
        object({ spec: object({ a: text }, { default: { a: 1 } }) }),
      ),
    ),
    sequence(
      'defaults of metadata',
      ...roots(
        object({ metadata: object({ name: { type: 'string', default: 'a' } }) }),
        object({ metadata: { type: 'object', default: {} } }),
        object({ kind: { type: 'string', default: 'A' }, apiVersion: { type: 'string', default: 'b' } }),
        object({
          metadata: object({ labels: { type: 'object', additionalProperties: { type: 'string', default: 'x' } } }),
        }),
      ),
      ...properties(
        metadataOf({ name: { type: 'string', default: 'a' } }),
        metadataOf({ name: { type: 'string', default: 'A_' } }),
        metadataOf({ name: { type: 'integer', default: 5 } }),
        metadataOf({ labels: { type: 'object', additionalProperties: text, default: { a: 'b' } } }),
        metadataOf({ labels: { type: 'object', additionalProperties: text, default: { 'a b': 'b' } } }),
        metadataOf({ labels: { type: 'object', additionalProperties: { type: 'string', default: 'x' } } }),
        metadataOf({ finalizers: list({ type: 'string', default: 'x' }) }),
        metadataOf({ unknown: { type: 'string', default: 'x' } }),
        object({ kind: { type: 'string', default: 'A' }, apiVersion: { type: 'string', default: 'a/b/c' } }, embedded),
        object({ kind: { type: 'string', default: '' }, apiVersion: { type: 'string', default: '' } }, embedded),
        object({ kind: { type: 'string', default: 'no kind!' } }, embedded),
      ),
    ),
    sequence(
      'defaults of embedded resources',
      ...properties(
        ...[
          {},
          { kind: 'A' },
          { apiVersion: 'v1', kind: 'A' },
          { apiVersion: 'v1', kind: 'A', metadata: { name: 'a' } },
          { apiVersion: 'v1', kind: 'A', metadata: { name: 'A_', labels: { 'a b': '' } } },
          { apiVersion: 'v1', kind: 'A', metadata: { name: 5 } },
          { apiVersion: 'v1', kind: 'A', metadata: { unknown: 1 } },
          { apiVersion: 'v1', kind: 'A', metadata: null },
          { apiVersion: 'v1', kind: 'A', metadata: 'x' },
          { apiVersion: 5, kind: 'A' },
          { apiVersion: 'a/b/c', kind: 'no kind' },
          { apiVersion: 'v1', kind: 'A', other: 1 },
        ].flatMap((value) => [
          { type: 'object', ...embedded, ...preserving, default: value },
          object({ spec: text }, { ...embedded, default: value }),
        ]),
        object({ inner: { type: 'object', ...embedded, ...preserving } }, { default: { inner: { kind: 'A' } } }),
        list({ type: 'object', ...embedded, ...preserving }, { default: [{ apiVersion: 'v1' }] }),
      ),
    ),
  ],
};
