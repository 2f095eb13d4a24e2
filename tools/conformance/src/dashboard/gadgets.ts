import { defineResource, type KubernetesObject, type Resource } from '@kb/apimachinery';
import type { Manifest } from '@kb/cli/dev';

/** An object of the scenes' own kind. */
export interface Gadget extends KubernetesObject {
  spec: { size: number; colour?: string };
}

/** Its handle. */
export const gadgets: Resource<Gadget> = defineResource<Gadget>({
  group: 'lab.example.com',
  version: 'v1',
  kind: 'Gadget',
  plural: 'gadgets',
  namespaced: true,
});

/** Its definition, with columns, limits, a rule, and a scale. */
export const gadgetDefinition: Manifest = definitionOf('gadgets', 'Gadget');

/** A definition of a kind like it. */
export function definitionOf(plural: string, kind: string): Manifest {
  const spec = {
    type: 'object',
    required: ['size'],
    properties: {
      size: { type: 'integer', minimum: 1, maximum: 100 },
      colour: { type: 'string', enum: ['red', 'green', 'blue'] },
    },
    'x-kubernetes-validations': [
      { rule: "!has(self.colour) || self.colour != 'blue' || self.size < 50", message: 'blue ones are small' },
    ],
  };
  const version = {
    name: 'v1',
    served: true,
    storage: true,
    subresources: { status: {}, scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' } },
    additionalPrinterColumns: [
      { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
      { name: 'Colour', type: 'string', jsonPath: '.spec.colour' },
    ],
    schema: {
      openAPIV3Schema: {
        type: 'object',
        properties: { spec, status: { type: 'object', properties: { size: { type: 'integer' } } } },
      },
    },
  };
  const names = { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` };
  const object = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.lab.example.com` },
    spec: { group: 'lab.example.com', scope: 'Namespaced', names, versions: [version] },
  };
  return { file: `the definition of ${kind}`, object };
}
