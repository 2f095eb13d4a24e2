import { widgetDefinition } from '../../src/test-support/wire.ts';

const text = { type: 'string' };
const list = (items: object, rest: object = {}): object => ({ type: 'array', items, ...rest });
const map = (additionalProperties: object): object => ({ type: 'object', additionalProperties });
const set = list(text, { 'x-kubernetes-list-type': 'set' });
const embedded = {
  type: 'object',
  'x-kubernetes-embedded-resource': true,
  'x-kubernetes-preserve-unknown-fields': true,
};
const nested = (levels: number): object => (levels === 0 ? { maximum: 0 } : { anyOf: [nested(levels - 1)] });
/** Compares all items with each other: for 300 of them within the limit of the estimated cost. */
const SLOW_RULE = 'self.all(a, self.all(b, a != b + 1))';
const properties = {
  texts: list(text),
  either: list({ anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true }),
  joined: list({ type: 'integer', ...nested(20) }),
  numbers: map(list({ type: 'integer', maximum: 0 })),
  junctors: map(list({ type: 'integer', anyOf: [{ maximum: 0 }, { maximum: -1 }], not: { minimum: 5 } })),
  objects: map({ type: 'object', properties: { a: text } }),
  sets: map(set),
  set,
  embeddeds: map(list(embedded)),
  embedded: list(embedded),
  pattern: list({ ...text, pattern: '^(a|a)*(a*)*$' }),
  repeated: list({ ...text, pattern: 'a[ab]{1000}[cd]{1000}' }),
  unequal: list({ type: 'integer' }, { maxItems: 300, 'x-kubernetes-validations': [{ rule: SLOW_RULE }] }),
  any: { 'x-kubernetes-preserve-unknown-fields': true },
};
const schema = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } };
/** The definition of the Widgets that {@link hostileObjects} are. */
export const hostileWidgets: object = widgetDefinition({ schema });

const object = (spec: string, metadata = ''): string =>
  `{"apiVersion":"lab.example.com/v1","kind":"Widget","metadata":{"name":"a"${metadata}},"spec":${spec}}`;
/** Parts with commas between them, as many as have this size. */
const parts = (size: number, part: (index: number) => string): string => {
  const all: string[] = [];
  for (let length = 0, index = 0; length < size; index += 1) {
    const next = part(index);
    all.push(next);
    length += next.length + 1;
  }
  return all.join(',');
};
/** A map with one entry, whose key is in every path, and takes half of the size. */
const longKey =
  (property: string, [open, close]: string, part: (index: number) => string) =>
  (size: number) =>
    object(`{"${property}":{"${'x'.repeat(size / 2)}":${open}${parts(size / 2, part)}${close}}}`);
const inMetadata =
  (field: string, [open, close]: string, part: (index: number) => string) =>
  (size: number) =>
    object('{}', `,"${field}":${open}${parts(size, part)}${close}`);
const inSpec =
  (property: string, [open, close]: string, part: (index: number) => string) =>
  (size: number) =>
    object(`{"${property}":${open}${parts(size, part)}${close}}`);

/** Objects of about `size` characters that are made to take long, or to have long answers. */
export const hostileObjects: Readonly<Record<string, (size: number) => string>> = {
  'items of the wrong type': inSpec('texts', '[]', () => '1'),
  'items that fit no branch': inSpec('either', '[]', () => 'true'),
  'items that fit no branch of a branch of a branch': inSpec('joined', '[]', () => '1'),
  'items that are too large, at a long path': longKey('numbers', '[]', () => '1'),
  'items that fit no branch, at a long path': longKey('junctors', '[]', () => '1'),
  'items that fit one branch': longKey('junctors', '[]', () => '0'),
  'unknown fields, at a long path': longKey('objects', '{}', (index) => `"${index}":1`),
  'items that are there twice': inSpec('set', '[]', (index) => `"${index >> 1}"`),
  'items that are there twice, at a long path': longKey('sets', '[]', (index) => `"${index >> 1}"`),
  'embedded objects without a kind': inSpec('embedded', '[]', () => '{}'),
  'embedded objects without a kind, at a long path': longKey('embeddeds', '[]', () => '{}'),
  'keys that are there twice': inSpec('any', '{}', (index) => `"${index >> 1}":1`),
  'a key that is there again and again, at a long path': longKey('any', '{}', () => '"a":1'),
  'numbers that Go writes otherwise': inSpec('any', '[]', () => '1.0'),
  'numbers that Go writes otherwise, at a long path': longKey('any', '[]', () => '1.0'),
  'owners that control': inMetadata('ownerReferences', '[]', () => '{"controller":true}'),
  'owners that all control': inMetadata(
    'ownerReferences',
    '[]',
    (index) => `{"apiVersion":"v1","kind":"A","name":"a","uid":"${index}","controller":true}`,
  ),
  'labels with wrong keys': inMetadata('labels', '{}', (index) => `"-${index}":"-"`),
  'annotations with wrong keys': inMetadata('annotations', '{}', (index) => `"-${index}":"-"`),
  'finalizers with wrong names': inMetadata('finalizers', '[]', () => '"-"'),
  'managers without anything': inMetadata('managedFields', '[]', () => '{}'),
  'a text against a pattern that backtracks': (size) => object(`{"pattern":["${'a'.repeat(size)}b"]}`),
  'texts against a pattern of many instructions': inSpec('repeated', '[]', (index) => `"${'ab'.repeat(20)}${index}"`),
  'texts against a pattern that backtracks': inSpec('pattern', '[]', () => `"${'a'.repeat(30)}b"`),
  'lists in lists': (size) => object(`{"any":${'['.repeat(size / 2)}${']'.repeat(size / 2)}}`),
  'objects in objects': (size) => object(`{"any":${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}}`),
  'more items than a rule expects': inSpec('unequal', '[]', () => '0'),
  'a label that is a number': (size) => object('{}', `,"labels":{"${'x'.repeat(size)}":1}`),
  'metadata with unknown fields': (size) => object('{}', `,${parts(size, (index) => `"u${index}":1`)}`),
};
