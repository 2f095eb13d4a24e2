import type { Area } from '../../sequence.ts';
import { sequence } from '../../steps.ts';
import { list, object, properties, roots, text } from './try-schemas.ts';

const listOf = (type: string, items: object = text, rest: object = {}): object =>
  list(items, { 'x-kubernetes-list-type': type, ...rest });
const keyed = (keys: readonly string[], item: object, rest: object = {}): object =>
  listOf('map', item, { 'x-kubernetes-list-map-keys': keys, ...rest });
const item = (members: object, required: readonly string[] = Object.keys(members)): object =>
  object(members, { required });

/** Rules for single keywords. */
export const schemaKeywords: Area = {
  name: 'keywords of schemas',
  sequences: [
    sequence(
      'names of types',
      ...properties(...['null', 'foo', 'String', 'any', 'int', 'file', 'object', 'integer'].map((type) => ({ type }))),
      ...properties({ type: 'array', items: { type: 'null' } }, { type: 'string', anyOf: [{ type: 'null' }] }),
    ),
    sequence(
      'keywords that are empty',
      ...properties({ type: 'string', dependencies: {} }, { type: 'string', definitions: {}, patternProperties: {} }),
    ),
    sequence(
      'keywords that are not supported',
      ...properties(
        ...[
          { id: 'x' },
          { id: '' },
          { $schema: 'x' },
          { $ref: '#/definitions/a' },
          { $ref: '' },
          { additionalItems: true },
          { additionalItems: false },
          { additionalItems: text },
          { patternProperties: { a: text } },
          { patternProperties: {} },
          { definitions: { a: text } },
          { definitions: { a: { type: 'foo' } } },
          { dependencies: { a: ['b'] } },
          { dependencies: { a: { type: 'foo' } } },
          { patternProperties: { a: { type: 'foo', default: 1 } }, additionalItems: { type: 'foo' } },
          { id: 'x', $schema: 'y', $ref: 'z', additionalItems: true, definitions: { a: {} } },
        ].map((keyword) => object({ x: text }, keyword)),
      ),
      ...roots({ type: 'object', $schema: 'x' }, { type: 'object', $schema: 'x', nullable: true }, { $ref: '#/a' }),
      ...properties(
        { type: 'array', items: [text] },
        { type: 'array', items: [] },
        { type: 'array', items: [{ type: 'foo' }] },
      ),
      ...properties({ type: 'string', anyOf: [{ $ref: 'x' }] }, { type: 'string', not: { id: 'x' } }),
    ),
    sequence(
      'items that differ, and unknown fields that are not kept',
      ...properties(
        { ...list(text), uniqueItems: true },
        { type: 'string', uniqueItems: true },
        { type: 'object', 'x-kubernetes-preserve-unknown-fields': false },
        { type: 'object', 'x-kubernetes-preserve-unknown-fields': false, 'x-kubernetes-embedded-resource': true },
        { type: 'string', 'x-kubernetes-preserve-unknown-fields': true },
      ),
    ),
    sequence(
      'types of maps',
      ...properties(
        ...['atomic', 'granular', 'foo', ''].map((type) => ({ type: 'object', 'x-kubernetes-map-type': type })),
        { type: 'string', 'x-kubernetes-map-type': 'atomic' },
        { 'x-kubernetes-map-type': 'atomic', 'x-kubernetes-preserve-unknown-fields': true },
        { type: 'string', 'x-kubernetes-map-type': 'foo' },
      ),
    ),
    sequence(
      'types of lists',
      ...properties(
        ...['atomic', 'set', 'map', 'foo', ''].map((type) => listOf(type)),
        { type: 'object', 'x-kubernetes-list-type': 'set' },
        { 'x-kubernetes-list-type': 'set', 'x-kubernetes-preserve-unknown-fields': true },
        { type: 'string', 'x-kubernetes-list-type': 'foo', 'x-kubernetes-list-map-keys': ['a'] },
      ),
    ),
    sequence(
      'sets of lists and of objects',
      ...properties(
        listOf('set', list(text)),
        listOf('set', listOf('set')),
        listOf('set', listOf('atomic')),
        listOf('set', listOf('map', object({ a: text }), { 'x-kubernetes-list-map-keys': ['a'] })),
        listOf('set', object({ a: text })),
        listOf('set', object({ a: text }, { 'x-kubernetes-map-type': 'granular' })),
        listOf('set', object({ a: text }, { 'x-kubernetes-map-type': 'atomic' })),
        listOf('set', { type: 'string', nullable: true }),
        listOf('atomic', { type: 'string', nullable: true }),
        listOf('set', { 'x-kubernetes-int-or-string': true }),
      ),
    ),
    sequence(
      'lists with keys',
      ...properties(
        keyed(['a'], item({ a: text })),
        keyed(['a', 'b'], item({ a: text, b: { type: 'integer' } })),
        keyed([], item({ a: text })),
        listOf('map', item({ a: text })),
        keyed(['x'], item({ a: text })),
        keyed(['a', 'a'], item({ a: text })),
        keyed(['a', 'x', 'x'], item({ a: text })),
        keyed(['a'], text),
        keyed(['a'], { 'x-kubernetes-preserve-unknown-fields': true }),
        keyed(['a'], { type: 'object', additionalProperties: text }),
        keyed(['a'], item({ a: object({}) })),
        keyed(['a'], item({ a: list(text) })),
        keyed(['a'], item({ a: { 'x-kubernetes-int-or-string': true } })),
        keyed(['a'], item({ a: text }, [])),
        keyed(['a', 'b'], item({ a: text, b: text }, ['b'])),
        keyed(['a'], item({ a: { type: 'string', default: 'x' } }, [])),
        keyed(['a'], item({ a: { type: 'string', default: null } }, [])),
        keyed(['a'], item({ a: { type: 'string', nullable: true } })),
        keyed(['a'], { ...item({ a: text }), nullable: true }),
        { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['a'] },
        { type: 'array', items: [text], 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['a'] },
        { ...list(item({ a: text })), 'x-kubernetes-list-map-keys': ['a'] },
        listOf('set', text, { 'x-kubernetes-list-map-keys': ['a'] }),
        { type: 'object', 'x-kubernetes-list-map-keys': ['a'] },
      ),
    ),
    sequence(
      'embedded resources in metadata',
      ...roots(
        object({
          metadata: object({
            name: {
              type: 'object',
              'x-kubernetes-embedded-resource': true,
              'x-kubernetes-preserve-unknown-fields': true,
            },
          }),
        }),
        object({ kind: { type: 'object', 'x-kubernetes-embedded-resource': true } }),
      ),
    ),
    sequence(
      'what is not looked at',
      ...properties(
        { type: 'string', minLength: 5, maxLength: 1 },
        { type: 'string', minLength: -1, maxLength: -5 },
        { type: 'integer', enum: ['a', {}, null] },
        { type: 'string', enum: [] },
        { type: 'string', enum: ['a', 'a'] },
        object({ x: text }, { required: ['y', 'y', ''] }),
        { type: 'integer', multipleOf: 0 },
        { type: 'integer', multipleOf: -1 },
        { type: 'string', maximum: 1, maxItems: -1, maxProperties: 0, minItems: 7 },
        { type: 'string', example: { a: 1 }, title: '', externalDocs: { url: 'no url' } },
        { type: 'number', minimum: 2, maximum: 1, exclusiveMinimum: true },
      ),
    ),
    sequence(
      'formats',
      ...properties(
        ...'bsonobjectid uri email hostname ipv4 ipv6 cidr mac uuid uuid3 uuid4 uuid5 isbn isbn10 isbn13 creditcard ssn hexcolor rgbcolor byte password date duration datetime date-time k8s-short-name k8s-long-name'
          .split(' ')
          .map((format) => ({ type: 'string', format })),
        ...[
          'foo',
          'Date',
          'date_time',
          'd-a-t-e',
          'ipv-4',
          'int32',
          'regex',
          'binary',
          'ulid',
          'json-pointer',
          'time',
          ' ',
          'ip',
          'int-or-string',
          'quantity',
        ].map((format) => ({
          type: 'string',
          format,
        })),
        ...['int32', 'int64', 'uint32', 'double', 'int16', 'date', 'Int64'].map((format) => ({
          type: 'integer',
          format,
        })),
        ...['float', 'double', 'int32', 'float32'].map((format) => ({ type: 'number', format })),
        ...['date', 'foo', 'int32'].flatMap((format) => [
          { type: 'boolean', format },
          { type: 'object', format },
          { 'x-kubernetes-int-or-string': true, format },
        ]),
        // One property each: Go visits several in a random order.
        object({ x: { ...list({ type: 'string', format: 'bar' }), format: 'foo' } }, { format: 'foo' }),
        { type: 'string', anyOf: [{ format: 'foo' }], not: { format: 'bar' } },
        { type: 'object', additionalProperties: { type: 'string', format: 'baz "q"' } },
        object({ x: { ...list({ type: 'string', format: 'aa' }), format: 'zz' } }, { format: 'mm' }),
      ),
    ),
  ],
};
