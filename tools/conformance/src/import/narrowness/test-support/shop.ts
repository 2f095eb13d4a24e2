import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { KindVersion } from '../samples.ts';

const text: JsonSchemaProps = { type: 'string' };

/** A schema with a field of every sort. */
const schema: JsonSchemaProps = {
  type: 'object',
  required: ['spec'],
  properties: {
    apiVersion: text,
    kind: text,
    metadata: { type: 'object' },
    spec: {
      type: 'object',
      required: ['image', 'size'],
      properties: {
        image: text,
        size: { type: 'integer', format: 'int32', default: 1 },
        replicas: { type: 'integer', format: 'int32', minimum: 0 },
        mode: { type: 'string', enum: ['Fast', 'Slow'] },
        nothing: { type: 'string', nullable: true },
        labels: { type: 'object', additionalProperties: text },
        limit: { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true },
        empty: { type: 'object' },
        anything: { 'x-kubernetes-preserve-unknown-fields': true },
        open: { type: 'object', properties: { a: text }, 'x-kubernetes-preserve-unknown-fields': true },
        ports: {
          type: 'array',
          items: { type: 'object', required: ['name'], properties: { name: text, port: { type: 'integer' } } },
        },
        source: {
          type: 'object',
          properties: { git: text, image: text },
          oneOf: [{ required: ['git'] }, { required: ['image'] }],
        },
      },
    },
    status: { type: 'object', properties: { ready: { type: 'boolean' } } },
  },
};

/** A kind with that schema. */
export const shopKind: KindVersion = { group: 'shop.example.com', version: 'v1', kind: 'Shop', schema };

/** Types for it that are exactly as narrow as the schema. */
export const SHOP_TYPES = `import type { IntOrString, int32, KubernetesObject } from '@kb/apimachinery';

export interface Shop extends KubernetesObject {
  spec: ShopSpec;
  status?: ShopStatus;
}

export interface ShopSpec {
  image: string;
  size?: int32;
  replicas?: int32;
  mode?: 'Fast' | 'Slow';
  nothing?: string | null;
  labels?: Record<string, string>;
  limit?: IntOrString;
  empty?: Record<string, never>;
  anything?: unknown;
  open?: Open;
  ports?: Port[];
  source?: Source;
}

export interface Open {
  a?: string;
  [key: string]: unknown;
}

export interface Port {
  name: string;
  port?: number;
}

export type Source = { git?: string; image?: string } & ({ git: string; image?: never } | { git?: never; image: string });

export interface ShopStatus {
  ready?: boolean;
}
`;
