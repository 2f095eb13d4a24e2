import { expect, test } from 'vitest';
import { problemOf } from './problem-of.ts';

const text = (more: string): string =>
  `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: shops\n${more}`;
const spec = 'spec:\n  versions:\n  - schema:\n      required: [a, b]\n      default: {}\n';
const problem = (wanted: string, given: string): string | undefined =>
  problemOf(text(wanted), { errors: [], generated: new Map([['shops', text(given)]]) });

test.each([
  { what: 'the same', wanted: spec, given: spec },
  { what: 'another order of keys', wanted: 'spec: { a: 1, b: 2 }\n', given: 'spec: { b: 2, a: 1 }\n' },
  { what: 'status and what the API server sets', wanted: `${spec}status: {}\n`, given: spec },
  { what: 'time of creation', wanted: '  creationTimestamp: null\n', given: '' },
  {
    what: "the generator's version",
    wanted: '  annotations: { controller-gen.kubebuilder.io/version: v1 }\n',
    given: '  annotations: { codegen.kb/version: v2 }\n',
  },
  { what: 'a field that is null', wanted: 'spec: { a: null, b: 1 }\n', given: 'spec: { b: 1 }\n' },
  { what: 'no labels, said in two ways', wanted: '  labels: {}\n', given: '' },
])('$what comes back', ({ wanted, given }) => {
  expect(problem(wanted, given)).toBeUndefined();
});

test.each([
  {
    what: 'a keyword',
    wanted: spec,
    given: spec.replace('      default: {}\n', ''),
    said: ['shops: spec.versions[0].schema.default', 'wanted {}', 'given  nothing'],
  },
  {
    what: 'an addition',
    wanted: spec,
    given: `${spec}      format: x\n`,
    said: ['spec.versions[0].schema.format', 'wanted nothing', 'given  "x"'],
  },
  {
    what: 'another order of a list',
    wanted: spec,
    given: spec.replace('a, b', 'b, a'),
    said: ['required[0]', 'wanted "a"', 'given  "b"'],
  },
  {
    what: 'an item more',
    wanted: spec,
    given: spec.replace('a, b', 'a, b, c'),
    said: ['required', '"a","b"]', '"a","b","c"]'],
  },
  {
    what: 'false that is said',
    wanted: 'spec: { a: false }\n',
    given: 'spec: {}\n',
    said: ['spec.a', 'wanted false', 'given  nothing'],
  },
  {
    what: 'nothing for an object',
    wanted: 'spec: { a: {} }\n',
    given: 'spec: { a: null }\n',
    said: ['spec.a', 'wanted {}', 'given  nothing'],
  },
  {
    what: 'another type of a number',
    wanted: 'spec: { a: 1 }\n',
    given: 'spec: { a: "1" }\n',
    said: ['wanted 1', 'given  "1"'],
  },
  {
    what: 'an integer that no number holds',
    wanted: 'spec: { a: 9223372036854775807 }\n',
    given: 'spec: { a: 9223372036854775806 }\n',
    said: ['5807', '5806'],
  },
  { what: 'a label', wanted: '  labels: { a.b/c: x }\n', given: '', said: ['metadata.labels["a.b/c"]', 'wanted "x"'] },
  {
    what: 'an annotation',
    wanted: '',
    given: '  annotations: { keep: "x" }\n',
    said: ['metadata.annotations.keep', 'given  "x"'],
  },
  { what: 'a space', wanted: 'spec: { a: "x  y" }\n', given: 'spec: { a: "x y" }\n', said: ['"x  y"', '"x y"'] },
])('$what does not', ({ wanted, given, said }) => {
  const found = problem(wanted, given);
  for (const part of said) expect(found).toContain(part);
});

test('reports missing and additional fields', () => {
  expect(problemOf(text(spec), { errors: [], generated: new Map() })).toBe('shops: it is not generated');
  expect(
    problemOf(text(spec), {
      errors: [],
      generated: new Map([
        ['shops', text(spec)],
        ['more', ''],
      ]),
    }),
  ).toBe('more: generated, and not wanted');
  expect(problemOf('a: [1', { errors: [], generated: new Map() })).toMatch(/^it is not YAML: /);
  expect(problemOf('kind: ConfigMap\n', { errors: [], generated: new Map() })).toBe('there is no CRD in it');
});

test('shows the part of long texts around their first difference', () => {
  const long = 'x'.repeat(5000);
  const found = problem(`spec: { a: "${long}y${long}" }\n`, `spec: { a: "${long}z${long}" }\n`);
  expect(found).toMatch(/wanted …x+yx+…\n {2}given {2}…x+zx+…$/);
  expect(found?.length).toBeLessThan(400);
});
