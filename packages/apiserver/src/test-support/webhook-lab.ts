import type { HttpRequest, JsonObject } from '@kb/apimachinery';
import { isJsonObject, parseJson, stringifyJson } from '@kb/apimachinery/codec';
import { expect } from 'vitest';
import { startWire, type Wire } from './wire.ts';

/** The path of the ConfigMaps. */
export const configMaps: string = '/api/v1/namespaces/default/configmaps';
/** Rules that match every request. */
export const anything: readonly object[] = [
  { apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*/*'] },
];

/** A webhook in this process. */
export interface Lab extends Wire {
  /** The requests in the reviews that it got. */
  readonly asked: JsonObject[];
  readonly configure: (kind: 'Mutating' | 'Validating', hook?: object) => Promise<void>;
}

/** Starts a server whose webhooks are in this process. `answer` returns a response; by default it allows everything. */
export function startLab(answer: (request: JsonObject) => unknown = () => ({ allowed: true })): Lab {
  const asked: JsonObject[] = [];
  const wire = startWire({
    webhooks: {
      transport: () => ({
        send: async ({ body }: HttpRequest) => {
          const review = parseJson(body instanceof Uint8Array ? body : '');
          const request = isJsonObject(review) && isJsonObject(review.request) ? review.request : {};
          asked.push(request);
          const given = await answer(request);
          const response = isJsonObject(given) ? { uid: request.uid ?? '', ...given } : given;
          const text = stringifyJson({ kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1', response });
          return { status: 200, headers: {}, body: new TextEncoder().encode(text) };
        },
      }),
    },
  });
  const configure: Lab['configure'] = (kind, hook) => configureOn(wire, kind, hook);
  return { ...wire, asked, configure };
}

/** Creates a configuration with one webhook. */
export async function configureOn(wire: Wire, kind: 'Mutating' | 'Validating', hook?: object): Promise<void> {
  const created = await wire.post(`/apis/admissionregistration.k8s.io/v1/${kind.toLowerCase()}webhookconfigurations`, {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: `${kind}WebhookConfiguration`,
    metadata: { name: 'lab' },
    webhooks: [
      {
        name: 'lab.example.com',
        clientConfig: { url: 'https://lab.example.com/' },
        rules: anything,
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        ...hook,
      },
    ],
  });
  expect(created.status).toBe(201);
}

/** A ConfigMap. */
export const configMap = (name: string, data: object = {}): object => ({ metadata: { name }, data });
/** A response that allows the request, with a JSON patch. */
export const patchOf = (...operations: object[]): object => ({
  allowed: true,
  patchType: 'JSONPatch',
  patch: Buffer.from(JSON.stringify(operations)).toString('base64'),
});
