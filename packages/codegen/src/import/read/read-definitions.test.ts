// What readers of CRDs meet: every form in which definitions come, and every way in which they are wrong.
import { describe, expect, test } from 'vitest';
import { formatDiagnostics } from '../../diagnostic/format-diagnostics.ts';
import { type ReadDefinition, readDefinitions } from './read-definitions.ts';

/** A definition in YAML; edited with `replace`. */
const shops = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: shops.example.com
spec:
  group: example.com
  names:
    kind: Shop
    plural: shops
  scope: Namespaced
  versions:
    - name: v1
      schema:
        openAPIV3Schema:
          type: object
      served: true
      storage: true
`;

const goods = shops.replaceAll('shops', 'goods').replaceAll('Shop', 'Good');
const pod = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\n';

/** The same in JSON. */
const asObject = (plural = 'shops', kind = 'Shop'): Record<string, unknown> => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.example.com` },
  spec: {
    group: 'example.com',
    names: { kind, plural },
    scope: 'Namespaced',
    versions: [{ name: 'v1', schema: { openAPIV3Schema: { type: 'object' } }, served: true, storage: true }],
  },
});

/** The names and lines of what is read, and what is told of it. */
function read(...texts: string[]): { definitions: string[]; told: string; leftOut: readonly unknown[] } {
  const named = texts.map((text, index) => ({ name: texts.length === 1 ? 'crd.yaml' : `${index}.yaml`, text }));
  const { definitions, diagnostics, leftOut } = readDefinitions(named);
  return {
    definitions: definitions.map(
      ({ definition, place }) => `${definition.metadata.name} ${place.file}:${place.line} #${place.document}`,
    ),
    told: formatDiagnostics(diagnostics),
    leftOut,
  };
}

/** The schema of the only version of the only definition. */
function schemaIn(text: string): unknown {
  const { definitions, diagnostics } = readDefinitions([{ name: 'crd.yaml', text }]);
  expect(formatDiagnostics(diagnostics)).toBe('');
  return definitions[0]?.definition.spec.versions[0]?.schema.openAPIV3Schema;
}

const withSchema = (lines: string): string =>
  shops.replace('          type: object\n', lines.replaceAll(/^(?=.)/gm, '          '));

