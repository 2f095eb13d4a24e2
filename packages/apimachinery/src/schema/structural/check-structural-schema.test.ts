import { expect, test } from 'vitest';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { checkStructuralSchema, checkStructuralSchemaInSteps } from './check-structural-schema.ts';

const properties = (count: number, property: JsonSchemaProps): JsonSchemaProps => ({
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, property])),
});

test('shows no large schema in a message, but says so', () => {
  const branchOf = (count: number): JsonSchemaProps => ({ type: 'object', anyOf: [properties(count, {})] });
  const messageOf = (count: number): string =>
    checkStructuralSchema(branchOf(count), '$', { statusSubresource: true })[0]?.message ?? '';
  expect(messageOf(3)).toMatch(/^Invalid value: \{"ID":"","Schema":"",.*"p2":\{"ID":/);
  expect(messageOf(5000)).toMatch(/^Invalid value: \(more than 4000 objects and lists\): only \[/);
});

test('checks each default in a step of its own', () => {
  const schema = properties(100, { type: 'string', default: 1 });
  const steps = checkStructuralSchemaInSteps(schema, '$');
  let count = 0;
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) count += 1;
  expect(count).toBeGreaterThan(100);
  expect(step.value).toHaveLength(100);
  expect(step.value).toEqual(checkStructuralSchema(schema, '$'));
});
