import type { RequestStep } from '../../sequence.ts';
import { del, get, mergePatch, post } from '../../steps.ts';

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const crd = `${crds}/judged.\${NS}.example.com`;
export const judged = '/apis/${NS}.example.com/v1/namespaces/${NS}/judged';
/** An object that is created in a dry run. */
export const tried: string = `${judged}?dryRun=All`;

/** A schema, as JSON. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

/** A schema with rules; a text is a rule without anything else. */
export const ruled = (schema: Schema, ...rules: readonly (string | Schema)[]): Schema => ({
  ...schema,
  'x-kubernetes-validations': rules.map((rule) => (typeof rule === 'string' ? { rule } : rule)),
});

export const text: Schema = { type: 'string' };
export const integer: Schema = { type: 'integer' };
export const listOf = (items: Schema, more: Schema = {}): Schema => ({ type: 'array', items, ...more });
export const mapOf = (additionalProperties: Schema): Schema => ({ type: 'object', additionalProperties });
export const objectOf = (properties: Schema, more: Schema = {}): Schema => ({ type: 'object', properties, ...more });
/** A list whose items are found by their keys. */
export const keyedBy = (keys: readonly string[], items: Schema): Schema => ({
  ...listOf(items),
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': keys,
});

/** Objects have these properties in their spec. `whole`: what else the schema of objects has. */
const schemaOf = (properties: Schema, whole: Schema): Schema => ({
  type: 'object',
  ...whole,
  properties: { spec: { type: 'object', properties }, ...(whole['properties'] as object | undefined) },
});

const versionsOf = (properties: Schema, whole: Schema, version: Schema): Schema => ({
  versions: [
    { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schemaOf(properties, whole) }, ...version },
  ],
});

/** Installs a definition, and waits until its objects can be created. `version`: more of its only version. */
export const installed = (properties: Schema, whole: Schema = {}, version: Schema = {}): RequestStep[] => [
  post(
    crds,
    {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'judged.${NS}.example.com' },
      spec: {
        group: '${NS}.example.com',
        scope: 'Namespaced',
        names: { plural: 'judged', kind: 'Judged' },
        ...versionsOf(properties, whole, version),
      },
    },
    { quiet: true },
  ),
  get(judged, { quiet: true, retry: true }),
  post(judged, object('first', {}), { quiet: true, retry: true }),
  del(`${judged}/first`, undefined, { quiet: true, retry: true }),
];

/** Changes the definition, and waits until an object is refused with a text. */
export const tightened = (properties: Schema, refused: object, shows: string, whole: Schema = {}): RequestStep[] => [
  mergePatch(crd, { spec: versionsOf(properties, whole, {}) }, { quiet: true }),
  post(tried, object('refused', refused), { quiet: true, shows }),
];

/** Returns an object of the definition. */
export const object = (name: string, spec: object, more: object = {}): object => ({
  apiVersion: '${NS}.example.com/v1',
  kind: 'Judged',
  metadata: { name },
  spec,
  ...more,
});
