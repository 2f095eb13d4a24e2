import { widgetDefinition } from '../widget-definition.ts';

/** A definition with every keyword of a schema, and two versions, one of which keeps unknown fields. */
const gadgetDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'gadgets.deep.example.com' },
  spec: {
    group: 'deep.example.com',
    scope: 'Cluster',
    names: {
      plural: 'gadgets',
      singular: 'gadget',
      kind: 'Gadget',
      listKind: 'GadgetList',
      categories: ['all', 'things'],
      shortNames: ['gd', 'gdg'],
    },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            description: 'A gadget.',
            required: ['spec'],
            properties: {
              apiVersion: { type: 'string', description: 'Said by the author.' },
              kind: { type: 'string' },
              metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 12 } } },
              spec: {
                type: 'object',
                description: 'What is wanted.',
                required: ['text'],
                'x-kubernetes-validations': [{ rule: "self.text != 'x'", message: 'not x' }],
                properties: {
                  text: {
                    type: 'string',
                    pattern: '^[a-z]+$',
                    minLength: 1,
                    maxLength: 10,
                    title: 'the text',
                    example: 'abc',
                    externalDocs: { url: 'https://example.com', description: 'more' },
                  },
                  number: {
                    type: 'number',
                    format: 'double',
                    minimum: 0,
                    exclusiveMinimum: true,
                    maximum: 10,
                    multipleOf: 0.5,
                  },
                  integer: { type: 'integer', format: 'int64', default: 3, enum: [1, 2, 3] },
                  zero: { type: 'integer', minimum: 0, default: 0 },
                  boolean: { type: 'boolean', default: false },
                  time: { type: 'string', format: 'date-time' },
                  bytes: { type: 'string', format: 'byte' },
                  either: {
                    'x-kubernetes-int-or-string': true,
                    anyOf: [{ type: 'integer' }, { type: 'string' }],
                    pattern: '^[0-9]+$',
                  },
                  bareEither: { 'x-kubernetes-int-or-string': true },
                  listedEither: {
                    'x-kubernetes-int-or-string': true,
                    allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { pattern: '^a' }],
                  },
                  list: {
                    type: 'array',
                    minItems: 1,
                    maxItems: 4,
                    items: {
                      type: 'object',
                      required: ['name'],
                      properties: { name: { type: 'string' }, count: { type: 'integer', default: 1 } },
                    },
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['name'],
                  },
                  set: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
                  map: {
                    type: 'object',
                    maxProperties: 3,
                    additionalProperties: {
                      type: 'object',
                      properties: { value: { type: 'string', nullable: true } },
                    },
                  },
                  anyMap: { type: 'object', additionalProperties: true },
                  junctors: {
                    type: 'object',
                    properties: { one: { type: 'string' }, two: { type: 'string' } },
                    oneOf: [{ required: ['one'] }, { required: ['two'] }],
                    not: { required: ['one', 'two'] },
                    anyOf: [{ properties: { one: { minLength: 1 } } }],
                    allOf: [{ required: ['two'] }],
                  },
                  enum: { type: 'string', enum: [''], default: '' },
                },
              },
              status: { type: 'object', properties: { phase: { type: 'string' } } },
            },
          },
        },
      },
      {
        name: 'v1beta1',
        served: true,
        storage: false,
        deprecated: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};

/** A definition with what OpenAPI v2 cannot express. */
const oddDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'odds.odd.example.com' },
  spec: {
    group: 'odd.example.com',
    scope: 'Namespaced',
    names: { plural: 'odds', kind: 'Odd' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                required: ['text', 'granular', 'object'],
                properties: {
                  object: {
                    type: 'object',
                    nullable: true,
                    description: 'Can be null.',
                    required: ['name'],
                    properties: { name: { type: 'string' } },
                    maxProperties: 3,
                  },
                  list: { type: 'array', nullable: true, minItems: 1, items: { type: 'string' } },
                  map: { type: 'object', nullable: true, additionalProperties: { type: 'string' } },
                  text: { type: 'string', nullable: true, maxLength: 3, enum: ['a', 'b'], default: 'a' },
                  nothing: { type: 'string', nullable: true, default: null },
                  either: { 'x-kubernetes-int-or-string': true, nullable: true },
                  mapOfEither: { type: 'object', additionalProperties: { 'x-kubernetes-int-or-string': true } },
                  open: {
                    type: 'object',
                    'x-kubernetes-preserve-unknown-fields': true,
                    required: ['name'],
                    properties: { name: { type: 'string' } },
                    minProperties: 1,
                  },
                  anything: { 'x-kubernetes-preserve-unknown-fields': true },
                  listOfOpen: {
                    type: 'array',
                    items: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                  },
                  embedded: {
                    type: 'object',
                    'x-kubernetes-embedded-resource': true,
                    required: ['spec'],
                    properties: {
                      spec: { type: 'object', properties: { size: { type: 'integer' } } },
                      apiVersion: { type: 'string' },
                    },
                  },
                  openEmbedded: {
                    type: 'object',
                    'x-kubernetes-embedded-resource': true,
                    'x-kubernetes-preserve-unknown-fields': true,
                  },
                  embeddedOrNull: {
                    type: 'object',
                    nullable: true,
                    'x-kubernetes-embedded-resource': true,
                    required: ['spec'],
                    properties: { spec: { type: 'object', nullable: true } },
                  },
                  openList: {
                    type: 'array',
                    'x-kubernetes-preserve-unknown-fields': true,
                    items: { type: 'string' },
                  },
                  allMayBeNull: {
                    type: 'object',
                    required: ['list'],
                    properties: { list: { type: 'array', nullable: true, items: { type: 'string' } } },
                  },
                  mapOfNullable: {
                    type: 'object',
                    required: ['a', 'b'],
                    additionalProperties: { type: 'string', nullable: true },
                  },
                  granular: {
                    type: 'object',
                    'x-kubernetes-map-type': 'granular',
                    properties: { name: { type: 'string' } },
                  },
                },
              },
              status: { type: 'object', nullable: true, properties: { phase: { type: 'string' } } },
            },
          },
        },
      },
    ],
  },
};

