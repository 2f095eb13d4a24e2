import { expect, test } from 'vitest';
import { checkValue } from './check-value.ts';
import { type FieldSchema, initialValue } from './field-schema.ts';

const schema: FieldSchema = {
  type: 'object',
  required: ['size'],
  properties: {
    size: { type: 'integer', minimum: 1, maximum: 9 },
    colour: { type: 'string', enum: ['red', 'blue'] },
    host: { type: 'string', pattern: '^[a-z]+$', maxLength: 5 },
    port: { 'x-kubernetes-int-or-string': true },
    tags: { type: 'array', items: { type: 'string', minLength: 1 }, maxItems: 2 },
    options: { type: 'object', additionalProperties: { type: 'boolean' } },
    odd: { type: 'string', pattern: '(?s)\\Qnot JavaScript' },
  },
};

test.each<[object, Record<string, string>]>([
  [{ size: 3, colour: 'red', host: 'abc', port: 'http', tags: ['a'], options: { a: true }, odd: 'not JavaScript' }, {}],
  [{ size: 3, odd: 'x' }, { odd: 'It does not match (?s)\\Qnot JavaScript.' }],
  [{}, { size: 'It is required.' }],
  [{ size: 0 }, { size: 'At least 1 is expected.' }],
  [{ size: 1.5 }, { size: 'A whole number is expected.' }],
  [{ size: Number.NaN }, { size: 'A number is expected.' }],
  [{ size: 1, colour: 'green' }, { colour: 'One of red, blue is expected.' }],
  [{ size: 1, host: 'ABC' }, { host: 'It does not match ^[a-z]+$.' }],
  [{ size: 1, host: 'abcdef' }, { host: 'At most 5 characters are expected.' }],
  [{ size: 1, tags: ['a', ''] }, { 'tags[1]': 'It must not be empty.' }],
  [{ size: 1, tags: ['a', 'b', 'c'] }, { tags: 'At most 2 items are expected.' }],
  [{ size: 1, options: { a: 'yes' } }, { 'options.a': 'true or false is expected.' }],
])('%j', (value, expected) => {
  expect(Object.fromEntries(checkValue(schema, value))).toEqual(expected);
});

test('a new value has what is required', () => {
  expect(initialValue(schema)).toEqual({ size: 1 });
});

test('patterns are those of RE2, in linear time', () => {
  const mistakesOf = (pattern: string, value: string): unknown[] => [
    ...checkValue({ type: 'string', pattern }, value).values(),
  ];
  expect(mistakesOf('(?i)^ABC\\z', 'abc')).toEqual([]);
  expect(mistakesOf('(?i)^ABC\\z', 'abd')).toEqual(['It does not match (?i)^ABC\\z.']);
  expect(mistakesOf('^(a+)+$', `${'a'.repeat(1000)}b`)).toEqual(['It does not match ^(a+)+$.']);
  expect(mistakesOf('(', 'anything')).toEqual([]);
});

test('an integer past 2^53 is within the same bounds', () => {
  expect(Object.fromEntries(checkValue(schema, { size: 2n ** 60n }))).toEqual({ size: 'At most 9 is expected.' });
  expect(Object.fromEntries(checkValue({ type: 'integer' }, 2n ** 60n))).toEqual({});
});
