import type { JsonObject, JsonValue } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import fc from 'fast-check';

/** Texts that are difficult for comments, markers and names of fields. */
const texts = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('A size.', 'Two\nlines.', 'Words.\n\nMore words.', '- a\n  - b') },
  fc
    .array(
      fc.constantFrom(
        'a',
        ' ',
        '\n',
        '\n\n\n',
        '\t',
        '\r\n',
        '*/',
        '/*',
        '//',
        '*',
        '@tag',
        'TODO',
        '---',
        '```',
        '{@link a}',
        '+kb:schema={}',
        '+optional',
        '`',
        '"',
        "'",
        '\\',
        '\u2028',
        '\u0000',
        '\u00a0',
        '${a}',
        '🙂',
        '<b>',
        ';',
      ),
      { maxLength: 5 },
    )
    .map((parts) => parts.join('')),
);

const fieldNames = fc.constantFrom(
  'name',
  'names',
  'size',
  'spec',
  'metadata',
  'kind',
  'items',
  'type',
  'ref',
  'valueFrom',
  'conditions',
  '__proto__',
  'constructor',
  'toString',
  'a b',
  'x-y',
  '1',
  '$a',
  'Ünï',
  "it's",
  'a"b',
  '*/',
  'a\nb',
  'default',
);

const bigNumber = 9007199254740993n;
const values: fc.Arbitrary<Exclude<JsonValue, null>> = fc.constantFrom<Exclude<JsonValue, null>>(
  '',
  'a',
  'A b',
  'null',
  'true',
  '1',
  '{}',
  'a;b',
  '*/',
  'a\nb',
  '`"',
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  bigNumber,
  [],
  {},
  [null],
  [1, 'a'],
  { a: null },
  { a: { b: [1] }, 'c d': '' },
);

const counts = fc.constantFrom(0, 1, 2, 9);
const numbers = fc.constantFrom(-2, 0, 0.1, 1, 2, 1e21);
const rules = fc.array(
  fc.record(
    {
      rule: fc.constantFrom('true', 'self == oldSelf', 'self.all(x, x != "`")', 'has(self.a)\n&& (', '(self'),
      message: fc.constantFrom('', 'no', 'at most one of the fields in [name size] may be set', 'a;b,"c"'),
      messageExpression: fc.constant('"a"'),
      reason: fc.constantFrom('FieldValueInvalid', 'FieldValueRequired'),
      fieldPath: fc.constant('.name'),
      optionalOldSelf: fc.boolean(),
    },
    { requiredKeys: ['rule'] },
  ),
  { maxLength: 3 },
);

const intOrString: JsonSchemaProps = { anyOf: [{ type: 'integer' }, { type: 'string' }] };
const shared: readonly JsonSchemaProps[] = [
  { type: 'object', properties: { name: { type: 'string', description: 'Its name.' } }, required: ['name'] },
  { type: 'object', properties: { name: { type: 'string', description: 'Its name.' }, key: { type: 'string' } } },
  { type: 'object', properties: { name: { type: 'string', default: '' } }, 'x-kubernetes-map-type': 'atomic' },
  { type: 'string', enum: ['A', 'B'] },
];

