import type { RequestStep } from '../../sequence.ts';
import { del, get, post } from '../../steps.ts';

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
export const crd: string = `${crds}/numbers.\${NS}.example.com`;
export const numbers = '/apis/${NS}.example.com/v1/namespaces/${NS}/numbers';

/** Properties of a schema by their names, each as JSON. */
export type Properties = Readonly<Record<string, string>>;

/** Returns JSON of an object whose members are JSON already: JavaScript's numbers would not keep their literals. */
export const jsonObject = (members: Properties): string =>
  `{${Object.entries(members)
    .map(([name, json]) => `${JSON.stringify(name)}:${json}`)
    .join(',')}}`;

/** Returns a definition whose objects have these properties in their spec and their status. `more`: of its version. */
const definitionOf = (properties: Properties, more: Properties = {}): string => {
  const part = `{"type":"object","x-kubernetes-preserve-unknown-fields":true,"properties":${jsonObject(properties)}}`;
  const version = jsonObject({
    name: '"v1"',
    served: 'true',
    storage: 'true',
    schema: `{"openAPIV3Schema":{"type":"object","properties":{"spec":${part},"status":${part}}}}`,
    ...more,
  });
  return `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
"metadata":{"name":"numbers.\${NS}.example.com"},"spec":{"group":"\${NS}.example.com","scope":"Namespaced",
"names":{"plural":"numbers","kind":"Number"},"versions":[${version}]}}`;
};

/** Sends a definition without storing it. */
export const tryDefinition = (properties: Properties, more?: Properties): RequestStep =>
  post(`${crds}?dryRun=All`, definitionOf(properties, more));

/** Installs a definition, and waits until its objects can be created. */
export const installed = (properties: Properties, more?: Properties): RequestStep[] => [
  post(crds, definitionOf(properties, more), { quiet: true }),
  get(numbers, { quiet: true, retry: true }),
  post(numbers, numberOf('first', '{}'), { quiet: true, retry: true }),
  del(`${numbers}/first`, undefined, { quiet: true, retry: true }),
];

/** Returns an object of the definition; its spec and its status are JSON. */
export const numberOf = (name: string, spec: string, status = '{}'): string =>
  `{"apiVersion":"\${NS}.example.com/v1","kind":"Number","metadata":{"name":"${name}"},"spec":${spec},"status":${status}}`;

/** Returns properties that are named by their index. */
export const listed = (schemas: readonly string[]): Properties =>
  Object.fromEntries(schemas.map((json, index) => [`p${index}`, json]));
