// The possible mistakes in definitions.
import { describe, expect, test } from 'vitest';
import { readDefinitions } from './read-definitions.ts';
import { asObject, goods, pod, read, shops, withSchema } from './test-support/definition-texts.ts';

describe('reports a mistake with its place, and reads the rest', () => {
  test.each<[string, string, string, string]>([
    [
      'cut off in a text',
      `${shops}description: "abc`,
      ':19:14',
      'it ends in the middle: the text that this quote begins has no end',
    ],
    [
      'cut off after a key',
      shops.slice(0, shops.indexOf(' object')),
      ':16:11',
      'it ends in the middle: nothing follows "type"',
    ],
    [
      'cut off after a value',
      shops.slice(0, shops.indexOf('      served')),
      ':13:7',
      'spec.versions[0].served and spec.versions[0].storage are missing',
    ],
    [
      'a column of nothing',
      shops.replace('      served', '      additionalPrinterColumns: [{}]\n      served'),
      ':17:34',
      'spec.versions[0].additionalPrinterColumns[0].name, spec.versions[0].additionalPrinterColumns[0].type and spec.versions[0].additionalPrinterColumns[0].jsonPath are missing',
    ],
    ['no YAML', 'a: b: c\n', ':2:', 'this is not YAML: there is a colon with a space after it inside a value'],
    ['a tab', shops.replace('  name', '\tname'), ':', 'KB_IMPORT_SYNTAX'],
    [
      'a key that is there twice',
      shops.replace('  scope:', '  group: other.com\n  scope:'),
      ':11:3',
      'the key "group" is there twice',
    ],
    ['an alias of nothing', shops.replace('Shop', '*shop'), ':9:11', 'the alias "shop" has no anchor before it'],
    ['an alias in itself', `a: &a [*a]\n${shops}`, ':2:8', 'the alias "a" is inside the value that it refers to'],
    ['a key that is an object', `? {a: b}\n: c\n`, ':2:3', 'a key of an object is text'],
    ['a number that JSON does not have', withSchema('default: .nan\n'), ':16:20', 'JSON has no number ".nan"'],
    [
      'cut off JSON',
      JSON.stringify(asObject()).slice(0, 100),
      ':2:',
      'it ends in the middle: unexpected end of JSON input',
    ],
    ['no JSON', '{"a":1 "b":2}', ':2:8', `this is not JSON: invalid character '"' after object key:value pair`],
    ['a key that is there twice in JSON', '{"a":\n{"b":1,"b":2}}', ':3:8', 'the key "b" is there twice'],
    ['more after a value of JSON', '{"a":1}\nx', ':3:1', 'expected an object or a list, found "x"'],
    ['deep nesting', `a: ${'['.repeat(300)}${']'.repeat(300)}\n`, ':2:', 'KB_NESTED_TOO_DEEPLY'],
    ['very deep nesting', '['.repeat(100_000), ':2:', 'KB_NESTED_TOO_DEEPLY'],
  ])('%s', (_, text, place, message) => {
    const { reported, definitions } = read(`---\n${text.trimStart()}`.replace(/^---\n---/, '---'), goods);
    expect(definitions).toEqual(['goods.example.com 1.yaml:1 #1']);
    expect(reported).toContain(`0.yaml${place}`);
    expect(reported).toContain(message);
  });

  test('excessive expansion of aliases', () => {
    const names = 'a b c d e f g h i'.split(' ');
    const lines = names.map((name, index) => {
      const items =
        index === 0
          ? '1'
          : Array<string>(10)
              .fill(`*${names[index - 1]}`)
              .join(',');
      return `${name}: &${name} [${items}]`;
    });
    const { reported, definitions } = read(lines.join('\n'), shops);
    expect(reported).toContain('the aliases of this document expand to more than any manifest holds');
    expect(definitions).toHaveLength(1);
  });

  test.each<[string, (text: string) => string, string, string]>([
    ['spec is missing', (text) => text.slice(0, text.indexOf('spec:')), '1:1', 'spec is missing'],
    [
      'spec is empty',
      (text) => `${text.slice(0, text.indexOf('spec:'))}spec: {}\n`,
      '5:7',
      'spec.group, spec.names, spec.scope and spec.versions are missing',
    ],
    [
      'metadata is text',
      (text) => text.replace('metadata:\n  name: shops.example.com', 'metadata: shops'),
      '3:1',
      'metadata must be an object',
    ],
    [
      'the group is a number',
      (text) => text.replace('group: example.com', 'group: 1'),
      '6:10',
      'spec.group must be text, and is the number 1',
    ],
    ['the kind is missing', (text) => text.replace('    kind: Shop\n', ''), '8:5', 'spec.names.kind is missing'],
    [
      'the versions are an object',
      (text) => text.replace('    - name', '      name'),
      '12:7',
      'spec.versions must be a list, and is an object',
    ],
    [
      'the versions are none',
      (text) => `${text.slice(0, text.indexOf('  versions'))}  versions: []\n`,
      '11:13',
      'spec.versions is empty',
    ],
    [
      'a version has no schema',
      (text) => text.replace(/ {6}schema:\n.*\n.*\n/, ''),
      '12:7',
      'spec.versions[0].schema is missing',
    ],
    [
      'a version has an empty schema',
      (text) => text.replace(/schema:\n.*\n.*\n/, 'schema: {}\n'),
      '13:15',
      'openAPIV3Schema is missing',
    ],
    [
      'a keyword has another type',
      (text) => text.replace('type: object', 'minLength: "1"'),
      '15:22',
      'minLength must be a whole number below 2^53, and is the text "1"',
    ],
    [
      'a property is a list',
      (text) => text.replace('type: object', 'properties: {a.b: []}'),
      '15:29',
      'properties["a.b"] must be a schema, an object, and is a list',
    ],
    [
      'an annotation is a boolean',
      (text) => text.replace('spec:\n', '  annotations: {a: true}\nspec:\n'),
      '5:20',
      'metadata.annotations.a must be text, and is true\n',
    ],
    [
      'the scope is another word',
      (text) => text.replace('Namespaced', 'namespaced'),
      '10:10',
      'spec.scope must be Namespaced or Cluster, and is "namespaced"',
    ],
    [
      'no version is stored',
      (text) => text.replace('storage: true', 'storage: false'),
      '12:5',
      'none of the versions has storage: true',
    ],
    [
      'two versions are stored',
      (text) => `${text}    - {name: v2, served: true, storage: true, schema: {openAPIV3Schema: {}}}\n`,
      '12:5',
      '2 of the versions have storage: true; it must be exactly one',
    ],
    [
      'a version is there twice',
      (text) => `${text}    - {name: v1, served: true, storage: false, schema: {openAPIV3Schema: {}}}\n`,
      '18:14',
      'spec.versions[1].name is "v1", as the name of a version before it',
    ],
    [
      'the name is another',
      (text) => text.replace('name: shops.', 'name: shop.'),
      '4:9',
      'metadata.name is "shop.example.com", and must be "shops.example.com"',
    ],
    ['v1beta1', (text) => text.replace('k8s.io/v1', 'k8s.io/v1beta1'), '1:13', 'spec.version becomes spec.versions'],
    [
      'another group',
      (text) => text.replace('apiextensions.k8s.io/v1', 'example.com/v1'),
      '1:13',
      'must be apiextensions.k8s.io/v1, and it is "example.com/v1"',
    ],
    ['no apiVersion', (text) => text.replace('apiVersion: apiextensions.k8s.io/v1\n', ''), '1:1', 'and it is missing'],
  ])('%s', (_, edit, place, message) => {
    const { reported, definitions } = read(edit(shops), goods);
    expect(definitions).toEqual(['goods.example.com 1.yaml:1 #1']);
    expect(reported).toContain(`0.yaml:${place} error`);
    expect(reported).toContain(message);
  });

  test.each([
    ['group: example.com', 'group: ../../etc'],
    ['group: example.com', 'group: Example.com'],
    ['group: example.com', 'group: "example.com\\n"'],
    ['group: example.com', 'group: ""'],
    ['group: example.com', 'group: apps'],
    ['kind: Shop', 'kind: ../Shop'],
    ['kind: Shop', 'kind: "Shop */ x"'],
    ['kind: Shop', 'kind: My-Shop'],
    ['kind: Shop', 'kind: class'],
    ['kind: Shop', 'kind: Sh\u00f6p'],
    ['plural: shops', 'plural: sho/ps'],
    ['plural: shops', 'plural: shops\n    singular: a b'],
    ['plural: shops', 'plural: shops\n    listKind: "a\\nb"'],
    ['plural: shops', 'plural: shops\n    shortNames: [".."]'],
    ['- name: v1', '- name: ..'],
    ['- name: v1', '- name: v1/../../x'],
    ['- name: v1', '- name: V1'],
  ])('an invalid name: %s → %s', (from, to) => {
    const { reported, definitions } = read(shops.replace(from, to), goods);
    expect(definitions).toEqual(['goods.example.com 1.yaml:1 #1']);
    expect(reported).toMatch(/^0\.yaml:\d+:\d+ error KB_INVALID_NAME\n/);
  });

  test.each(['class', 'interface', 'string', 'never'])('reports the kind %s, a reserved word of TypeScript', (kind) => {
    const { reported, definitions } = read(shops.replace('kind: Shop', `kind: ${kind}`), goods);
    expect(definitions).toEqual(['goods.example.com 1.yaml:1 #1']);
    expect(reported).toMatch(/^0\.yaml:8:11 error KB_INVALID_NAME\n/);
    expect(reported).toContain(`spec.names.kind is "${kind}", a word of TypeScript`);
    expect(reported).not.toContain('letters and digits');
  });

  test('reports the first ten of many problems, and the number of the others', () => {
    const properties = Array.from({ length: 30 }, (_, index) => `  p${index}: {type: 1}\n`).join('');
    const { diagnostics } = readDefinitions([{ name: 'crd.yaml', text: withSchema(`properties:\n${properties}`) }]);
    expect(diagnostics).toHaveLength(11);
    expect(diagnostics.map(({ message }) => message)).toContain(
      '20 more parts of this definition are not what they must be',
    );
  });

  test.each<[string, string, string[]]>([
    ['a version that is gone', goods.replace('k8s.io/v1', 'k8s.io/v1beta1'), []],
    ['a part that is missing', goods.replace('  scope: Namespaced\n', ''), []],
    ['two that differ', `${goods}---\n${goods.replace('Namespaced', 'Cluster')}`, []],
    ['a field that nobody knows', `${goods}  own: 1\n`, ['goods.example.com']],
  ])('does not report problems of definitions that are not selected: %s', (_, text, others) => {
    const texts = [
      { name: 'goods.yaml', text },
      { name: 'shops.yaml', text: shops },
    ];
    const wanting = (wanted: string): ReturnType<typeof readDefinitions> =>
      readDefinitions(texts, { isWanted: ({ kind }) => kind === undefined || kind === wanted });
    const { definitions, diagnostics, refused } = wanting('Shop');
    expect(definitions.map(({ definition }) => definition.metadata.name)).toEqual([...others, 'shops.example.com']);
    expect({ diagnostics, refused }).toEqual({ diagnostics: [], refused: [] });
    expect(wanting('Good').diagnostics).not.toEqual([]);
    const good = { group: 'example.com', kind: 'Good' };
    expect(wanting('Good').refused[0]).toEqual(others.length > 0 ? undefined : good);
  });

  test('a definition without a spec has the group in its name', () => {
    const text = goods.replace(/spec:[^]*/, 'spec: {}\n').replace('example.com', 'other.com');
    const reported = (wanted: string): number =>
      readDefinitions([{ name: 'crds.yaml', text }], { isWanted: ({ group }) => group === wanted }).diagnostics.length;
    expect([reported('example.com'), reported('other.com')]).toEqual([0, 1]);
  });

  test.each([
    ['whose kind is missing', goods.replace('    kind: Good\n', '')],
    ['whose kind is a template', goods.replace('kind: Good', 'kind: "{{ .Values.kind }}"')],
    ['that is cut off', `${goods}status: "`],
  ])('a definition %s may be the selected one', (_, text) => {
    const { diagnostics } = readDefinitions([{ name: 'crds.yaml', text }], {
      isWanted: ({ kind }) => kind === undefined || kind === 'Shop',
    });
    expect(diagnostics).toMatchObject([{ severity: 'error' }]);
  });

  test('reports the number of the document, and of the item', () => {
    const list = JSON.stringify({ kind: 'List', items: [asObject(), { ...asObject('goods', 'Good'), spec: {} }] });
    const { reported, definitions } = read(`${pod}---\n${list}\n---\n${goods.replace('goods.e', 'good.e')}`);
    expect(definitions).toEqual(['shops.example.com crd.yaml:6 #2']);
    expect(reported).toContain('document 2, item 2: spec.group, spec.names, spec.scope and spec.versions are missing');
    expect(reported).toContain('document 3: metadata.name is "good.example.com"');
  });
});
