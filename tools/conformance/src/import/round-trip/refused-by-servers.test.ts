import { expect, test } from 'vitest';
import { refusalOf } from './refused-by-servers.ts';

const shops = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: shops.example.com
spec:
  group: example.com
  names: {kind: Shop, plural: shops}
  scope: Namespaced
  versions:
    - name: v1
      schema: {openAPIV3Schema: {type: object}}
      served: true
      storage: true
`;

const refused = (text: string): Promise<string | undefined> => refusalOf({ name: 'a.yaml', path: '/a.yaml', text });

test.each([
  ['no YAML', shops.replace('group: ', 'group: : '), 'line 6: this is not YAML: '],
  [
    'a template',
    shops.replace('example.com\n  names', '{{ .Values.group }}\n  names'),
    'line 6: there is a template here',
  ],
  ['an old version', shops.replace('io/v1', 'io/v1beta1'), 'line 1: this is a definition of v1beta1'],
  [
    'an annotation without a name',
    shops.replace('spec:', '  annotations: {a/: b}\nspec:'),
    'name part must be non-empty',
  ],
  [
    'an invalid pattern',
    shops.replace('{type: object}', '{type: object, properties: {a: {type: string, pattern: "["}}}'),
    'regular expression',
  ],
])('%s is what no API server would take', async (_, text, why) => {
  expect(await refused(text)).toContain(why);
});

test.each([
  ['a CRD', shops],
  ['a kind that cannot name a type, which a server accepts', shops.replace('kind: Shop', 'kind: My-Shop')],
  ['a kind that is a word of TypeScript', shops.replace('kind: Shop', 'kind: Class').replace('Class', 'class')],
])('%s is not among it', async (_, text) => {
  expect(await refused(text)).toBeUndefined();
});
