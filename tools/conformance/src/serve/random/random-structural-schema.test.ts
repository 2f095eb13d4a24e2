import { checkStructuralSchema } from '@kb/apimachinery/schema';
import { expect, test } from 'vitest';
import { placesOf } from '../../import/narrowness/places.ts';
import { randomOf } from '../../random.ts';
import { randomStructuralSchema } from './random-structural-schema.ts';
import { schemaCase } from './schema-case.ts';

const schemas = Array.from({ length: 400 }, (_, index) => randomStructuralSchema(randomOf(1, `schema ${index}`)));

test('random schemas have every keyword', () => {
  const keywords = new Set(
    schemas.flatMap((schema) => placesOf({ properties: { schema } }).flatMap((place) => Object.keys(place.schema))),
  );
  expect([...keywords].sort()).toEqual(
    expect.arrayContaining([
      ...'additionalProperties allOf anyOf default description enum example exclusiveMaximum'.split(' '),
      ...'exclusiveMinimum format items maxItems maxLength maxProperties maximum minItems minLength'.split(' '),
      ...'minProperties minimum multipleOf not nullable oneOf pattern properties required title type'.split(' '),
      ...'embedded-resource int-or-string list-map-keys list-type map-type preserve-unknown-fields'
        .split(' ')
        .map((name) => `x-kubernetes-${name}`),
      'x-kubernetes-validations',
    ]),
  );
});

test('most random schemas are structural, and some are not', () => {
  const wrong = schemas.filter(
    (schema) => checkStructuralSchema({ type: 'object', properties: { schema } }, 'schema').length > 0,
  ).length;
  expect(wrong).toBeGreaterThan(20);
  expect(wrong).toBeLessThan(200);
});

test('a case is the same for the same seed', () => {
  expect(schemaCase(1, 7)).toEqual(schemaCase(1, 7));
  expect(schemaCase(1, 7)).not.toEqual(schemaCase(2, 7));
});