/** A definition with subresources, fields to select, and a stored version that is not served. */
const scaledDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'scaleds.scaled.example.com' },
  spec: {
    group: 'scaled.example.com',
    scope: 'Namespaced',
    names: { plural: 'scaleds', singular: 'one', kind: 'Scaled', listKind: 'Scaleds', shortNames: ['sc'] },
    versions: [
      {
        name: 'v1',
        served: false,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object' } },
      },
      {
        name: 'v2',
        served: true,
        storage: false,
        deprecated: true,
        subresources: {
          status: {},
          scale: {
            specReplicasPath: '.spec.count',
            statusReplicasPath: '.status.count',
            labelSelectorPath: '.status.selector',
          },
        },
        selectableFields: [{ jsonPath: '.spec.text' }, { jsonPath: '.spec.count' }],
        schema: {
          openAPIV3Schema: {
            type: 'object',
            description: 'What is scaled.\n\nIn two parts, with "quotes" & <brackets>.',
            properties: {
              metadata: { type: 'object' },
              spec: {
                description: 'How much is wanted.',
                type: 'object',
                properties: {
                  count: { type: 'integer', format: 'int32', description: 'How many.' },
                  text: { type: 'string', format: 'unheard-of', description: '' },
                  inner: {
                    type: 'object',
                    description: 'An object inside.',
                    'x-kubernetes-embedded-resource': true,
                    'x-kubernetes-preserve-unknown-fields': true,
                    properties: {
                      kind: { type: 'string', description: 'Which kind it is.' },
                      metadata: { type: 'object', description: 'Its metadata.' },
                    },
                  },
                  atomic: {
                    type: 'object',
                    'x-kubernetes-map-type': 'atomic',
                    additionalProperties: { type: 'array', items: { type: 'string', description: 'An item.' } },
                  },
                  closed: { type: 'object', additionalProperties: false },
                  none: { type: 'array', items: { type: 'object' }, maxItems: 0, minItems: 0 },
                },
              },
              status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
            },
          },
        },
      },
    ],
  },
};

/** Two definitions whose schemas take anything, one of which has no type, and is on the cluster's level. */
const pairDefinitions = ['Namespaced', 'Cluster'].map((scope) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${scope.toLowerCase()}s.${scope.toLowerCase()}.example.com` },
  spec: {
    group: `${scope.toLowerCase()}.example.com`,
    scope,
    names: { plural: `${scope.toLowerCase()}s`, kind: scope, categories: ['pairs'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            ...(scope === 'Namespaced' && { type: 'object' }),
            'x-kubernetes-preserve-unknown-fields': true,
            description: `${scope} objects.`,
            properties: { known: { type: 'string', description: 'Is known.' } },
          },
        },
      },
    ],
  },
}));

/** A definition whose versions are sorted neither alphabetically nor in the order of the definition. */
const rankDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'ranks.rank.example.com' },
  spec: {
    group: 'rank.example.com',
    scope: 'Namespaced',
    names: { plural: 'ranks', kind: 'Rank' },
    versions: ['v1', 'foo10', 'v2beta1', 'v10', 'v2', 'v11alpha2', 'foo1', 'v2beta2'].map((name, index) => ({
      name,
      served: name !== 'v2beta2',
      storage: index === 0,
      schema: { openAPIV3Schema: { type: 'object' } },
    })),
  },
};

/** The definitions of the custom resources whose documents are compared. */
export const documentedDefinitions: readonly object[] = [
  widgetDefinition,
  gadgetDefinition,
  oddDefinition,
  rankDefinition,
  scaledDefinition,
  ...pairDefinitions,
];

/** The OpenAPI v3 documents of these custom resources. */
export const customDocuments: readonly string[] = [
  'apis/lab.example.com/v1',
  'apis/deep.example.com/v1',
  'apis/deep.example.com/v1beta1',
  'apis/odd.example.com/v1',
  'apis/rank.example.com/v1',
  'apis/rank.example.com/foo1',
  'apis/scaled.example.com/v2',
  'apis/namespaced.example.com/v1',
  'apis/cluster.example.com/v1',
];
