import { findSlowAttack } from '@kb/linear-time';
import { expect, test } from 'vitest';
import { validateSelectableFields } from './validate-selectable-fields.ts';

const schema = {
  type: 'object',
  properties: {
    metadata: { type: 'object', properties: { name: { type: 'string' } } },
    spec: {
      type: 'object',
      properties: {
        color: { type: 'string' },
        on: { type: 'boolean' },
        count: { type: 'integer' },
        share: { type: 'number' },
        list: { type: 'array', items: { type: 'string' } },
        "it's": { type: 'string' },
      },
    },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
  },
};
const problemsOf = (...paths: readonly string[]): string[] =>
  validateSelectableFields(
    paths.map((jsonPath) => ({ jsonPath })),
    schema,
    'f',
  ).map(({ field, message }) => `${field}: ${message}`);
const invalid = (path: string, why: string): string => `f[0].jsonPath: Invalid value: ${JSON.stringify(path)}: ${why}`;
const wrongType =
  'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';

// The messages of kube-apiserver 1.36 (its ValidFieldPath and ValidateCustomResourceSelectableFields).
test.each<[string, string[]]>([
  ['.spec.color', []],
  ['.spec.on', []],
  ['.spec.count', []],
  ['.labels.a', []],
  ['.spec.share', [wrongType]],
  ['.spec', [wrongType]],
  ['.spec.list', [wrongType]],
  ['.metadata.name', ['must not point to fields in metadata']],
  ['.metadata', ['must not point to fields in metadata', wrongType]],
  ['.spec.nope', ['is an invalid path: does not refer to a valid field']],
  ['.spec.color.x', ['is an invalid path: does not refer to a valid field']],
  ['spec.color', ['is an invalid path: expected [ or . but got: spec']],
  ['.spec.', ['is an invalid path: unexpected end of JSON path']],
  ['.', ['is an invalid path: unexpected end of JSON path']],
  ['.spec..color', ['is an invalid path: does not refer to a valid field']],
  [".spec['color']", ['is an invalid path: array notation is not allowed']],
  ['.spec.list[0]', ['is an invalid path: array notation is not allowed']],
  ['.spec]', ['is an invalid path: expected [ or . but got: ]']],
])('%s', (path, problems) => {
  expect(problemsOf(path)).toEqual(problems.map((why) => invalid(path, why)));
});

test('reports a field without a path, a duplicate field, and too many fields', () => {
  expect(problemsOf('')).toEqual(['f[0].jsonPath: Required value']);
  expect(problemsOf('.spec.color', '.spec.color')).toEqual(['f[1].jsonPath: Duplicate value: ".spec.color"']);
  const many = Array.from({ length: 9 }, (_, index) => `.labels.l${index}`);
  expect(problemsOf(...many.slice(1))).toEqual([]);
  expect(problemsOf(...many)).toEqual(['f: Too many: 9: must have at most 8 items']);
});

test('reads a path in linear time', async () => {
  expect(await findSlowAttack({ name: 'path', read: (text) => problemsOf(`.${text}`) })).toBeUndefined();
});
