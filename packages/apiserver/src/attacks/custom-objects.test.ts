import { findSlowAttack } from '@kb/linear-time';
import { expect, test } from 'vitest';
import { startWire, widgetDefinition, WIDGETS } from '../test-support/wire.ts';

const LARGEST = 128 * 1024;
/** Large enough for errors without a limit to be too many, or too long, for the memory. */
const HUGE = 1024 * 1024;
/** The most causes that an answer has: one more says that there are more. */
const MOST_CAUSES = 10_001;
/** Each text is there twice, with its quotes escaped. */
const MOST_BYTES = 12 * 1024 * 1024;

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
  any: { 'x-kubernetes-preserve-unknown-fields': true },
};
const schema = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } };
const wire = startWire({ crds: [widgetDefinition({ schema })] });

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
const attacks: Readonly<Record<string, (size: number) => string>> = {
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
  'labels with wrong keys': inMetadata('labels', '{}', (index) => `"-${index}":"-"`),
  'annotations with wrong keys': inMetadata('annotations', '{}', (index) => `"-${index}":"-"`),
  'finalizers with wrong names': inMetadata('finalizers', '[]', () => '"-"'),
  'managers without anything': inMetadata('managedFields', '[]', () => '{}'),
  'a label that is a number': (size) => object('{}', `,"labels":{"${'x'.repeat(size)}":1}`),
  'metadata with unknown fields': (size) => object('{}', `,${parts(size, (index) => `"u${index}":1`)}`),
};

const post = (body: string, query = ''): ReturnType<typeof wire.send> =>
  wire.send('POST', `${WIDGETS}?dryRun=All${query}`, { body, headers: { 'content-type': 'application/json' } });

test.each(Object.entries(attacks))('%s: the time grows with the size', async (_, attack) => {
  const read = ({ length }: string): Promise<unknown> => post(attack(length));
  expect(await findSlowAttack({ name: '', read, own: ['x'], general: false, largest: LARGEST })).toBeUndefined();
});

test.each(Object.entries(attacks))('%s: the answer is bounded', async (_, attack) => {
  for (const query of ['', '&fieldValidation=Strict']) {
    const { status, body, text: answer } = await post(attack(HUGE), query);
    expect([201, 400, 422]).toContain(status);
    expect(answer.length).toBeLessThan(MOST_BYTES);
    expect(body.details?.causes?.length ?? 0).toBeLessThanOrEqual(MOST_CAUSES);
  }
});