describe('reads', () => {
  test.each<[string, string, string[]]>([
    ['one document', shops, ['shops.example.com crd.yaml:1 #1']],
    ['a marker at the beginning', `---\n${shops}`, ['shops.example.com crd.yaml:2 #1']],
    ['comments before it', `# Ours\n\n---\n# More\n${shops}`, ['shops.example.com crd.yaml:5 #1']],
    ['a byte order mark', `\uFEFF${shops}`, ['shops.example.com crd.yaml:1 #1']],
    ['line breaks of Windows', shops.replaceAll('\n', '\r\n'), ['shops.example.com crd.yaml:1 #1']],
    ['a directive', `%YAML 1.1\n---\n${shops}`, ['shops.example.com crd.yaml:3 #1']],
    [
      'several documents, in the order of their names',
      `${shops}---\n${goods}...\n---\n# nothing\n---\n`,
      ['goods.example.com crd.yaml:19 #2', 'shops.example.com crd.yaml:1 #1'],
    ],
    ['the same one twice', `${shops}---\n${shops}`, ['shops.example.com crd.yaml:1 #1']],
    ['JSON', JSON.stringify(asObject()), ['shops.example.com crd.yaml:1 #1']],
    [
      'JSON values one behind the other',
      `${JSON.stringify(asObject(), undefined, 2)}\n${JSON.stringify(asObject('goods', 'Good'))}`,
      ['goods.example.com crd.yaml:28 #2', 'shops.example.com crd.yaml:1 #1'],
    ],
    [
      'a list of JSON',
      JSON.stringify([asObject(), asObject('goods', 'Good')], undefined, 1),
      ['goods.example.com crd.yaml:29 #1', 'shops.example.com crd.yaml:2 #1'],
    ],
    [
      'JSON and YAML in one file',
      `${JSON.stringify(asObject())}\n---\n${goods}`,
      ['goods.example.com crd.yaml:3 #2', 'shops.example.com crd.yaml:1 #1'],
    ],
    [
      'YAML that begins with a brace',
      `{kind: CustomResourceDefinition, ${JSON.stringify(asObject()).slice(1)}`.replace(
        '"kind":"CustomResourceDefinition",',
        '',
      ),
      ['shops.example.com crd.yaml:1 #1'],
    ],
    [
      'what kubectl prints of several',
      JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [asObject(), asObject('goods', 'Good')] }),
      ['goods.example.com crd.yaml:1 #1', 'shops.example.com crd.yaml:1 #1'],
    ],
    [
      'a list of the API server, whose items do not say what they are',
      JSON.stringify({
        kind: 'CustomResourceDefinitionList',
        apiVersion: 'apiextensions.k8s.io/v1',
        items: [{ ...asObject(), apiVersion: undefined, kind: undefined }],
      }),
      ['shops.example.com crd.yaml:1 #1'],
    ],
  ])('%s', (_, text, names) => {
    expect(read(text)).toEqual({ definitions: names, told: '', leftOut: [] });
  });

  test('what only a cluster knows is left out; labels and annotations stay', () => {
    const text = shops.replace(
      '  name: shops.example.com\n',
      `  name: shops.example.com
  annotations:
    helm.sh/resource-policy: keep
  labels: {app: shop}
  creationTimestamp: null
  managedFields: [{manager: kubectl}]
  uid: u
`,
    );
    const { definitions } = readDefinitions([{ name: 'crd.yaml', text: `${text}status:\n  storedVersions: [v1]\n` }]);
    expect(definitions[0]?.definition).toEqual({
      metadata: {
        name: 'shops.example.com',
        annotations: { 'helm.sh/resource-policy': 'keep' },
        labels: { app: 'shop' },
      },
      spec: asObject()['spec'],
    });
  });

  test.each<[string, string, unknown]>([
    [
      'plain texts as the API server has them, by YAML 1.1',
      'enum: [yes, =, 2020-01-01, 1:20, ~, 0o17, 0644, 1_000, 1e3, .5, !ours x]',
      { enum: [true, '=', '2020-01-01', '1:20', null, 15, 420, 1000, 1000, 0.5, 'x'] },
    ],
    [
      'integers past 2^53 as they are in values, as the API server has them elsewhere',
      'default: 9223372036854775807\nenum: [-9007199254740993, 18446744073709551616]\nmaximum: 9223372036854775807',
      { default: 9223372036854775807n, enum: [-9007199254740993n, 18446744073709551616], maximum: 9223372036854775808 },
    ],
    [
      'fields without a value are absent',
      'type: object\ndescription:\nitems: null\nproperties:\n  a:\n',
      { type: 'object', properties: { a: {} } },
    ],
    [
      'nulls in lists and maps as Go has them',
      'required: [null]\nproperties: {a: null}',
      { required: [''], properties: { a: {} } },
    ],
    ['keys that are no text', 'properties:\n  1: {}\n  true: {}', { properties: { 1: {}, true: {} } }],
    [
      'aliases',
      'properties:\n  a: &a {type: string}\n  b: *a',
      { properties: { a: { type: 'string' }, b: { type: 'string' } } },
    ],
    [
      'merge keys',
      'properties:\n  a: &a {type: string, format: date}\n  b:\n    <<: *a\n    type: integer',
      { properties: { a: { type: 'string', format: 'date' }, b: { type: 'integer', format: 'date' } } },
    ],
    [
      'texts in quotes that go on at whatever column',
      'description: \'a\nb\n\n  c\'\npattern: "a\\\n  b"',
      { description: 'a b\nc', pattern: 'ab' },
    ],
    [
      'lists and objects in brackets that go on at whatever column',
      'enum: [\na,\n  b\n]\nproperties: {\na: {}\n}',
      { enum: ['a', 'b'], properties: { a: {} } },
    ],
    [
      'text of several lines',
      'description: |-\n  a\n   b\n\n  ---x\npattern: >-\n  a\n  b',
      { description: 'a\n b\n\n---x', pattern: 'a b' },
    ],
    [
      'templates in prose',
      'description: |-\n  Use it as:\n  {{ .Value }}\n  {{- end }}\ndefault: "{{ x }}"',
      { description: 'Use it as:\n{{ .Value }}\n{{- end }}', default: '{{ x }}' },
    ],
  ])('%s', (_, lines, schema) => {
    expect(schemaIn(withSchema(`${lines}\n`))).toEqual(schema);
  });

  test('names that the API server allows', () => {
    const text = shops.replace(
      'plural: shops',
      'plural: shops\n    singular: ""\n    listKind: L-ist\n    shortNames: [sh-1]',
    );
    expect(read(text)).toMatchObject({ told: '', definitions: ['shops.example.com crd.yaml:1 #1'] });
  });

  test('templates in an annotation of JSON, which is no file of a chart', () => {
    const object = { ...asObject(), metadata: { name: 'shops.example.com', annotations: { a: '{{ .x }}' } } };
    expect(read(JSON.stringify(object))).toMatchObject({ told: '', definitions: ['shops.example.com crd.yaml:1 #1'] });
  });

  test('keys that mean something to JavaScript', () => {
    for (const text of [
      withSchema('properties:\n  __proto__: {type: string}\n  constructor: {type: string}\n'),
      JSON.stringify(asObject()).replace(
        '"type":"object"',
        '"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}',
      ),
    ]) {
      const { properties } = schemaIn(text) as { properties: object };
      expect(Object.keys(properties)).toEqual(['__proto__', 'constructor']);
      expect(Object.getPrototypeOf(properties)).toBe(Object.prototype);
      expect(Object.hasOwn({}, 'type')).toBe(false);
    }
  });

  test('every alias gives a schema of its own', () => {
    const { properties } = schemaIn(withSchema('properties:\n  a: &a {type: string}\n  b: *a\n')) as {
      properties: { a: object; b: object };
    };
    expect(properties.a).not.toBe(properties.b);
  });

  test('a field that the API server does not know stays, and is told', () => {
    const { definitions, diagnostics } = readDefinitions([
      { name: 'crd.yaml', text: withSchema('x-ours: 1\nproperties:\n  a: {typ: string}\n') },
    ]);
    expect(definitions[0]?.definition.spec.versions[0]?.schema.openAPIV3Schema).toEqual({
      'x-ours': 1,
      properties: { a: { typ: 'string' } },
    });
    expect(diagnostics).toMatchObject([
      {
        code: 'KB_DEFINITION_UNKNOWN_FIELD',
        severity: 'warning',
        line: 15,
        column: 11,
        message: 'the API server does not know spec.versions[0].schema.openAPIV3Schema.x-ours, and 1 more of them',
      },
    ]);
  });
});

