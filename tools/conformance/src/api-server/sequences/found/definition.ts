import type { Step } from '../../sequence.ts';
import { get, post } from '../../steps.ts';

/** Where definitions are. */
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

/** Where objects are. */
export const collection = (plural: string): string => `/apis/${group}/v1/namespaces/\${NS}/${plural}`;

/** Installs a definition and waits for it. */
export const install = (kind: string, schema: object): Step[] => [
  post(crds, definition(kind, schema)),
  get(collection(`${kind.toLowerCase()}s`), { retry: true, quiet: true }),
];
