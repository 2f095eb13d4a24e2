import type { RequestStep } from '../../sequence.ts';
import { del, get, post } from '../../steps.ts';

export const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
/** The definition that most sequences use: each in a group of its own, so that they do not affect each other. */
export const crd: string = `${crds}/things.\${NS}.example.com`;
export const quiet = { quiet: true };

/** A schema of objects whose spec has these properties. */
export const specOf = (properties: object): object => ({
  type: 'object',
  properties: { spec: { type: 'object', properties } },
});
export const text = { type: 'string' };

/** A served version that is not stored. `more` replaces its members. */
export const version = (name: string, schema: object = { type: 'object' }, more: object = {}): object => ({
  name,
  served: true,
  storage: false,
  schema: { openAPIV3Schema: schema },
  ...more,
});
/** The version `v1`, which is stored. */
export const v1 = (schema?: object, more: object = {}): object => version('v1', schema, { storage: true, ...more });

/** A definition of `things`. `spec` and `metadata` replace members. */
export const definition = (
  versions: readonly object[] = [v1()],
  spec: object = {},
  metadata: object = {},
): Readonly<Record<string, unknown>> => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.${NS}.example.com', ...metadata },
  spec: {
    group: '${NS}.example.com',
    scope: 'Namespaced',
    names: { plural: 'things', kind: 'Thing' },
    versions,
    ...spec,
  },
});

/** Sends a definition without storing it. */
export const tried = (body: unknown, query = ''): RequestStep => post(`${crds}?dryRun=All${query}`, body);

/** The path of the objects of a definition, in the sequence's namespace. */
export const things = (name = 'v1', plural = 'things'): string =>
  `/apis/\${NS}.example.com/${name}/namespaces/\${NS}/${plural}`;
/** An object of a definition. `rest` replaces its members. */
export const thing = (name: string, rest: object = {}, apiVersion = 'v1', kind = 'Thing'): object => ({
  apiVersion: `\${NS}.example.com/${apiVersion}`,
  kind,
  metadata: { name },
  ...rest,
});

/** Creates a definition, and waits until it is served. */
export const served = (body: object = definition(), name = 'v1'): RequestStep[] => [
  post(crds, body, quiet),
  get(things(name), { quiet: true, retry: true }),
];

/** The same, and waits until objects can be created: the real server takes two seconds. */
export const installed = (body: object = definition(), name = 'v1'): RequestStep[] => [
  ...served(body, name),
  post(things(name), thing('first', {}, name), { quiet: true, retry: true }),
  del(`${things(name)}/first`, undefined, { quiet: true, retry: true }),
];