describe('other objects', () => {
  test('beside definitions are left out, and counted', () => {
    expect(read(`${pod}---\n${shops}---\n${pod}`)).toEqual({
      definitions: ['shops.example.com crd.yaml:6 #2'],
      told: '',
      leftOut: [{ file: 'crd.yaml', count: 2 }],
    });
  });

  test.each([
    ['alone', pod, 'one other object is all that is there'],
    ['of a list', 'kind: List\nitems: [{kind: A}, {kind: B}]\n', '2 other objects are all that is there'],
    ['that are none', 'Hello\n', 'one other object is all that is there'],
    ['not even those', '# Nothing\n', 'kb imports objects whose kind is CustomResourceDefinition'],
  ])('%s are an error', (_, text, message) => {
    const { told, definitions } = read(text);
    expect(definitions).toEqual([]);
    expect(told).toMatch(/^crd\.yaml error KB_IMPORT_NOTHING\n {2}there is no CustomResourceDefinition in crd\.yaml/);
    expect(told).toContain(message);
  });

  test('alone in a file of a folder are none, but not in all of them', () => {
    const texts = [
      { name: 'a/pod.yaml', text: pod, folder: 'a' },
      { name: 'a/shops.yaml', text: shops, folder: 'a' },
      { name: 'b/pod.yaml', text: pod, folder: 'b' },
    ];
    const { definitions, diagnostics, leftOut } = readDefinitions(texts);
    expect(definitions).toHaveLength(1);
    expect(leftOut).toEqual([]);
    expect(diagnostics).toMatchObject([
      { code: 'KB_IMPORT_NOTHING', file: 'b', message: 'there is no CustomResourceDefinition in b' },
    ]);
  });
});

