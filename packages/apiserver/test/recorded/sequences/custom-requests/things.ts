import type { RequestStep } from '../../sequence.ts';
import { get, jsonPatch, post } from '../../steps.ts';

export const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
/** The definition of a sequence. Its group is the sequence's own, so that sequences do not affect each other. */
export const crd: string = `${crds}/things.\${NS}.example.com`;
export const quiet = { quiet: true };
export const text = { type: 'string' };
export const integer = { type: 'integer' };
export const open = { 'x-kubernetes-preserve-unknown-fields': true };

/** The path of a version's objects in the sequence's namespace. */
export const things = (version = 'v1'): string => `/apis/\${NS}.example.com/${version}/namespaces/\${NS}/things`;

/** An object of the definition. */
export const thing = (name: string, spec: unknown = {}, rest: object = {}, version = 'v1'): object => ({
  apiVersion: `\${NS}.example.com/${version}`,
  kind: 'Thing',
  metadata: { name },
  spec,
  ...rest,
});

/** Creates an object without storing it. */
export const tryThing = (spec: unknown, rest: object = {}): RequestStep =>
  post(`${things()}?dryRun=All`, thing('t', spec, rest));

/** Creates objects without storing them, one with each of these values in a property of the spec. */
export const tryValues = (property: string, ...values: readonly unknown[]): RequestStep[] =>
  values.map((value) => tryThing({ [property]: value }));

/** A schema of the definition. */
export interface Schema {
  readonly properties?: object;
  readonly [keyword: string]: unknown;
}

export const objectOf = (properties: object, rest: object = {}): Schema => ({ type: 'object', properties, ...rest });
export const listOf = (items: object, rest: object = {}): Schema => ({ type: 'array', items, ...rest });
export const mapOf = (additionalProperties: object | boolean, rest: object = {}): Schema => ({
  type: 'object',
  additionalProperties,
  ...rest,
});

/** A schema with these properties in the spec. */
export const specOf = (properties: object, rest: object = {}): Schema => objectOf({ spec: objectOf(properties, rest) });

/** A version of a definition. */
export const version = (name: string, schema: object, rest: object = {}): object => ({
  name,
  served: true,
  storage: name === 'v1',
  schema: { openAPIV3Schema: schema },
  ...rest,
});

/** A definition with these versions; the first is v1, which is stored. */
export const definition = (versions: readonly object[], spec: object = {}): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.${NS}.example.com' },
  spec: {
    group: '${NS}.example.com',
    scope: 'Namespaced',
    names: { plural: 'things', kind: 'Thing' },
    versions,
    ...spec,
  },
});

/** Installs versions, and waits until objects can be created: the real server takes two seconds. */
export const installedVersions = (versions: readonly object[], first: object = thing('first')): RequestStep[] => [
  post(crds, definition(versions), quiet),
  get(things(), { ...quiet, retry: true }),
  post(`${things()}?dryRun=All`, first, { ...quiet, retry: true }),
];

/** Installs a definition with one version. `first`: an object that it accepts. */
export const installed = (schema: object, rest: object = {}, first?: object): RequestStep[] =>
  installedVersions([version('v1', schema, rest)], first);

/**
 * Changes the schema, and waits until objects are judged by it: they get a property `changed` with this value. `first`:
 * an object that the schema accepts.
 */
export const changedTo = (schema: Schema, changed = 'once', first: object = thing('first')): RequestStep[] => [
  jsonPatch(
    crd,
    [
      {
        op: 'replace',
        path: '/spec/versions/0/schema/openAPIV3Schema',
        value: { ...schema, properties: { ...schema.properties, changed: { type: 'string', default: changed } } },
      },
    ],
    quiet,
  ),
  post(`${things()}?dryRun=All`, first, { ...quiet, shows: `"changed":"${changed}"` }),
  get(things(), { ...quiet, retry: true }),
];
