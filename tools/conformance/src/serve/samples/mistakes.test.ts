import type { JsonValue } from '@kb/apimachinery';
import { type JsonSchemaProps, validateListTypes, validateSchema } from '@kb/apimachinery/schema';
import { expect, test } from 'vitest';
import { mistakesAt } from './mistakes.ts';

const cases: readonly (readonly [what: string, schema: JsonSchemaProps, value: JsonValue])[] = [
  ['one character too many', { type: 'string', maxLength: 3 }, 'a'],
  ['one character too few', { type: 'string', minLength: 2 }, 'abc'],
  ['no match of the pattern', { type: 'string', pattern: '^[a-z]+$' }, 'abc'],
  ['no date', { type: 'string', format: 'date' }, '2026-01-02'],
  ['a text that is not in the enum', { type: 'string', enum: ['a'] }, 'a'],
  ['a number that is not in the enum', { type: 'integer', enum: [1] }, 1],
  ['a fraction', { type: 'integer' }, 1],
  ['a number above 2^31', { type: 'integer', format: 'int32' }, 1],
  ['beyond the minimum', { type: 'integer', minimum: 3 }, 4],
  ['beyond the maximum', { type: 'number', maximum: 3 }, 1],
  ['the maximum itself', { type: 'number', maximum: 3, exclusiveMaximum: true }, 1],
  ['between two multiples', { type: 'number', multipleOf: 0.5 }, 1],
  ['one item too many', { type: 'array', items: { type: 'integer' }, maxItems: 2 }, [1]],
  ['too few items', { type: 'array', items: { type: 'integer' }, minItems: 1 }, [1]],
  ['null as an item', { type: 'array', items: { type: 'integer' } }, [1]],
  ['the first item of the set again', { type: 'array', items: {}, 'x-kubernetes-list-type': 'set' }, ['a']],
  ['without a, which is required', { type: 'object', properties: { a: {} }, required: ['a'] }, { a: 1 }],
  ['too few fields', { type: 'object', minProperties: 1, additionalProperties: {} }, { a: 1 }],
  ['one entry too many', { type: 'object', maxProperties: 1, additionalProperties: {} }, { a: 1 }],
  ['null', { type: 'string' }, 'a'],
  ['a list', { type: 'string' }, 'a'],
];

test.each(cases)('%s breaks the rule of %o', (what, schema, value) => {
  const found = mistakesAt(schema, value).find((mistake) => mistake.what === what);
  expect(found).toBeDefined();
  const errors = [...validateSchema(schema, found?.value ?? null), ...validateListTypes(schema, found?.value ?? null)];
  expect(errors).not.toEqual([]);
});

test('an embedded resource loses what it needs', () => {
  const schema: JsonSchemaProps = { type: 'object', 'x-kubernetes-embedded-resource': true };
  const whats = mistakesAt(schema, { apiVersion: 'v1', kind: 'A' }).map(({ what }) => what);
  expect(whats).toContain('a resource without apiVersion and kind');
});