describe("templates of Helm's", () => {
  const hint = 'helm template';

  test.each([
    ['around it', `{{- if .Values.crds.enabled }}\n${shops}{{- end }}\n`],
    [
      'around it, and a comment',
      `{{- /*\nLicence\n---\n*/ -}}\n{{ if .Values.enabled }}\n---\n${shops}---\n{{ end }}\n`.replace('---\n*/', '*/'),
    ],
    [
      'in it',
      shops.replace(
        'spec:\n',
        '  annotations:\n    {{- $a := .Values.a }}\n    {{- if $a }}{{/* one */}}\n    b: c\n    {{ end }}\n    a: b\nspec:\n',
      ),
    ],
  ])('lines of directives %s are as if not there', (_, text) => {
    const { definitions, told } = read(text);
    expect(told).toBe('');
    expect(definitions).toHaveLength(1);
  });

  const labels =
    '  labels:\n    {{- with .Values.x }}\n    {{- include "chart.labels" . | nindent 4 }}\n    {{- end }}\nspec:\n';

  test.each([
    ['one', shops.replace('spec:\n', labels), [7]],
    ['between others', shops.replace('spec:\n', '  {{ if .a }}{{ toYaml .a }}{{ end }}\nspec:\n'), [5]],
    ['several of one document', shops.replace('spec:\n', labels).replace('scope:', '{{ tpl .x . }}\n  scope:'), [7]],
    ['of two documents', `${shops}---\n${goods}`.replaceAll('spec:\n', labels), [7, 29]],
    ['a document of its own', `{{- if .a }}\n{{ include "crds" . }}\n{{- end }}\n---\n${shops}`, [2]],
    ['of a document that is no definition', `${shops}---\n${pod}{{ toYaml .Values.spec }}\n`, []],
  ])('a line that puts something there is left out, with a warning: %s', (_, text, lines) => {
    const { definitions, diagnostics } = readDefinitions([{ name: 'crd.yaml', text }]);
    expect(definitions.length).toBe(text.includes('Good') ? 2 : 1);
    expect(diagnostics.map(({ line }) => line)).toEqual(lines);
    for (const { code, severity, message, hint: how } of diagnostics) {
      expect({ code, severity }).toEqual({ code: 'KB_IMPORT_TEMPLATE', severity: 'warning' });
      expect(message).toContain('is left out: what the template puts there is not known');
      expect(how).toContain(hint);
    }
  });

  test('the warning names the line, unless nobody wants the definition', () => {
    const text = shops.replace('spec:\n', labels);
    expect(read(text).told).toContain(String.raw`"{{- include \"chart.labels\" . | nindent 4 }}" is left out`);
    expect(readDefinitions([{ name: 'crd.yaml', text }], { isWanted: () => false }).diagnostics).toEqual([]);
  });

  test.each([
    ['as a value', shops.replace('group: example.com', 'group: {{ .Values.group }}'), 6],
    ['in a text', shops.replace('group: example.com', 'group: "{{ .Values.group }}.com"'), 6],
    ['in a label', shops.replace('spec:\n', '  labels:\n    app: \'{{ template "name" . }}\'\nspec:\n'), 6],
    [
      'in prose of a template',
      `{{ if .Values.x }}\n${withSchema('description: "Such as {{ \\"{{\\" }}"\n')}{{ end }}\n`,
      16,
    ],
    [
      'as a line of prose of a template',
      `{{ if .Values.x }}\n${withSchema('description: |\n  Such as\n  {{ .Values.y }}\n  that\n')}{{ end }}\n`,
      16,
    ],
    ['with two branches', `${shops}{{ if .a }}\nspec: {}\n{{ end }}\n`, 19],
  ])('%s are an error', (_, text, line) => {
    const { definitions, told } = read(text);
    expect(definitions).toEqual([]);
    expect(told).toContain(hint);
    expect(told).toContain(`crd.yaml:${line}:`);
    expect(told).toContain('KB_IMPORT_TEMPLATE');
  });
});