/** A schema without rules. */
function shapes(inner: fc.Arbitrary<JsonSchemaProps>): fc.Arbitrary<JsonSchemaProps> {
  return fc.oneof(
    fc.constantFrom('string', 'integer', 'number', 'boolean', 'object', 'array').map((type) => ({ type })),
    fc.constantFrom<JsonSchemaProps>(...shared, {}, { 'x-kubernetes-preserve-unknown-fields': true }),
    fc.constantFrom<JsonSchemaProps>(
      { 'x-kubernetes-int-or-string': true, ...intOrString },
      { 'x-kubernetes-int-or-string': true },
      { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
    ),
    inner.map((items) => ({ type: 'array', items })),
    inner.map((additionalProperties) => ({ type: 'object', additionalProperties })),
    fc
      .dictionary(fieldNames, inner, { maxKeys: 4, noNullPrototype: true })
      .chain((properties) =>
        fc
          .shuffledSubarray(Object.keys(properties))
          .map((required) => ({ type: 'object', properties, ...(required.length > 0 && { required }) })),
      ),
  );
}

/** Fields that the API server does not know. */
const unknownKeywords: readonly object[] = [
  { 'x-other': { properties: { a: [] } } },
  { patternProperties: { '^a$': { type: 'string' } } },
  { $schema: 'https://a.b/c' },
  { $ref: '#/definitions/a' },
];

/** Another keyword for a schema, whether it fits the rest or not. */
function keywords(inner: fc.Arbitrary<JsonSchemaProps>): fc.Arbitrary<JsonSchemaProps> {
  const one = <K extends keyof JsonSchemaProps>(
    keyword: K,
    arbitrary: fc.Arbitrary<NonNullable<JsonSchemaProps[K]>>,
  ): fc.Arbitrary<JsonSchemaProps> => arbitrary.map((value) => ({ [keyword]: value }));
  const few = fc.array(inner, { maxLength: 2 });
  return fc.oneof(
    { weight: 6, arbitrary: one('description', texts) },
    one('title', texts),
    { weight: 2, arbitrary: one('nullable', fc.boolean()) },
    { weight: 2, arbitrary: one('default', values) },
    one('example', values),
    one('externalDocs', fc.record({ url: fc.constantFrom('https://a.b/c', 'no', ''), description: texts })),
    one('format', fc.constantFrom('', 'int32', 'int64', 'double', 'float', 'date-time', 'byte', 'ipv4', 'a b')),
    { weight: 2, arbitrary: one('enum', fc.array(values, { maxLength: 3 })) },
    { weight: 2, arbitrary: one('enum', fc.array(fc.constantFrom('A', 'B', ''), { maxLength: 3 })) },
    one('enum', fc.array(fc.constantFrom(1, 2, -1, 0.5), { maxLength: 3 })),
    one('pattern', fc.constantFrom('', '^a$', '`"\\d;{}', '(', '^.*/$')),
    ...(['minimum', 'maximum', 'multipleOf'] as const).map((keyword) => one(keyword, numbers)),
    ...(['exclusiveMinimum', 'exclusiveMaximum', 'uniqueItems'] as const).map((keyword) => one(keyword, fc.boolean())),
    ...(['minLength', 'maxLength', 'minItems', 'maxItems'] as const).map((keyword) => one(keyword, counts)),
    ...(['minProperties', 'maxProperties'] as const).map((keyword) => one(keyword, counts)),
    one('required', fc.uniqueArray(fieldNames, { maxLength: 2 })),
    one('properties', fc.dictionary(fieldNames, inner, { maxKeys: 2, noNullPrototype: true })),
    one('items', inner),
    one('additionalProperties', fc.oneof(fc.boolean(), inner)),
    ...(['allOf', 'anyOf', 'oneOf'] as const).map((keyword) => one(keyword, few)),
    one('anyOf', fc.constant([{ enum: ['A', 'B'] }])),
    one('not', inner),
    one('x-kubernetes-preserve-unknown-fields', fc.boolean()),
    one('x-kubernetes-embedded-resource', fc.boolean()),
    one('x-kubernetes-int-or-string', fc.boolean()),
    one('x-kubernetes-list-type', fc.constantFrom('atomic', 'set', 'map')),
    one('x-kubernetes-list-map-keys', fc.uniqueArray(fieldNames, { maxLength: 2 })),
    one('x-kubernetes-map-type', fc.constantFrom('atomic', 'granular')),
    { weight: 2, arbitrary: one('x-kubernetes-validations', rules) },
    fc.constantFrom<JsonSchemaProps>(...unknownKeywords),
  );
}

function schemas(depth: number): fc.Arbitrary<JsonSchemaProps> {
  const inner = depth === 0 ? fc.constantFrom<JsonSchemaProps>(...shared, { type: 'integer' }) : schemas(depth - 1);
  return fc
    .tuple(shapes(inner), fc.array(keywords(inner), { maxLength: 3 }))
    .map(([shape, others]) => Object.assign({}, shape, ...others) as JsonSchemaProps);
}

/** Any schema whose keywords have valid types, whether the API server accepts it or not. */
const arbitrarySchemas: fc.Arbitrary<JsonSchemaProps> = schemas(2);

const usualFields: { [name: string]: JsonSchemaProps } = {
  apiVersion: { type: 'string' },
  kind: { type: 'string' },
  metadata: { type: 'object' },
};

const roots: fc.Arbitrary<JsonSchemaProps> = fc
  .tuple(
    fc.dictionary(fc.constantFrom('spec', 'status', 'data', 'a b'), arbitrarySchemas, { noNullPrototype: true }),
    fc.subarray(['apiVersion', 'kind', 'metadata']),
    fc.subarray(['apiVersion', 'kind', 'metadata', 'spec']),
    fc.array(keywords(schemas(0)), { maxLength: 2 }),
  )
  .map(([fields, inherited, required, others]) => ({
    type: 'object',
    ...Object.fromEntries(others.flatMap(Object.entries)),
    properties: { ...Object.fromEntries(inherited.map((name) => [name, usualFields[name] ?? {}])), ...fields },
    ...(required.length > 0 && { required }),
  }));

const columns = fc.array(
  fc.record(
    {
      name: texts.filter((text) => text !== ''),
      type: fc.constantFrom('string', 'date', 'integer'),
      jsonPath: fc.constantFrom('.spec.name', '.status.conditions[?(@.type=="A")].status', '.a`b'),
      description: texts,
      format: fc.constantFrom('', 'int32', 'date-time'),
      priority: fc.constantFrom(0, 1),
    },
    { requiredKeys: ['name', 'type', 'jsonPath'] },
  ),
  { maxLength: 2 },
);

const versionFacts = fc.record(
  {
    served: fc.boolean(),
    deprecated: fc.boolean(),
    deprecationWarning: fc.constantFrom('Use v2.', ''),
    additionalPrinterColumns: columns,
    selectableFields: fc.uniqueArray(fc.constantFrom('.spec.name', '.spec.size').map((jsonPath) => ({ jsonPath }))),
    subresources: fc.record(
      {
        status: fc.constant({}),
        scale: fc.constantFrom<JsonObject>(
          { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' },
          { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size', labelSelectorPath: '.status.name' },
        ),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['served'] },
);

const specFacts = fc.record(
  {
    scope: fc.constantFrom('Namespaced', 'Cluster'),
    preserveUnknownFields: fc.boolean(),
    conversion: fc.constantFrom<JsonObject>(
      { strategy: 'None' },
      {
        strategy: 'Webhook',
        webhook: {
          clientConfig: { caBundle: 'Y2E=', service: { name: 'a', namespace: 'b' } },
          conversionReviewVersions: ['v1', 'v1beta1'],
        },
      },
      {
        strategy: 'Webhook',
        webhook: { clientConfig: { url: 'https://a.example/convert' }, conversionReviewVersions: ['v1'] },
      },
    ),
  },
  { requiredKeys: ['scope'] },
);

const names = fc.record(
  {
    plural: fc.constantFrom('widgets', 'widgetry'),
    singular: fc.constantFrom('widget', 'thing'),
    listKind: fc.constantFrom('WidgetList', 'Widgets'),
    shortNames: fc.constantFrom([], ['w'], ['w', 'wi']),
    categories: fc.constantFrom([], ['all'], ['all', 'parts']),
  },
  { requiredKeys: ['plural'] },
);

const metadata = fc.record(
  {
    annotations: fc.dictionary(fc.constantFrom('a', 'example.com/b'), texts, { noNullPrototype: true }),
    labels: fc.dictionary(fc.constantFrom('a', 'example.com/b'), fc.constantFrom('', 'x.y'), { noNullPrototype: true }),
  },
  { requiredKeys: [] },
);

/** A CustomResourceDefinition of a kind called Widget, as JSON. */
export const arbitraryDefinitions: fc.Arbitrary<JsonObject> = fc
  .record({
    metadata,
    names,
    specFacts,
    versions: fc.uniqueArray(fc.tuple(fc.constantFrom('v1', 'v1beta1', 'v2'), versionFacts, roots), {
      minLength: 1,
      maxLength: 2,
      selector: ([name]) => name,
    }),
  })
  .map((parts): JsonObject => {
    const versions = parts.versions.map(([name, facts, root], index): JsonObject => {
      const schema: JsonObject = { ...root } as JsonObject;
      return { ...withoutUndefined(facts), name, storage: index === 0, schema: { openAPIV3Schema: schema } };
    });
    return {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { ...withoutUndefined(parts.metadata), name: `${parts.names.plural}.parts.example.com` },
      spec: {
        ...withoutUndefined(parts.specFacts),
        group: 'parts.example.com',
        names: { ...withoutUndefined(parts.names), kind: 'Widget' },
        versions,
      },
    };
  });

/** Optional members are absent here, whatever their types say. */
function withoutUndefined(members: object): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
