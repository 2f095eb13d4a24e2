import type { JsonObject } from '../../json.ts';
import type { JsonSchemaProps } from '../../schema/json-schema-props.ts';

const strings: JsonSchemaProps = { type: 'object', additionalProperties: { type: 'string' } };

/** The structural schema of the Widget, with every kind of list and object that server-side apply distinguishes. */
export const widgetSchema: JsonSchemaProps = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        color: { type: 'string' },
        size: { type: 'integer' },
        ratio: { type: 'number' },
        on: { type: 'boolean' },
        def: { type: 'string', default: 'dflt' },
        maybe: { type: 'string', nullable: true },
        when: { type: 'string', format: 'date-time' },
        quantity: { 'x-kubernetes-int-or-string': true },
        atoms: { type: 'array', items: { type: 'string' } },
        objects: {
          type: 'array',
          items: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
        },
        tags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
        numbers: { type: 'array', items: { type: 'integer' }, 'x-kubernetes-list-type': 'set' },
        ports: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['port', 'proto'],
          items: {
            type: 'object',
            required: ['port'],
            properties: {
              port: { type: 'integer' },
              proto: { type: 'string', default: 'TCP' },
              name: { type: 'string' },
              labels: strings,
              strict: {
                type: 'object',
                'x-kubernetes-map-type': 'atomic',
                properties: { a: { type: 'string' }, b: { type: 'string' } },
              },
            },
          },
        },
        groups: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
          items: {
            type: 'object',
            required: ['name'],
            properties: {
              name: { type: 'string' },
              weight: { type: 'integer' },
              members: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
              inner: {
                type: 'array',
                'x-kubernetes-list-type': 'map',
                'x-kubernetes-list-map-keys': ['id'],
                items: {
                  type: 'object',
                  required: ['id'],
                  properties: { id: { type: 'integer' }, value: { type: 'string' } },
                },
              },
            },
          },
        },
        labels: strings,
        selector: { ...strings, 'x-kubernetes-map-type': 'atomic' },
        nested: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            properties: { a: { type: 'string' }, b: { type: 'string' }, deep: strings },
          },
        },
        pair: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
        reference: {
          type: 'object',
          'x-kubernetes-map-type': 'atomic',
          properties: { kind: { type: 'string' }, name: { type: 'string' } },
        },
        free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        half: {
          type: 'object',
          'x-kubernetes-preserve-unknown-fields': true,
          properties: { known: { type: 'string' }, sub: { type: 'object', properties: { a: { type: 'string' } } } },
        },
        embedded: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
      },
    },
    status: {
      type: 'object',
      properties: {
        phase: { type: 'string' },
        replicas: { type: 'integer' },
        conditions: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['type'],
          items: {
            type: 'object',
            required: ['type'],
            properties: { type: { type: 'string' }, status: { type: 'string' }, message: { type: 'string' } },
          },
        },
      },
    },
  },
};

const version = (name: string, storage: boolean): JsonObject => ({
  name,
  served: true,
  storage,
  subresources: { status: {}, scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.replicas' } },
  // A schema is JSON by its type, but interfaces have no index signature.
  schema: { openAPIV3Schema: widgetSchema as unknown as JsonObject },
});

/** The CustomResourceDefinition that recordings are made with. */
export const widgetCrd: JsonObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.kb.example.com' },
  spec: {
    group: 'kb.example.com',
    scope: 'Namespaced',
    names: { kind: 'Widget', listKind: 'WidgetList', plural: 'widgets', singular: 'widget' },
    versions: [version('v1', true), version('v1beta1', false)],
  },
};
