import type { Area } from '../../sequence.ts';
import { apply, get, post, sequence } from '../../steps.ts';
import { crd, crds, definition, served, specOf, text, tried, v1 } from './definition-of.ts';

/** Returns a definition with one member replaced: `at` is its path. */
function replaced(at: string, value: unknown): object {
  const copy = JSON.parse(JSON.stringify(whole)) as Record<string, unknown>;
  const path = at.split('.');
  const last = path.pop() ?? '';
  const parent = path.reduce<Record<string, unknown>>(
    (current, key) => (current[key] ??= {}) as Record<string, unknown>,
    copy,
  );
  parent[last] = value;
  return copy;
}

/** A definition with all members that a definition can have. */
const whole = definition(
  [
    v1(specOf({ a: text }), {
      deprecated: true,
      deprecationWarning: 'old',
      subresources: { status: {}, scale: { specReplicasPath: '.spec.a', statusReplicasPath: '.status.a' } },
      additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: '.spec.a' }],
      selectableFields: [{ jsonPath: '.spec.a' }],
    }),
  ],
  {
    names: { plural: 'things', kind: 'Thing', shortNames: ['th'], categories: ['all'] },
    conversion: {
      strategy: 'Webhook',
      webhook: {
        clientConfig: { service: { name: 'a', namespace: 'b', path: '/c', port: 1 } },
        conversionReviewVersions: ['v1'],
      },
    },
    preserveUnknownFields: false,
  },
);

const wrongTypes: readonly (readonly [at: string, ...values: unknown[]])[] = [
  ['apiVersion', 5, 'v1', 'apiextensions.k8s.io/v1beta1', 'apiextensions.k8s.io/v2', ''],
  ['kind', 5, 'Other', ''],
  ['metadata', 5, [], 'x'],
  ['metadata.name', 5],
  ['metadata.labels', 'x', { a: 5 }],
  ['metadata.finalizers', 'x'],
  ['spec', 'x', [], 5, null],
  ['spec.group', 5, null],
  ['spec.scope', 5, ['Namespaced']],
  ['spec.preserveUnknownFields', 'x', 0, null],
  ['spec.names', 'x', null],
  ['spec.names.plural', 5],
  ['spec.names.shortNames', 'x', [5], null, []],
  ['spec.names.categories', { a: 1 }, [null]],
  ['spec.versions', {}, 'x', ['x'], [5], [null], null],
  ['spec.versions.0.name', 5, null],
  ['spec.versions.0.served', 'true', 1, null],
  ['spec.versions.0.storage', 'true', null],
  ['spec.versions.0.deprecated', 'x'],
  ['spec.versions.0.deprecationWarning', 5, null],
  ['spec.versions.0.schema', 'x', [], null, {}],
  ['spec.versions.0.schema.openAPIV3Schema', 'x', [], null, true],
  ['spec.versions.0.subresources', 'x', null, {}],
  ['spec.versions.0.subresources.status', 'x', null, { a: 1 }],
  ['spec.versions.0.subresources.scale', 'x', null],
  ['spec.versions.0.subresources.scale.specReplicasPath', 5],
  ['spec.versions.0.subresources.scale.labelSelectorPath', 5, null, ''],
  ['spec.versions.0.additionalPrinterColumns', 'x', {}, ['x'], null, []],
  ['spec.versions.0.additionalPrinterColumns.0.name', 5],
  ['spec.versions.0.additionalPrinterColumns.0.priority', 'x', 1.5, null, 0],
  ['spec.versions.0.selectableFields', 'x', {}, ['x'], null, []],
  ['spec.versions.0.selectableFields.0.jsonPath', 5],
  ['spec.conversion', 'x', [], null],
  ['spec.conversion.strategy', 5, null],
  ['spec.conversion.webhook', 'x', null, {}],
  ['spec.conversion.webhook.clientConfig', 'x', null],
  ['spec.conversion.webhook.clientConfig.url', 5],
  ['spec.conversion.webhook.clientConfig.caBundle', 5, 'not base64!', 'YQ', null, ''],
  ['spec.conversion.webhook.clientConfig.service', 'x', null],
  ['spec.conversion.webhook.clientConfig.service.port', 'x', 1.5, null, 4294967296],
  ['spec.conversion.webhook.clientConfig.service.path', 5, null],
  ['spec.conversion.webhook.conversionReviewVersions', 'v1', [5], null],
  ['status', 'x', [], 5, null],
  ['status.conditions', 'x', [{ type: 5 }]],
  ['status.storedVersions', 'x', [5]],
  ['status.acceptedNames', 'x'],
];

/** A definition with a field that nobody knows at every level. */
const unknownEverywhere = JSON.stringify({
  ...definition(
    [
      v1(
        {
          ...specOf({
            a: {
              type: 'string',
              foo: 1,
              externalDocs: { foo: 1 },
            },
            b: { type: 'array', items: { type: 'object', additionalProperties: { type: 'string', foo: 1 } } },
            'c.d': { type: 'object', anyOf: [{ foo: 1 }], not: { foo: 1, required: ['x'] } },
          }),
          foo: 1,
        },
        {
          foo: 1,
          additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: '.spec.a', JSONPath: '.x' }],
          subresources: { status: { foo: 1 }, foo: 1 },
        },
      ),
    ],
    { foo: 1, names: { plural: 'things', kind: 'Thing', foo: 1 }, validation: {}, version: 'v1' },
    { foo: 1 },
  ),
  status: { foo: 1 },
  foo: 1,
});
const repeated = JSON.stringify(definition()).replace('"served":true', '"served":true,"served":true');

