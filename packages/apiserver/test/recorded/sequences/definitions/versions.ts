import type { Area } from '../../sequence.ts';
import { sequence } from '../../steps.ts';
import { definition, specOf, text, tried, v1, version } from './definition-of.ts';

const bad = specOf({ a: {} });
const other = specOf({ b: {} });
const statusOf = { status: {} };
const scaleOf = (specReplicasPath: string): object => ({
  scale: { specReplicasPath, statusReplicasPath: '.status.n' },
});
const column = (name: string): object => ({ additionalPrinterColumns: [{ name, type: 'x', jsonPath: '.a' }] });
const fields = (...paths: string[]): object => ({ selectableFields: paths.map((jsonPath) => ({ jsonPath })) });
const rootAnyOf = { type: 'object', properties: { a: text }, anyOf: [{ required: ['a'] }] };

/** Where mistakes are reported: what all versions have in common is in one place. */
export const definitionVersions: Area = {
  name: 'versions of definitions',
  sequences: [
    sequence(
      'where mistakes in schemas are',
      tried(definition([v1(bad)])),
      tried(definition([v1(bad), version('v2', bad)])),
      tried(definition([v1(bad), version('v2', other)])),
      tried(definition([v1(), version('v2', bad)])),
      tried(definition([v1(specOf({ a: text })), version('v2', specOf({ a: { type: 'array' } }))])),
      tried(definition([v1(bad), version('v2', bad), version('v3', other)])),
      tried(definition([v1(undefined, { schema: undefined })])),
      tried(definition([v1(undefined, { schema: {} }), version('v2', bad)])),
      tried(definition([v1(bad), version('v2', undefined, { schema: {} })])),
      tried(definition([v1(undefined, { schema: null }), version('v2', undefined, { schema: {} })])),
      tried(definition([v1({}), version('v2', {})])),
    ),
    sequence(
      'schemas that are equal but for empty parts',
      tried(definition([v1({ ...bad, required: [] }), version('v2', bad)])),
      tried(definition([v1({ ...bad, description: '' }), version('v2', bad)])),
      tried(definition([v1({ ...bad, allOf: [], enum: [], nullable: false }), version('v2', bad)])),
      tried(definition([v1(specOf({ a: { properties: {} } })), version('v2', bad)])),
      tried(definition([v1({ ...bad, default: null }), version('v2', bad)])),
      tried(definition([v1({ ...bad, minLength: 0 }), version('v2', bad)])),
      tried(definition([v1({ ...bad, maximum: 0 }), version('v2', { ...bad, maximum: 0.0 })])),
      tried(definition([v1({ ...bad, example: { a: 1 } }), version('v2', { ...bad, example: { a: 1.0 } })])),
      tried(definition([v1({ ...bad, externalDocs: {} }), version('v2', bad)])),
      tried(definition([v1({ ...bad, 'x-kubernetes-list-map-keys': [] }), version('v2', bad)])),
    ),
    sequence(
      'subresources of several versions',
      tried(definition([v1(undefined, { subresources: scaleOf('.x') })])),
      tried(
        definition([
          v1(undefined, { subresources: scaleOf('.x') }),
          version('v2', undefined, { subresources: scaleOf('.x') }),
        ]),
      ),
      tried(
        definition([
          v1(undefined, { subresources: scaleOf('.x') }),
          version('v2', undefined, { subresources: scaleOf('.y') }),
        ]),
      ),
      tried(definition([v1(undefined, { subresources: scaleOf('.x') }), version('v2')])),
      tried(
        definition([
          v1(undefined, { subresources: { ...scaleOf('.x'), ...statusOf } }),
          version('v2', undefined, { subresources: scaleOf('.x') }),
        ]),
      ),
      tried(definition([v1(rootAnyOf), version('v2', rootAnyOf)])),
      tried(definition([v1(rootAnyOf, { subresources: statusOf }), version('v2', rootAnyOf)])),
      tried(definition([v1(rootAnyOf, { subresources: statusOf }), version('v2')])),
      tried(definition([v1(rootAnyOf), version('v2', undefined, { subresources: statusOf })])),
      tried(definition([v1(rootAnyOf), version('v2', { ...rootAnyOf, title: 'a' }, { subresources: statusOf })])),
    ),
    sequence(
      'columns of several versions',
      tried(definition([v1(undefined, column('A'))])),
      tried(definition([v1(undefined, column('A')), version('v2', undefined, column('A'))])),
      tried(definition([v1(undefined, column('A')), version('v2', undefined, column('B'))])),
      tried(definition([v1(undefined, column('A')), version('v2')])),
      tried(definition([v1(), version('v2', undefined, column('A'))])),
      tried(definition([v1(undefined, { additionalPrinterColumns: [] }), version('v2')])),
    ),
    sequence(
      'selectable fields of several versions',
      tried(definition([v1(specOf({ a: text }), fields('.spec.x'))])),
      tried(
        definition([v1(specOf({ a: text }), fields('.spec.x')), version('v2', specOf({ a: text }), fields('.spec.x'))]),
      ),
      tried(definition([v1(specOf({ a: text }), fields('.spec.a')), version('v2', specOf({ a: text }))])),
      tried(definition([v1(specOf({ a: text }), fields('.spec.a')), version('v2', specOf({ b: text }))])),
      tried(
        definition([v1(specOf({ a: text }), fields('.spec.a')), version('v2', specOf({ b: text }), fields('.spec.a'))]),
      ),
      tried(
        definition([v1(specOf({ a: text }), fields('.spec.a')), version('v2', specOf({ b: text }), fields('.spec.b'))]),
      ),
      tried(
        definition([v1(specOf({ a: text }), fields('.spec.a')), version('v2', specOf({ b: text }), fields('.spec.x'))]),
      ),
      tried(definition([v1(specOf({ a: text }), fields('.spec.a')), version('v2', specOf({ a: text }), fields())])),
      tried(definition([v1({ type: 'object', $ref: '#/a' }, fields('.spec.a'))])),
      tried(
        definition([v1(specOf({ a: text }), fields('.spec.a')), version('v2', { $ref: '#/a' }, fields('.spec.b'))]),
      ),
      tried(definition([v1(undefined, { schema: undefined, ...fields('.spec.a') })])),
    ),
  ],
};
