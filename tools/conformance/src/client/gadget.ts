import { type Clock, defineResource, isAlreadyExists, type int64, type KubernetesObject } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import { customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import { eventually } from './client-case.ts';

/** The kind of the cases that need a custom resource: with status and scale, and no controller that would interfere. */
export interface Gadget extends KubernetesObject {
  spec: { replicas?: number; color?: string; big?: int64 | bigint };
  status?: { replicas?: number; ready?: boolean };
}

/** Its handle. */
export const gadgets = defineResource<Gadget>({
  group: 'conformance.example.com',
  version: 'v1',
  kind: 'Gadget',
  plural: 'gadgets',
  namespaced: true,
  subresources: ['status', 'scale'],
});

const integer = { type: 'integer' } as const;

/** Installs the kind, if it is not there yet, and waits until it is served. */
export async function installGadgets(client: Client, clock: Clock): Promise<void> {
  try {
    await client.create(customResourceDefinitions, {
      metadata: { name: 'gadgets.conformance.example.com' },
      spec: {
        group: gadgets.group,
        scope: 'Namespaced',
        names: { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            subresources: {
              status: {},
              scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
            },
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: {
                  spec: {
                    type: 'object',
                    properties: {
                      replicas: { ...integer, minimum: 0 },
                      color: { type: 'string' },
                      big: { ...integer, format: 'int64' },
                    },
                  },
                  status: { type: 'object', properties: { replicas: integer, ready: { type: 'boolean' } } },
                },
              },
            },
          },
        ],
      },
    });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
  await eventually(clock, () => client.list(gadgets));
}
