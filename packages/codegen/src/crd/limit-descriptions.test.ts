import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limitDescriptions } from './limit-descriptions.ts';

const cut = (description: string, limit: number | undefined): string | undefined =>
  limitDescriptions({ description }, limit).description;

test.each<[description: string, limit: number | undefined, result: string | undefined]>([
  ['One. Two. Three.', 100, 'One. Two. Three.'],
  ['One. Two. Three.', 16, 'One. Two. Three.'],
  ['One. Two. Three.', 15, 'One. Two.'],
  ['One. Two. Three.', 8, 'One.'],
  ['See e.g. this one', 12, 'See e.g.'],
  ['Is it? No', 8, 'Is it?'],
  ['some words here', 12, 'some words...'],
  ['some words here', 10, 'some...'],
  ['some\nwords here', 8, 'some...'],
  ['someword', 4, 'some...'],
  ['.hidden files', 10, '.hidden...'],
  [' leading', 4, ' lea...'],
  // controller-gen leaves part of the character here.
  ['aäb', 2, 'a...'],
  ['日本。語', 9, '日本。'],
  ['日本。語', 8, '日本...'],
  ['text', 0, undefined],
  ['text', undefined, 'text'],
])('cuts %j at %s', (description, limit, result) => {
  expect(cut(description, limit)).toBe(result);
});

test('cuts descriptions at any depth, and changes nothing else', () => {
  const inner: JsonSchemaProps = { description: 'One. Two.', type: 'string', default: { description: 'One. Two.' } };
  const limited: JsonSchemaProps = { ...inner, description: 'One.' };
  const around = (each: JsonSchemaProps): JsonSchemaProps => ({
    description: each === inner ? 'One. Two.' : 'One.',
    properties: { description: each },
    items: each,
    additionalProperties: each,
    allOf: [each],
    anyOf: [each],
    oneOf: [each],
    not: each,
  });
  const before = structuredClone(around(inner));
  expect(limitDescriptions(before, 6)).toEqual(around(limited));
  expect(before).toEqual(around(inner));
  expect(limitDescriptions({ additionalProperties: true, title: 'One. Two.' }, 1)).toEqual({
    additionalProperties: true,
    title: 'One. Two.',
  });
});

test('leaves a beginning of the text, at most three bytes longer than the limit', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.integer({ min: 1, max: 60 }), (text, limit) => {
      const result = cut(text, limit) ?? '';
      expect(text.startsWith(result) || text.startsWith(result.slice(0, -3))).toBe(true);
      expect(Buffer.byteLength(result)).toBeLessThanOrEqual(limit + 3);
      expect(result.isWellFormed()).toBe(true);
    }),
  );
});

test('keeps a schema in many places one object', () => {
  let schema: JsonSchemaProps = { description: 'A leaf.' };
  for (let level = 0; level < 60; level += 1) schema = { properties: { a: schema, b: schema } };
  const { properties } = limitDescriptions(schema, 3);
  expect(properties?.['a']).toBe(properties?.['b']);
});
