import type { RequestStep } from '../../sequence.ts';
import { get, mergePatch, post } from '../../steps.ts';

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** A version of the kind `Gadget`, with the properties of its spec. */
export const gadgetVersion = (name: string, spec: object, options: object = {}): object => ({
  name,
  served: true,
  storage: name === 'v1',
  subresources: { status: {} },
  schema: {
    openAPIV3Schema: {
      type: 'object',
      properties: {
        spec: { type: 'object', properties: spec },
        status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
  },
  ...options,
});

/** Returns the path of the gadgets of a sequence in one of their versions. Each sequence has a group of its own. */
export const gadgets = (version = 'v1'): string => `/apis/\${NS}.example.com/${version}/namespaces/\${NS}/gadgets`;

/** Defines gadgets, and waits until they are served and can be written. */
export const defineGadgets = (...versions: object[]): RequestStep[] => [
  post(
    definitions,
    {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'gadgets.${NS}.example.com' },
      spec: {
        group: '${NS}.example.com',
        scope: 'Namespaced',
        names: { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList' },
        versions,
      },
    },
    { quiet: true },
  ),
  get(gadgets(), { quiet: true, retry: true }),
];

/** Replaces the versions of gadgets, the first of which must have `newField`; waits until they are in effect. */
export const redefineGadgets = (newField: string, ...versions: object[]): RequestStep[] => [
  mergePatch(`${definitions}/gadgets.\${NS}.example.com`, { spec: { versions } }, { quiet: true }),
  {
    method: 'PATCH',
    path: `${gadgets()}/probe?fieldManager=probe&dryRun=All`,
    body: gadget('probe', { [newField]: 'x' }),
    headers: { 'content-type': 'application/apply-patch+yaml' },
    quiet: true,
    retry: true,
  },
];

export const gadget = (name: string, spec: unknown, version = 'v1', rest: object = {}): object => ({
  apiVersion: `\${NS}.example.com/${version}`,
  kind: 'Gadget',
  metadata: { name },
  ...(spec !== undefined && { spec }),
  ...rest,
});
