import { equalJson } from '@kb/apimachinery';
import { checkStructuralSchema } from '@kb/apimachinery/schema';
import { expect, test } from 'vitest';
import { kindsOf } from './kinds-of.ts';
import { randomDefinitions } from './random-schemas.ts';

test('random definitions are the same for the same seed, and the API server accepts them', () => {
  const definitions = randomDefinitions(1, 40);
  expect(definitions).toHaveLength(40);
  expect(equalJson(randomDefinitions(1, 40), definitions)).toBe(true);
  expect(equalJson(randomDefinitions(2, 40), definitions)).toBe(false);
  const kinds = definitions.flatMap(kindsOf);
  expect(kinds).toHaveLength(40);
  expect(kinds.flatMap(({ schema }) => checkStructuralSchema(schema, 'schema'))).toEqual([]);
});

test.each(['oneOf', 'anyOf', 'allOf', 'not', 'nullable', 'default', 'enum', 'additionalProperties'])(
  'random schemas have %s',
  (keyword) => {
    expect(JSON.stringify(randomDefinitions(1, 40))).toContain(`"${keyword}":`);
  },
);
