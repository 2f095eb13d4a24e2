import type { ApiServerOptions } from '@kb/apiserver';
import { nameOf } from './growth-server.ts';

const GROUP = 'growth.example.com';

/** Returns the path of the Things in the namespace `default`, in one version. */
export const things = (version: 'v1' | 'v2'): string => `/apis/${GROUP}/${version}/namespaces/default/things`;

/** Returns a Thing of v1. */
export const thing = (index: number): object => ({
  apiVersion: `${GROUP}/v1`,
  kind: 'Thing',
  metadata: { name: nameOf(index) },
  spec: { text: 'x'.repeat(200) },
});

/** Returns the definition of Things: v1 is stored, and a webhook converts to and from v2. */
export function thingDefinition(): object {
  const version = (name: string): object => ({
    name,
    served: true,
    storage: name === 'v1',
    schema: {
      openAPIV3Schema: {
        type: 'object',
        properties: { spec: { type: 'object', properties: { text: { type: 'string' } } } },
      },
    },
  });
  const clientConfig = { url: 'https://webhook.example.com/convert' };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `things.${GROUP}` },
    spec: {
      group: GROUP,
      scope: 'Namespaced',
      names: { plural: 'things', kind: 'Thing', singular: 'thing', listKind: 'ThingList' },
      versions: [version('v1'), version('v2')],
      conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } },
    },
  };
}

interface ConversionReview {
  readonly request: {
    readonly uid: string;
    readonly desiredAPIVersion: string;
    readonly objects: readonly object[];
  };
}

/** A conversion webhook in the same process, which changes only `apiVersion`. */
export const convertingWebhook: NonNullable<ApiServerOptions['webhooks']> = {
  transport: () => ({
    send: ({ body }) => {
      const review: ConversionReview = JSON.parse(body instanceof Uint8Array ? new TextDecoder().decode(body) : '');
      const { uid, desiredAPIVersion: apiVersion, objects } = review.request;
      const convertedObjects = objects.map((one) => ({ ...one, apiVersion }));
      const response = { uid, result: { status: 'Success' }, convertedObjects };
      const text = JSON.stringify({ kind: 'ConversionReview', apiVersion: 'apiextensions.k8s.io/v1', response });
      return Promise.resolve({ status: 200, headers: {}, body: new TextEncoder().encode(text) });
    },
  }),
};
