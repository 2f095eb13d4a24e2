import type { JsonObject, JsonValue } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { type DefinitionResult, definitionsOf } from '../test-support/generated-definitions.ts';

/**
 * Everything that a CustomResourceDefinition can contain besides the schemas of fields, and the markers of a kind that
 * produce it. `kb import` must read this table in the other direction.
 */

const imports = "import type { int, KubernetesObject, ObjectMeta } from '@kb/apimachinery';\n";
const lines = (markers: readonly string[]): string => markers.map((marker) => `// ${marker}\n`).join('');

/** Returns a source with a kind. */
function kind(markers: readonly string[], body = '', before = ''): string {
  return `${imports}${before}\n// +kubebuilder:object:root=true\n${lines(markers)}export interface Shop extends KubernetesObject { ${body} }\n`;
}

const text: JsonSchemaProps = { type: 'string' };
const r = '+kubebuilder:resource:';
const patched = (marker: string, patch: JsonObject): string => `+kb:${marker}=${JSON.stringify(patch)}`;

/** The parts of a definition that a row expects, each complete. */
interface Wanted {
  /** Without plural and kind. */
  readonly names?: JsonObject;
  readonly annotations?: JsonObject;
  readonly labels?: JsonObject;
  /** `spec` without group, names and versions. */
  readonly spec?: JsonObject;
  /** The entry of the version without name and schema. */
  readonly version?: JsonObject;
  /** The schema of the root. */
  readonly root?: JsonSchemaProps;
}

type Row = readonly [what: string, source: string, wanted: Wanted];

const column = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' };
const usual = { served: true, storage: true };
const webhook = {
  strategy: 'Webhook',
  webhook: {
    clientConfig: { caBundle: 'Cg==', service: { name: 'hook', namespace: 'system', path: '/convert', port: 9443 } },
    conversionReviewVersions: ['v1', 'v1beta1'],
  },
};

