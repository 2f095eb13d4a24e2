import { widgetDefinition } from '../../src/test-support/wire.ts';

const text = { type: 'string' };
/** As many items of `length` characters as fill `size` characters. */
const many = <T>(size: number, length: number, item: (index: number) => T): T[] =>
  Array.from({ length: Math.ceil(size / length) }, (_, index) => item(index));
const members = (size: number, length: number, value: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(many(size, length, (index) => [`p${index}`, value]));
const definition = (version: object, spec: object = {}): object =>
  widgetDefinition(version, { group: 'other.example.com', ...spec });
const withSchema = (schema: object, version: object = {}): object =>
  definition({ schema: { openAPIV3Schema: schema }, ...version });
/** A definition whose objects have `a` with this schema. */
const withProperty = (schema: object): object => withSchema({ type: 'object', properties: { a: schema } });
const object = (properties: object): object => ({ type: 'object', properties });
const listMap = (keys: readonly string[], item: object): object =>
  withProperty({
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': keys,
    items: { type: 'object', ...item },
  });
const inDepth = (levels: number, inside: object): object =>
  Array.from({ length: levels }).reduce<object>((schema) => object({ 'a-name-of-some-length': schema }), inside);
/** A schema with that many levels, as a text: it may be too deep to be printed. */
const nestedSchema = (levels: number): object => inDepth(Math.min(levels, 10_000), text);
const rules = (list: readonly object[]): object => withProperty({ type: 'object', 'x-kubernetes-validations': list });
const webhook = (config: object, versions: readonly string[] = ['v1']): object =>
  definition(
    {},
    { conversion: { strategy: 'Webhook', webhook: { clientConfig: config, conversionReviewVersions: versions } } },
  );

/** Definitions of about `size` characters that are made to take long, or to have long answers. */
export const hostileDefinitions: Readonly<Record<string, (size: number) => object>> = {
  'properties without types': (size) => withProperty(object(members(size, 9, {}))),
  'properties without types, deep inside': (size) => withSchema(inDepth(300, object(members(size, 9, {})))),
  'properties of unknown types, deep inside': (size) =>
    withSchema(inDepth(300, object(members(size, 24, { type: 'x' })))),
  'branches that are not structural': (size) =>
    withProperty({ ...text, anyOf: many(size, 16, () => ({ type: 'a', nullable: true })) }),
  'fields that only a branch declares': (size) => withSchema({ type: 'object', anyOf: [object(members(size, 9, {}))] }),
  'keys of lists that do not exist': (size) =>
    listMap(
      many(size, 9, (index) => `k${index}`),
      {},
    ),
  'keys of lists that are the same': (size) =>
    listMap(
      many(size, 4, () => 'k'),
      { properties: { k: text }, required: ['k'] },
    ),
  'keys of lists that are not required': (size) => {
    const keys = many(size, 50, (index) => `k${index}`);
    return listMap(keys, {
      properties: Object.fromEntries(keys.map((key) => [key, text])),
      required: keys.map((key) => `z${key}`),
    });
  },
  'defaults with unknown fields': (size) => withProperty({ type: 'object', default: members(size, 11, 1) }),
  'defaults with many wrong values': (size) =>
    withProperty({ type: 'object', additionalProperties: text, default: members(size, 11, 1) }),
  'defaults with many values that an enum does not have': (size) =>
    withProperty({
      type: 'array',
      items: { ...text, enum: many(size / 2, 9, (index) => `e${index}`) },
      default: many(size / 2, 4, () => 'b'),
    }),
  'defaults in metadata': (size) =>
    withProperty({
      'x-kubernetes-embedded-resource': true,
      ...object({ metadata: object(members(size, 40, { ...text, default: 'A_' })) }),
    }),
  'long enums with a wrong default': (size) =>
    withProperty({ ...text, enum: many(size, 10, (index) => `e${index}`), default: 'x' }),
  'names of required fields': (size) =>
    withProperty({ type: 'object', required: many(size, 9, (index) => `r${index}`), default: {} }),
  'a struct in a message': (size) =>
    withSchema(
      { type: 'object', maxProperties: 1, enum: many(size, 10, (index) => `<${index}`) },
      { subresources: { status: {} } },
    ),
  'unknown formats': (size) =>
    withProperty(
      object(
        Object.fromEntries(
          many(size, 40, (index) => [`p${index}`, { ...text, format: `f${index}` }] as [string, unknown]),
        ),
      ),
    ),
  'a pattern of repetitions': (size) =>
    withProperty({ ...text, pattern: '(a*)*'.repeat(size / 5), default: `${'a'.repeat(100)}b` }),
  'a pattern that backtracks, and a long default': (size) =>
    withProperty({ ...text, pattern: '^(a|a)*(a*)*$', default: `${'a'.repeat(size)}b` }),
  'rules without text': (size) => rules(many(size, 3, () => ({}))),
  'rules with unknown reasons': (size) => rules(many(size, 25, () => ({ rule: '', reason: 'x' }))),
  'rules with long paths of fields': (size) =>
    rules(many(8, 1, () => ({ rule: '', fieldPath: '.a'.repeat(size / 16) }))),
  'rules with wrong paths of fields, in a large schema': (size) =>
    withProperty({
      ...object(members(size / 2, 24, { type: 'string' })),
      'x-kubernetes-validations': many(size / 2, 40, () => ({ rule: 'true', fieldPath: '.zz' })),
    }),
  'columns without names': (size) =>
    withSchema({ type: 'object' }, { additionalPrinterColumns: many(size, 3, () => ({})) }),
  'selectable fields without names': (size) =>
    withSchema({ type: 'object' }, { selectableFields: many(size, 17, () => ({ jsonPath: '.' })) }),
  'wrong short names': (size) =>
    definition({}, { names: { plural: 'as', kind: 'A', shortNames: many(size, 4, () => 'A') } }),
  'versions with wrong names': (size) =>
    definition({}, { versions: many(size, 28, () => ({ name: 'V1', schema: {} })) }),
  'versions with schemas of their own': (size) =>
    definition(
      {},
      {
        versions: many(size, 120, (index) => ({
          name: `v${index + 1}`,
          served: true,
          storage: index === 0,
          subresources: { status: {} },
          schema: { openAPIV3Schema: object({ [`p${index}`]: text }) },
        })),
      },
    ),
  references: (size) => withProperty(object(members(size, 36, { $ref: '#/definitions/a' }))),
  'a schema in a schema, again and again': (size) => withSchema(nestedSchema(size / 40)),
  'rules with syntax errors': (size) => rules(many(size, 14, () => ({ rule: 'a b' }))),
  'rules of wrong types': (size) => rules(many(size, 20, (index) => ({ rule: `self.a${index}` }))),
  'a rule of many operators': (size) => rules([{ rule: `1${'+1'.repeat(size / 2)} > 0` }]),
  'a rule in many brackets': (size) => rules([{ rule: `${'('.repeat(size / 2)}true${')'.repeat(size / 2)}` }]),
  'a long deprecation': (size) => definition({ deprecated: true, deprecationWarning: `${'a'.repeat(size)}\u0001` }),
  'versions of reviews': (size) =>
    webhook(
      { url: 'https://a' },
      many(size, 4, () => 'A'),
    ),
  'a long URL': (size) => webhook({ url: `https://a/${'%41'.repeat(size / 3)}` }),
};
