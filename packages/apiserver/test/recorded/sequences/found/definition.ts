import type { Step } from '../../sequence.ts';
import { get, post } from '../../steps.ts';

/** The path of definitions. */
export const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
/** The group of the definitions of this area. */
export const group = 'found.example.com';

/** A definition with one version, which has a status. */
export function definition(kind: string, schema: object): object {
  const plural = `${kind.toLowerCase()}s`;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [
        { name: 'v1', served: true, storage: true, subresources: { status: {} }, schema: { openAPIV3Schema: schema } },
      ],
    },
  };
}

/** Returns the path of objects. */
export const collection = (plural: string, version = 'v1'): string =>
  `/apis/${group}/${version}/namespaces/\${NS}/${plural}`;

/** Installs a definition and waits for it. */
export const install = (kind: string, schema: object): Step[] => [
  post(crds, definition(kind, schema)),
  get(collection(`${kind.toLowerCase()}s`), { retry: true, quiet: true }),
];

const versionOf = (name: string, schema: object, subresources: object): object => ({
  name,
  served: true,
  storage: name === 'v1',
  subresources,
  schema: { openAPIV3Schema: schema },
});

/**
 * Installs a definition with two versions, and waits for both: v1, which is stored, and v1beta1. Both have the same
 * schema and subresources.
 */
export function installTwo(kind: string, schema: object, subresources: object): Step[] {
  const plural = `${kind.toLowerCase()}s`;
  return [
    post(crds, {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${plural}.${group}` },
      spec: {
        group,
        scope: 'Namespaced',
        names: { plural, kind },
        versions: [versionOf('v1', schema, subresources), versionOf('v1beta1', schema, subresources)],
      },
    }),
    get(collection(plural), { retry: true, quiet: true }),
    get(collection(plural, 'v1beta1'), { retry: true, quiet: true }),
  ];
}
