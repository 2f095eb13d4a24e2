import type { JsonObject } from '../../json.ts';
import type { JsonSchemaProps } from '../../schema/json-schema-props.ts';
import { applyStrategicMergePatch } from '../strategic-merge-patch.ts';

const scalar: JsonSchemaProps = { type: 'string' };
const env: JsonSchemaProps = {
  type: 'array',
  'x-kubernetes-patch-strategy': 'merge',
  'x-kubernetes-patch-merge-key': 'name',
  items: { type: 'object', properties: { name: scalar, value: scalar } },
};
/** A pod-like schema with each of the strategies. */
const podSchema: JsonSchemaProps = {
  type: 'object',
  properties: {
    name: scalar,
    labels: { type: 'object', additionalProperties: scalar },
    args: { type: 'array', items: scalar },
    finalizers: { type: 'array', 'x-kubernetes-patch-strategy': 'merge', items: scalar },
    selector: { type: 'object', 'x-kubernetes-patch-strategy': 'replace', properties: { a: scalar, b: scalar } },
    strategy: {
      type: 'object',
      'x-kubernetes-patch-strategy': 'retainKeys',
      properties: { type: scalar, rolling: { type: 'object', properties: { max: { type: 'integer' } } } },
    },
    containers: {
      type: 'array',
      'x-kubernetes-patch-strategy': 'merge',
      'x-kubernetes-patch-merge-key': 'name',
      items: {
        type: 'object',
        properties: { name: scalar, image: scalar, args: { type: 'array', items: scalar }, env },
      },
    },
    volumes: {
      type: 'array',
      'x-kubernetes-patch-strategy': 'merge,retainKeys',
      'x-kubernetes-patch-merge-key': 'name',
      items: {
        type: 'object',
        properties: {
          name: scalar,
          emptyDir: { type: 'object' },
          configMap: { type: 'object', properties: { name: scalar } },
        },
      },
    },
  },
};

/** Patches an object of {@link podSchema}. */
export const patched = (original: JsonObject, patch: JsonObject): JsonObject =>
  applyStrategicMergePatch(original, patch, podSchema);
/** A container. */
export const c = (name: string, image = 'i'): JsonObject => ({ name, image });
