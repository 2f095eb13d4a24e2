import type { KindRef } from '../../../src/protocol/index.ts';

const spec = {
  type: 'object',
  required: ['size'],
  properties: {
    size: { type: 'integer', minimum: 1, maximum: 100, description: 'How many parts it has.' },
    colour: { type: 'string', enum: ['red', 'green', 'blue'] },
    label: { type: 'string', pattern: '(?i)^[A-Z]+$' },
    tags: { type: 'array', items: { type: 'string' } },
  },
};

/** A kind with a schema that forms can show, and columns of its own. */
export const widgetDefinition: { metadata: { name: string }; spec: object } = {
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Widget', plural: 'widgets', singular: 'widget', listKind: 'WidgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: {
          status: {},
          scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' },
        },
        additionalPrinterColumns: [
          { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
          { name: 'Colour', type: 'string', jsonPath: '.spec.colour' },
          { name: 'Tags', type: 'string', jsonPath: '.spec.tags', priority: 1 },
          { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
        ],
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec, status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          },
        },
      },
    ],
  },
};

/** The kind as the page names it. */
export const widgetKind: KindRef = {
  group: 'example.com',
  version: 'v1',
  kind: 'Widget',
  resource: 'widgets',
  namespaced: true,
};

interface Widget {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: { readonly size: number; readonly colour: string };
}

/** A Widget to create. */
export function widget(name: string, size: number): Widget {
  return { metadata: { name, namespace: 'default' }, spec: { size, colour: 'red' } };
}
