import { expect, test } from 'vitest';
import { nameOf, parseDefinitions } from './parse-definitions.ts';

const header = 'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n';
const definition = (name: string): string => `${header}metadata:\n  name: ${name}\n`;
const json = (name: string): string =>
  `{ "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": { "name": "${name}" } }`;

test.each([
  { what: 'one document', text: definition('a'), names: ['a'] },
  {
    what: 'several documents',
    text: `---\n${definition('a')}---\n# nothing\n---\n${definition('b')}`,
    names: ['a', 'b'],
  },
  { what: 'a template', text: `{{- if .Values.crds }}\n${definition('a')}{{- end }}\n`, names: ['a'] },
  { what: 'JSON', text: json('a'), names: ['a'] },
  {
    what: 'a list',
    text: `{ "apiVersion": "v1", "kind": "List", "items": [${json('a')}, ${json('b')}] }`,
    names: ['a', 'b'],
  },
  { what: 'something else', text: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n', names: [] },
  { what: 'nothing', text: '', names: [] },
])('finds the CRDs in $what', ({ text, names }) => {
  expect(parseDefinitions(text).map(nameOf)).toEqual(names);
});

test('keeps integers past 2^53, and names of Object.prototype', () => {
  const [first] = parseDefinitions(
    `${header}spec:\n  small: 3\n  large: 9223372036854775807\n  __proto__:\n    polluted: true\n`,
  );
  expect(first?.['spec']).toMatchObject({ small: 3, large: 9223372036854775807n });
  expect(Object.keys(first?.['spec'] ?? {})).toContain('__proto__');
  expect({}).not.toHaveProperty('polluted');
});

test('reports invalid YAML', () => {
  expect(() => parseDefinitions('a: [1')).toThrow(/^it is not YAML: /);
});