describe('what is wrong is told with its place, and the rest is read', () => {
  test.each<[string, string, string, string]>([
    [
      'cut off in a text',
      `${shops}description: "abc`,
      ':19:14',
      'it ends in the middle: the text that this quote begins has no end',
    ],
    [
      'cut off behind a key',
      shops.slice(0, shops.indexOf(' object')),
      ':16:11',
      'it ends in the middle: nothing follows "type"',
    ],
    [
      'cut off behind a value',
      shops.slice(0, shops.indexOf('      served')),
      ':13:7',
      'spec.versions[0].served and spec.versions[0].storage are missing',
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
    ['nothing behind a value of JSON', '{"a":1}\nx', ':3:1', 'expected an object or a list, found "x"'],
    ['deep nesting', `a: ${'['.repeat(300)}${']'.repeat(300)}\n`, ':2:', 'KB_NESTED_TOO_DEEPLY'],
    ['very deep nesting', '['.repeat(100_000), ':2:', 'KB_NESTED_TOO_DEEPLY'],
  ])('%s', (_, text, place, message) => {
    const { told, definitions } = read(`---\n${text.trimStart()}`.replace(/^---\n---/, '---'), goods);
    expect(definitions).toEqual(['goods.example.com 1.yaml:1 #1']);
    expect(told).toContain(`0.yaml${place}`);
    expect(told).toContain(message);
  });

  test('an unfolding of aliases', () => {
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
    const { told, definitions } = read(lines.join('\n'), shops);
    expect(told).toContain('the aliases of this document expand to more than any manifest holds');
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
    const { told, definitions } = read(edit(shops), goods);
    expect(definitions).toEqual(['goods.example.com 1.yaml:1 #1']);
    expect(told).toContain(`0.yaml:${place} error`);
    expect(told).toContain(message);
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
  ])('a name that is none: %s → %s', (from, to) => {
    const { told, definitions } = read(shops.replace(from, to), goods);
    expect(definitions).toEqual(['goods.example.com 1.yaml:1 #1']);
    expect(told).toMatch(/^0\.yaml:\d+:\d+ error KB_INVALID_NAME\n/);
  });

  test.each(['class', 'interface', 'string', 'never'])('the kind %s, a word of TypeScript, which is said', (kind) => {
    const { told, definitions } = read(shops.replace('kind: Shop', `kind: ${kind}`), goods);
    expect(definitions).toEqual(['goods.example.com 1.yaml:1 #1']);
    expect(told).toMatch(/^0\.yaml:8:11 error KB_INVALID_NAME\n/);
    expect(told).toContain(`spec.names.kind is "${kind}", a word of TypeScript`);
    expect(told).not.toContain('letters and digits');
  });

  test('many things at once are ten, and how many more', () => {
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
  ])('what nobody wants is not told: %s', (_, text, others) => {
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

  test('a definition without a spec is of the group that its name says', () => {
    const text = goods.replace(/spec:[^]*/, 'spec: {}\n').replace('example.com', 'other.com');
    const told = (wanted: string): number =>
      readDefinitions([{ name: 'crds.yaml', text }], { isWanted: ({ group }) => group === wanted }).diagnostics.length;
    expect([told('example.com'), told('other.com')]).toEqual([0, 1]);
  });

  test.each([
    ['whose kind is missing', goods.replace('    kind: Good\n', '')],
    ['whose kind is a template', goods.replace('kind: Good', 'kind: "{{ .Values.kind }}"')],
    ['that is cut off', `${goods}status: "`],
  ])('a definition %s may be the one that is wanted', (_, text) => {
    const { diagnostics } = readDefinitions([{ name: 'crds.yaml', text }], {
      isWanted: ({ kind }) => kind === undefined || kind === 'Shop',
    });
    expect(diagnostics).toMatchObject([{ severity: 'error' }]);
  });

  test('which document it is, and which item', () => {
    const list = JSON.stringify({ kind: 'List', items: [asObject(), { ...asObject('goods', 'Good'), spec: {} }] });
    const { told, definitions } = read(`${pod}---\n${list}\n---\n${goods.replace('goods.e', 'good.e')}`);
    expect(definitions).toEqual(['shops.example.com crd.yaml:6 #2']);
    expect(told).toContain('document 2, item 2: spec.group, spec.names, spec.scope and spec.versions are missing');
    expect(told).toContain('document 3: metadata.name is "good.example.com"');
  });
});

/** A definition with whatever finds its parts. */
function anywhere({ definition, place }: ReadDefinition): ReadDefinition {
  return { definition, place: { ...place, locate: expect.any(Function) } };
}

describe('definitions of one name', () => {
  test('that differ are told at both places, and neither is read', () => {
    const other = shops.replace('Namespaced', 'Cluster');
    for (const texts of [
      [shops, other],
      [other, shops, shops],
    ]) {
      const { told, definitions } = read(...texts);
      expect(definitions).toEqual([]);
      expect(told).toContain('0.yaml:1:1 error KB_DEFINITION_CLASH');
      expect(told).toContain('the definition shops.example.com is another one in 1.yaml:1, and the two differ');
      expect(told).toContain('the definition shops.example.com is another one in 0.yaml:1, and the two differ');
    }
  });

  const beta = shops
    .replace('name: v1', 'name: v1beta1')
    .replace('type: object', 'type: object\n          description: Beta.');

  test('that have versions of their own are one, in whatever order', () => {
    const texts = [shops, beta.replace('storage: true', 'storage: false')].map((text, index) => ({
      name: `${index}.yaml`,
      text,
    }));
    const merged = readDefinitions(texts);
    expect(readDefinitions(texts.toReversed())).toEqual({ ...merged, definitions: merged.definitions.map(anywhere) });
    expect(merged.diagnostics).toEqual([]);
    expect(
      merged.definitions.map(({ definition }) => definition.spec.versions.map(({ name, storage }) => [name, storage])),
    ).toEqual([
      [
        ['v1', true],
        ['v1beta1', false],
      ],
    ]);
  });

  test('that store a version each are one, with a warning that says which is stored', () => {
    const { told, definitions } = read(beta, shops);
    expect(definitions).toEqual(['shops.example.com 0.yaml:1 #1']);
    expect(told).toContain('1.yaml:1:1 warning KB_DEFINITION_CLASH');
    expect(told).toContain(
      'shops.example.com is another one in 0.yaml:1, and each of them stores a version of its own; v1 is taken as the stored one',
    );
  });

  test('that differ in the version of their generator alone are one', () => {
    const by = (version: string): string =>
      shops.replace('spec:\n', `  annotations: {controller-gen.kubebuilder.io/version: ${version}}\nspec:\n`);
    expect(read(by('v0.17.0'), by('v0.18.0'))).toMatchObject({
      told: '',
      definitions: ['shops.example.com 0.yaml:1 #1'],
    });
  });

  test('kinds of a group that are equal in lower case', () => {
    const { told, definitions } = read(shops, goods.replace('kind: Good', 'kind: SHOP'));
    expect(definitions).toEqual([]);
    expect(told).toContain('the kind shop of example.com is another one in 1.yaml:1');
  });

  test('the order of the texts does not matter', () => {
    const texts = [shops, goods, pod].map((text, index) => ({ name: `${index}.yaml`, text }));
    expect(readDefinitions(texts.toReversed()).definitions).toEqual(readDefinitions(texts).definitions.map(anywhere));
  });

  test('a part is found by its path, a version by its name, and what is not there by what is around it', () => {
    const [found] = readDefinitions([{ name: 'shops.yaml', text: `# Shops.\n${shops}` }]).definitions;
    const lineOf = (text: string): number =>
      `# Shops.\n${shops}`.split('\n').findIndex((line) => line.includes(text)) + 1;
    const version = ['spec', 'versions', 'v1'];
    expect(found?.place.locate(['metadata', 'name'])?.line).toBe(lineOf('name: shops.example.com'));
    expect(found?.place.locate([...version, 'storage'], 'key')?.line).toBe(lineOf('storage:'));
    expect(found?.place.locate(['metadata', 'labels', 'a'])?.line).toBe(lineOf('name: shops.example.com'));
    expect(found?.place.locate(['spec', 'versions', 'v2', 'storage'])).toBeUndefined();
  });
});