const rows: readonly Row[] = [
  ['the usual names', kind([]), { names: { listKind: 'ShopList', singular: 'shop' } }],
  [
    'other names',
    kind([`${r}path=shops,singular=store,shortName=sh;st,categories={all,"shops"}`, '+kb:listKind=Shops']),
    { names: { listKind: 'Shops', singular: 'store', shortNames: ['sh', 'st'], categories: ['all', 'shops'] } },
  ],
  ['no names', kind([patched('definition', { names: { listKind: null, singular: null } })]), { names: {} }],
  [
    'names that say nothing',
    kind([patched('definition', { names: { singular: '', shortNames: [], categories: [] } })]),
    { names: { listKind: 'ShopList', singular: '', shortNames: [], categories: [] } },
  ],
  ['the scope of a namespace', kind([]), { spec: { scope: 'Namespaced' } }],
  ['the scope of a cluster', kind([`${r}scope=Cluster`]), { spec: { scope: 'Cluster' } }],
  ...[false, true].map((preserveUnknownFields): Row => [
    `preserveUnknownFields: ${preserveUnknownFields}`,
    kind([patched('definition', { preserveUnknownFields })]),
    { spec: { scope: 'Namespaced', preserveUnknownFields } },
  ]),
  [
    'no conversion',
    kind(['+kb:conversion:strategy=None']),
    { spec: { scope: 'Namespaced', conversion: { strategy: 'None' } } },
  ],
  [
    'conversion at a URL',
    kind(['+kb:conversion:strategy=Webhook,url="https://a.b/c",conversionReviewVersions=v1']),
    {
      spec: {
        scope: 'Namespaced',
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'https://a.b/c' }, conversionReviewVersions: ['v1'] },
        },
      },
    },
  ],
  [
    'conversion with a bundle of certificates',
    kind([
      '+kb:conversion:strategy=Webhook,serviceName=hook,serviceNamespace=system,servicePort=9443,path=/convert,conversionReviewVersions=v1;v1beta1',
      patched('definition', { conversion: { webhook: { clientConfig: { caBundle: 'Cg==' } } } }),
    ]),
    { spec: { scope: 'Namespaced', conversion: webhook } },
  ],
  [
    'conversion of an unusual form',
    kind([patched('definition', { conversion: { ...webhook, odd: null, unknown: { a: 1 } } })]),
    { spec: { scope: 'Namespaced', conversion: { ...webhook, unknown: { a: 1 } } } },
  ],
  [
    'annotations of every sort',
    kind([
      String.raw`+kubebuilder:metadata:annotations={"a=b","b=c=d","c=a, b; {\"c\"}","e.f/g=line\nline\t\u2028","empty="}`,
      '+kubebuilder:metadata:annotations="more=\'x\'"',
    ]),
    {
      annotations: {
        a: 'b',
        b: 'c=d',
        c: 'a, b; {"c"}',
        'e.f/g': 'line\nline\t\u2028',
        empty: '',
        more: "'x'",
      },
    },
  ],
  ['labels', kind(['+kubebuilder:metadata:labels={"a.b/c=d","empty="}']), { labels: { 'a.b/c': 'd', empty: '' } }],
  ['nothing of the version', kind([]), { version: usual }],
  [
    'a version that is not served',
    kind([patched('version', { served: false })]),
    { version: { ...usual, served: false } },
  ],
  ['a deprecated version', kind(['+kubebuilder:deprecatedversion']), { version: { ...usual, deprecated: true } }],
  [
    'a deprecated version with a warning',
    kind([String.raw`+kubebuilder:deprecatedversion:warning="a, b; \"c\" {"`]),
    { version: { ...usual, deprecated: true, deprecationWarning: 'a, b; "c" {' } },
  ],
  [
    'flags that say nothing',
    kind([patched('version', { deprecated: false, deprecationWarning: 'a\nb' })]),
    { version: { ...usual, deprecated: false, deprecationWarning: 'a\nb' } },
  ],
  [
    'the status subresource',
    kind(['+kubebuilder:subresource:status']),
    { version: { ...usual, subresources: { status: {} } } },
  ],
  [
    'the scale subresource',
    kind(
      ['+kubebuilder:subresource:scale:specpath=.spec.n,statuspath=.status.n,selectorpath=.status.s'],
      'spec?: { n?: int }; status?: { n?: int; s?: string }',
    ),
    {
      version: {
        ...usual,
        subresources: {
          scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n', labelSelectorPath: '.status.s' },
        },
      },
    },
  ],
  [
    'a scale subresource of paths that lead nowhere',
    kind([patched('version', { subresources: { scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.x' } } })]),
    { version: { ...usual, subresources: { scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.x' } } } },
  ],
  ['empty subresources', kind([patched('version', { subresources: {} })]), { version: { ...usual, subresources: {} } }],
  [
    'columns',
    kind([
      '+kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`',
      String.raw`+kubebuilder:printcolumn:name="A \"b\", c",type=string,JSONPath=".status.conditions[?(@.type==\"Ready\")].status",description="d; e",format=date-time,priority=10`,
    ]),
    {
      version: {
        ...usual,
        subresources: {},
        additionalPrinterColumns: [
          column,
          {
            name: 'A "b", c',
            type: 'string',
            jsonPath: '.status.conditions[?(@.type=="Ready")].status',
            description: 'd; e',
            format: 'date-time',
            priority: 10,
          },
        ],
      },
    },
  ],
  [
    'columns without subresources',
    kind([
      '+kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`',
      patched('version', { subresources: null }),
    ]),
    { version: { ...usual, additionalPrinterColumns: [column] } },
  ],
  [
    'columns that say nothing, and of an unusual form',
    kind([
      patched('version', {
        additionalPrinterColumns: [
          { ...column, description: '', priority: 0, format: '' },
          { ...column, jsonPath: 'x' },
        ],
      }),
    ]),
    {
      version: {
        ...usual,
        additionalPrinterColumns: [
          { ...column, description: '', priority: 0, format: '' },
          { ...column, jsonPath: 'x' },
        ],
      },
    },
  ],
  [
    'selectable fields',
    kind(
      ['+kubebuilder:selectablefield:JSONPath=.spec.a', '+kubebuilder:selectablefield:JSONPath=".spec.b"'],
      "spec?: { a?: string; b?: 'x' | 'y' }",
    ),
    { version: { ...usual, selectableFields: [{ jsonPath: '.spec.a' }, { jsonPath: '.spec.b' }] } },
  ],
  [
    'a root without apiVersion, kind and metadata',
    kind(['+kb:withoutTypeMeta'], 'data?: string'),
    { root: { type: 'object', properties: { data: text } } },
  ],
  ['an empty root', kind(['+kb:withoutTypeMeta']), { root: { type: 'object' } }],
  [
    'an open root',
    kind(['+kb:withoutTypeMeta', '+kubebuilder:pruning:PreserveUnknownFields']),
    { root: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
  ],
  [
    'a root that declares what every object has',
    kind(
      [
        '+kb:withoutTypeMeta',
        '+kb:description="Of the kind.\\n"',
        '+kubebuilder:title=T',
        '+kubebuilder:validation:XValidation:rule="true"',
      ],
      `
  apiVersion: string;
  // +kubebuilder:validation:MaxLength=63
  // +required
  kind: string;
  // +required
  // +kb:schema={"properties":{"name":{"type":"string","maxLength":10}}}
  metadata: ObjectMeta;
  spec: { a?: string };
  extra?: string[];
`,
    ),
    {
      root: {
        type: 'object',
        title: 'T',
        description: 'Of the kind.\n',
        'x-kubernetes-validations': [{ rule: 'true' }],
        required: ['kind', 'metadata', 'spec'],
        properties: {
          apiVersion: text,
          kind: { ...text, maxLength: 63 },
          metadata: {
            type: 'object',
            properties: { name: { ...text, maxLength: 10 } },
          },
          spec: { type: 'object', properties: { a: text } },
          extra: { type: 'array', items: text },
        },
      },
    },
  ],
  [
    'a root of which a part is missing',
    kind(['+kb:withoutTypeMeta'], 'metadata: ObjectMeta;'),
    { root: { type: 'object', properties: { metadata: { type: 'object' } } } },
  ],
  [
    'a root that a patch changes last',
    kind(
      [
        '+kb:withoutTypeMeta',
        patched('schema', {
          required: ['b', 'a'],
          properties: { a: null, metadata: { type: 'object' } },
          oneOf: [{ required: ['a'] }],
        }),
      ],
      'a?: string; b?: string',
    ),
    {
      root: {
        type: 'object',
        required: ['b', 'a'],
        oneOf: [{ required: ['a'] }],
        properties: { b: text, metadata: { type: 'object' } },
      },
    },
  ],
];

describe('produces every part of a definition besides the schemas', () => {
  let results: DefinitionResult[];
  beforeAll(async () => {
    results = await definitionsOf(rows.map(([, v1]) => ({ versions: { v1 } })));
  });

  test.each(rows.map((row, index) => [row[0], row, index] as const))('%s', (_, [, , wanted], index) => {
    const { definition, diagnostics } = results[index] ?? { diagnostics: [] };
    expect(errorsOf(diagnostics)).toEqual([]);
    const given = partsOf(definition);
    for (const [part, value] of Object.entries(wanted)) expect({ [part]: given[part] }).toEqual({ [part]: value });
  });
});

function partsOf(definition: JsonObject | undefined): Record<string, JsonValue | undefined> {
  const { metadata, spec } = (definition ?? {}) as { metadata: Record<string, JsonObject>; spec: JsonObject };
  const { group: _, names, versions, ...rest } = spec as { group: string; names: JsonObject; versions: JsonObject[] };
  const { kind: __, plural: ___, ...otherNames } = names;
  const { name: ____, schema, ...version } = versions[0] ?? {};
  const { ['codegen.kb/version']: _____, ...annotations } = metadata['annotations'] ?? {};
  const root = (schema as JsonObject | undefined)?.['openAPIV3Schema'];
  return { names: otherNames, annotations, labels: metadata['labels'], spec: rest, version, root };
}

test('sorts versions as a marker says', async () => {
  const source = (...markers: string[]): string => kind(['+kb:versions=v1alpha1;v1;v1beta1', ...markers]);
  const versions = {
    v1: source('+kubebuilder:storageversion'),
    v1alpha1: source(),
    v1beta1: source('+kubebuilder:unservedversion'),
  };
  const [result] = await definitionsOf([{ versions }]);
  expect(result?.diagnostics).toEqual([]);
  const { versions: written } = (result?.definition?.['spec'] ?? {}) as { versions: JsonObject[] };
  expect(written.map(({ name, served, storage }) => [name, served, storage])).toEqual([
    ['v1alpha1', true, false],
    ['v1', true, true],
    ['v1beta1', false, false],
  ]);
});

/** Returns the errors, without the warnings. */
function errorsOf(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.flatMap(({ severity, line, message }) => (severity === 'error' ? [`${line}: ${message}`] : []));
}