/** How definitions are read, and what is filled in. */
export const decoding: Area = {
  name: 'decoding of definitions',
  sequences: [
    sequence(
      'versions of the API that are not there',
      get('/apis/apiextensions.k8s.io/v1beta1'),
      get('/apis/apiextensions.k8s.io/v1beta1/customresourcedefinitions'),
      post('/apis/apiextensions.k8s.io/v1beta1/customresourcedefinitions', definition()),
      post('/apis/apiextensions.k8s.io/v2/customresourcedefinitions', definition()),
    ),
    ...wrongTypes.map(([at, ...values]) =>
      sequence(`values of ${at}`, ...values.map((value) => tried(replaced(at, value)))),
    ),
    sequence(
      'keywords of a wrong type',
      ...[
        { exclusiveMaximum: 5 },
        { exclusiveMinimum: 'x' },
        { maximum: 'x' },
        { maxLength: 1.5 },
        { minItems: 'x' },
        { multipleOf: null },
        { type: ['string'] },
        { format: 5 },
        { title: 5 },
        { description: {} },
        { pattern: 5 },
        { uniqueItems: 'x' },
        { enum: {} },
        { enum: [null, 1, 'a', { b: [] }] },
        { required: 'x' },
        { required: [null] },
        { items: 'x' },
        { items: null },
        { allOf: {} },
        { oneOf: 'x' },
        { anyOf: [5] },
        { not: [] },
        { properties: [] },
        { properties: { a: 'x' } },
        { additionalProperties: 'x' },
        { additionalProperties: 5 },
        { additionalProperties: null },
        { additionalItems: 'x' },
        { patternProperties: 5 },
        { dependencies: { a: 5 } },
        { dependencies: 'x' },
        { definitions: [] },
        { externalDocs: 'x' },
        { externalDocs: { url: 5 } },
        { nullable: 'x' },
        { $ref: 5 },
        { $schema: 5 },
        { id: 5 },
        { 'x-kubernetes-preserve-unknown-fields': 'x' },
        { 'x-kubernetes-embedded-resource': 1 },
        { 'x-kubernetes-int-or-string': 'x' },
        { 'x-kubernetes-list-map-keys': 'x' },
        { 'x-kubernetes-list-type': 5 },
        { 'x-kubernetes-map-type': [] },
        { 'x-kubernetes-validations': {} },
        { 'x-kubernetes-validations': ['x'] },
        ...['rule', 'message', 'messageExpression', 'reason', 'fieldPath', 'optionalOldSelf'].map((field) => ({
          'x-kubernetes-validations': [{ rule: 'true', [field]: 5 }],
        })),
      ].map((schema) => tried(definition([v1(specOf({ a: { type: 'string', ...schema } }))]))),
    ),
    sequence(
      'fields that nobody knows',
      ...['Ignore', 'Warn', 'Strict'].map((level) => tried(unknownEverywhere, `&fieldValidation=${level}`)),
      tried(unknownEverywhere),
      tried(repeated, '&fieldValidation=Strict'),
      tried(repeated),
    ),
    sequence(
      'what is dropped',
      tried(
        definition(
          [
            v1(
              specOf({
                a: { type: 'string', default: null, example: null, enum: [null, 'a'], nullable: true },
                b: { type: 'object', properties: {}, required: [], additionalProperties: true },
                c: { type: 'object', additionalProperties: false },
                d: { type: 'object', additionalProperties: { type: 'string' } },
                e: { type: 'string', allOf: [], enum: [], description: '', maxLength: 0, nullable: false },
                f: { type: 'string', example: { b: 1, a: [null] }, default: '' },
                g: { type: 'object', default: {}, 'x-kubernetes-validations': [] },
                h: { type: 'object', properties: { z: text, a: text, 'B.c': text }, externalDocs: {} },
                i: { 'x-kubernetes-int-or-string': true, 'x-kubernetes-list-map-keys': [] },
                j: { type: 'array', items: text, uniqueItems: false, additionalProperties: null },
              }),
              { additionalPrinterColumns: [], selectableFields: [], subresources: {}, deprecated: false },
            ),
          ],
          {
            names: { plural: 'things', kind: 'Thing', shortNames: [], categories: [] },
            conversion: { strategy: 'None' },
          },
          { labels: {}, annotations: {}, finalizers: [] },
        ),
      ),
    ),
    sequence(
      'what is filled in',
      tried(definition()),
      tried(definition([v1()], { names: { plural: 'things', kind: 'BigThing' }, conversion: null })),
      tried(definition([v1()], { names: { plural: 'things', kind: 'Thing', singular: 'one', listKind: 'Things' } })),
      tried(definition([v1()], { conversion: {} })),
      tried(
        definition([v1()], {
          conversion: {
            strategy: 'Webhook',
            webhook: {
              clientConfig: { service: { name: 'a', namespace: 'b' } },
              conversionReviewVersions: ['v1'],
            },
          },
        }),
      ),
      tried({
        ...definition([v1()], {}, { generation: 7, uid: 'x', selfLink: '/x' }),
        status: {
          conditions: [{ type: 'Established', status: 'True', reason: 'Mine', message: 'mine' }],
          acceptedNames: { plural: 'others', kind: 'Other' },
          storedVersions: ['v9'],
          observedGeneration: 3,
        },
      }),
      post(crds, definition()),
    ),
    sequence(
      'what is filled in by an apply',
      apply(`${crd}?dryRun=All`, 'm', definition()),
      apply(`${crd}?dryRun=All`, 'm', { ...definition(), status: { storedVersions: ['v9'] } }),
      apply(crd, 'm', definition()),
    ),
    sequence('what has been observed', ...served(), get(crd, { shows: 'InitialNamesAccepted' })),
  ],
};
