/** The required form of a part of a CustomResourceDefinition. */
export type Shape =
  | { readonly kind: 'text' | 'boolean' | 'number' | 'integer' | 'anything' }
  | { readonly kind: 'list'; readonly items: Shape }
  | { readonly kind: 'map'; readonly values: Shape }
  | {
      readonly kind: 'object';
      /** Its name in messages, with its article. */
      readonly what: string;
      readonly fields: ReadonlyMap<string, Shape>;
      readonly required: readonly string[];
    }
  /** True or false, or the other shape. */
  | { readonly kind: 'boolean-or'; readonly other: Shape };

const text: Shape = { kind: 'text' };
const boolean: Shape = { kind: 'boolean' };
const number: Shape = { kind: 'number' };
const integer: Shape = { kind: 'integer' };
const anything: Shape = { kind: 'anything' };
const list = (items: Shape): Shape => ({ kind: 'list', items });
const map = (values: Shape): Shape => ({ kind: 'map', values });
const object = (what: string, fields: Readonly<Record<string, Shape>>, ...required: readonly string[]): Shape => ({
  kind: 'object',
  what,
  fields: new Map(Object.entries(fields)),
  required,
});

const rule = object(
  'a rule',
  { rule: text, message: text, messageExpression: text, reason: text, fieldPath: text, optionalOldSelf: boolean },
  'rule',
);

/** Schemas contain schemas, so the table of their keywords is created first and then filled. */
const keywords = new Map<string, Shape>();
const schema: Shape = { kind: 'object', what: 'a schema', fields: keywords, required: [] };
const schemaKeywords: Readonly<Record<string, Shape>> = {
  description: text,
  type: text,
  format: text,
  title: text,
  default: anything,
  example: anything,
  enum: list(anything),
  nullable: boolean,
  maximum: number,
  exclusiveMaximum: boolean,
  minimum: number,
  exclusiveMinimum: boolean,
  multipleOf: number,
  maxLength: integer,
  minLength: integer,
  pattern: text,
  maxItems: integer,
  minItems: integer,
  uniqueItems: boolean,
  maxProperties: integer,
  minProperties: integer,
  required: list(text),
  items: schema,
  properties: map(schema),
  additionalProperties: { kind: 'boolean-or', other: schema },
  allOf: list(schema),
  oneOf: list(schema),
  anyOf: list(schema),
  not: schema,
  externalDocs: object('documentation', { description: text, url: text }),
  'x-kubernetes-preserve-unknown-fields': boolean,
  'x-kubernetes-embedded-resource': boolean,
  'x-kubernetes-int-or-string': boolean,
  'x-kubernetes-list-type': text,
  'x-kubernetes-list-map-keys': list(text),
  'x-kubernetes-map-type': text,
  'x-kubernetes-validations': list(rule),
  // The API server knows these, and refuses them.
  id: text,
  $schema: text,
  $ref: text,
  patternProperties: anything,
  definitions: anything,
  dependencies: anything,
  additionalItems: anything,
};
for (const [keyword, shape] of Object.entries(schemaKeywords)) keywords.set(keyword, shape);

const column = object(
  'a printer column',
  { name: text, type: text, jsonPath: text, description: text, format: text, priority: integer },
  'name',
  'type',
  'jsonPath',
);

const subresources = object('the subresources', {
  status: anything,
  scale: object(
    'the scale subresource',
    { specReplicasPath: text, statusReplicasPath: text, labelSelectorPath: text },
    'specReplicasPath',
    'statusReplicasPath',
  ),
});

const version = object(
  'a version',
  {
    name: text,
    served: boolean,
    storage: boolean,
    deprecated: boolean,
    deprecationWarning: text,
    schema: object('the schema of a version', { openAPIV3Schema: schema }, 'openAPIV3Schema'),
    subresources,
    additionalPrinterColumns: list(column),
    selectableFields: list(object('a selectable field', { jsonPath: text }, 'jsonPath')),
  },
  'name',
  'served',
  'storage',
  'schema',
);

const conversion = object(
  'the conversion',
  {
    strategy: text,
    webhook: object(
      'the webhook of a conversion',
      {
        clientConfig: object('the address of a webhook', {
          url: text,
          caBundle: text,
          service: object(
            'the service of a webhook',
            { namespace: text, name: text, path: text, port: integer },
            'namespace',
            'name',
          ),
        }),
        conversionReviewVersions: list(text),
      },
      'conversionReviewVersions',
    ),
  },
  'strategy',
);

const names = object(
  'the names of a kind',
  {
    kind: text,
    plural: text,
    singular: text,
    listKind: text,
    shortNames: list(text),
    categories: list(text),
  },
  'kind',
  'plural',
);

/** The form of `metadata`, as far as it is kept. */
export const metadataShape: Shape = object(
  'the metadata',
  { name: text, labels: map(text), annotations: map(text) },
  'name',
);

/** The form of `spec`: apiextensions v1 CustomResourceDefinitionSpec. */
export const specShape: Shape = object(
  'a definition',
  { group: text, names, scope: text, versions: list(version), conversion, preserveUnknownFields: boolean },
  'group',
  'names',
  'scope',
  'versions',
);
