// The possible forms of definitions.
import { describe, expect, test } from 'vitest';
import { readDefinitions } from './read-definitions.ts';
import { asObject, goods, pod, read, schemaIn, shops, withSchema } from './test-support/definition-texts.ts';

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
      'JSON values one after the other',
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
    expect(read(text)).toEqual({ definitions: names, reported: '', leftOut: [] });
  });

  test('drops what only exists in a cluster, and keeps labels and annotations', () => {
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
    ['keys that are not text', 'properties:\n  1: {}\n  true: {}', { properties: { 1: {}, true: {} } }],
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

  test('accepts names that the API server accepts', () => {
    const text = shops.replace(
      'plural: shops',
      'plural: shops\n    singular: ""\n    listKind: L-ist\n    shortNames: [sh-1]',
    );
    expect(read(text)).toMatchObject({ reported: '', definitions: ['shops.example.com crd.yaml:1 #1'] });
  });

  test('templates in an annotation of JSON, which is not a file of a chart', () => {
    const object = { ...asObject(), metadata: { name: 'shops.example.com', annotations: { a: '{{ .x }}' } } };
    expect(read(JSON.stringify(object))).toMatchObject({
      reported: '',
      definitions: ['shops.example.com crd.yaml:1 #1'],
    });
  });

  test('keys with a meaning in JavaScript', () => {
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

  test('every alias gives a separate schema', () => {
    const { properties } = schemaIn(withSchema('properties:\n  a: &a {type: string}\n  b: *a\n')) as {
      properties: { a: object; b: object };
    };
    expect(properties.a).not.toBe(properties.b);
  });

  test('keeps and reports a field that the API server does not know', () => {
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
  test('beside definitions are skipped and counted', () => {
    expect(read(`${pod}---\n${shops}---\n${pod}`)).toEqual({
      definitions: ['shops.example.com crd.yaml:6 #2'],
      reported: '',
      leftOut: [{ file: 'crd.yaml', count: 2 }],
    });
  });

  test.each([
    ['alone', pod, 'one other object is all that is there'],
    ['of a list', 'kind: List\nitems: [{kind: A}, {kind: B}]\n', '2 other objects are all that is there'],
    ['that are plain text', 'Hello\n', 'one other object is all that is there'],
    ['not even those', '# Nothing\n', 'kb imports objects whose kind is CustomResourceDefinition'],
  ])('%s are an error', (_, text, message) => {
    const { reported, definitions } = read(text);
    expect(definitions).toEqual([]);
    expect(reported).toMatch(
      /^crd\.yaml error KB_IMPORT_NOTHING\n {2}there is no CustomResourceDefinition in crd\.yaml/,
    );
    expect(reported).toContain(message);
  });

  test('are allowed in a file of a folder, but not in all of them', () => {
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

describe('Helm templates', () => {
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
  ])('ignores lines of directives %s', (_, text) => {
    const { definitions, reported } = read(text);
    expect(reported).toBe('');
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
    ['of a document that is not a definition', `${shops}---\n${pod}{{ toYaml .Values.spec }}\n`, []],
  ])('drops a line that inserts text, with a warning: %s', (_, text, lines) => {
    const { definitions, diagnostics } = readDefinitions([{ name: 'crd.yaml', text }]);
    expect(definitions.length).toBe(text.includes('Good') ? 2 : 1);
    expect(diagnostics.map(({ line }) => line)).toEqual(lines);
    for (const { code, severity, message, hint: how } of diagnostics) {
      expect({ code, severity }).toEqual({ code: 'KB_IMPORT_TEMPLATE', severity: 'warning' });
      expect(message).toContain('is left out: what the template puts there is not known');
      expect(how).toContain(hint);
    }
  });

  test('the warning names the line, unless the definition is not selected', () => {
    const text = shops.replace('spec:\n', labels);
    expect(read(text).reported).toContain(String.raw`"{{- include \"chart.labels\" . | nindent 4 }}" is left out`);
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
    const { definitions, reported } = read(text);
    expect(definitions).toEqual([]);
    expect(reported).toContain(hint);
    expect(reported).toContain(`crd.yaml:${line}:`);
    expect(reported).toContain('KB_IMPORT_TEMPLATE');
  });
});
