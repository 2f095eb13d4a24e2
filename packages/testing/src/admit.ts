import {
  apiVersionOf,
  type DeepReadonly,
  formatGroupResource,
  type HttpResponse,
  type JsonValue,
  type KubernetesObject,
  type ObjectInput,
  type ObjectInScope,
  type ObjectMetaInput,
  type Resource,
  type Status,
  StatusError,
} from '@kb/apimachinery';
import { parseJson, stringifyJson } from '@kb/apimachinery/codec';
import { applyJsonPatch, type JsonPatchOperation } from '@kb/apimachinery/patch';
import { InvalidRequestError, systemClock } from '@kb/client';
import { createLogger, type LogEntry } from '@kb/runtime';
import {
  type AdmissionUser,
  type AdmittedObject,
  createWebhookServer,
  type WebhookDescription,
  type WebhookServer,
} from '@kb/runtime/webhook';

/** The request that {@link admit} sends to webhooks: a CREATE, unless there is an `old` object. */
export interface AdmitRequest<T extends KubernetesObject> {
  /** As a client sends it. Without it, a DELETE of `old`. */
  readonly object?: DeepReadonly<ObjectInput<T>>;
  /** As it is stored. With `object`, the request is an UPDATE. */
  readonly old?: DeepReadonly<ObjectInput<T>>;
  /** The user of the request. Default: `kubernetes-admin`, of `system:masters`. */
  readonly user?: AdmissionUser;
  /** Default: false. */
  readonly dryRun?: boolean;
}

/** An {@link AdmitRequest} of a cluster-scoped resource has no namespace: see {@link ObjectInScope}. */
export interface AdmitScope<N extends boolean, O, P> {
  readonly object?: ObjectInScope<N, O>;
  readonly old?: ObjectInScope<N, P>;
}

/** The result of {@link admit}. */
export interface Admitted<T extends KubernetesObject> {
  /** The object with all changes by webhooks; on a DELETE the old one. */
  readonly object: AdmittedObject<T>;
  /** Warnings for the client. */
  readonly warnings: readonly string[];
}

/**
 * Sends one object through the admission webhooks of a kind, as an API server does before it stores the object: first
 * the mutating webhook, then the validating one with the result. Calls the webhook server's own handler, without a
 * socket. Rejects with the client's StatusError when a webhook refuses the object (the API server puts the webhook's
 * name before its message), and with the webhook's own error when that is a bug. Does not apply the CRD's schema and
 * defaults, and stores nothing.
 *
 * ```ts
 * const object = { metadata: { name: 'web' }, spec: { image: 'nginx:latest' } };
 * const { object: admitted, warnings } = await admit(appServices, appServiceWebhooks, { object });
 * ```
 */
export async function admit<T extends KubernetesObject, A, N extends boolean = boolean, O = unknown, P = unknown>(
  resource: Resource<T, A, never, N>,
  webhooks: WebhookDescription,
  { user = admin, dryRun = false, ...asks }: AdmitRequest<NoInfer<T>> & AdmitScope<N, O, P>,
): Promise<Admitted<T>> {
  // Of any kind: the type checker cannot resolve a type parameter.
  const { object, old } = asks as unknown as Readonly<Partial<Record<'object' | 'old', Sent>>>;
  const subject = object ?? old;
  if (subject === undefined) throw new TypeError('admit: there must be an `object`, or for a DELETE `old`');
  const { group, version, kind, plural, namespaced } = resource;
  for (const { namespace } of [object?.metadata, old?.metadata].flatMap((metadata) => metadata ?? [])) {
    if (!namespace || namespaced) continue;
    const message = `${formatGroupResource(resource)} is cluster-scoped: leave the namespace "${namespace}" out`;
    throw new InvalidRequestError('KB_NAMESPACE_NOT_ALLOWED', message);
  }
  const { transport, bug } = serverOf(webhooks);
  const typeMeta = { apiVersion: apiVersionOf(resource), kind };
  const asked = {
    uid: '00000000-0000-0000-0000-000000000001',
    kind: { group, version, kind },
    resource: { group, version, resource: plural },
    name: subject.metadata.name ?? '',
    namespace: subject.metadata.namespace ?? '',
    operation: object === undefined ? 'DELETE' : old === undefined ? 'CREATE' : 'UPDATE',
    userInfo: user,
    dryRun,
    ...(old !== undefined && { oldObject: { ...typeMeta, ...old } }),
  };
  let current: unknown = object && { ...typeMeta, ...object };
  const warnings: string[] = [];
  for (const { path } of inOrder(webhooks)) {
    const review = {
      apiVersion: 'admission.k8s.io/v1',
      kind: 'AdmissionReview',
      request: { ...asked, object: current },
    };
    const answer = await transport.send({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json' },
      body: encoder.encode(stringifyJson(review)),
    });
    const response = await readReview(answer);
    const thrown = bug();
    if (thrown !== undefined) throw thrown.error;
    warnings.push(...(response.warnings ?? []));
    if (!response.allowed) throw new StatusError({ ...refusal, ...response.status });
    if (response.patch !== undefined) current = patched(current, response.patch);
  }
  // Unchanged parts are as given, and a defaulter returns the same type.
  return { object: (current ?? asked.oldObject) as AdmittedObject<T>, warnings };
}

interface Sent {
  readonly metadata: ObjectMetaInput;
}

const admin: AdmissionUser = { username: 'kubernetes-admin', groups: ['system:masters', 'system:authenticated'] };
const refusal = { apiVersion: 'v1', kind: 'Status', metadata: {}, status: 'Failure' } as const;
const encoder = new TextEncoder();

/** A server that keeps the error of a bug in a webhook: a client would see only a 500. */
function serverOf(webhooks: WebhookDescription): Pick<WebhookServer, 'transport'> & {
  bug: () => { readonly error: unknown } | undefined;
} {
  let bug: { readonly error: unknown } | undefined;
  const sink = (entry: LogEntry): void => {
    if (entry.message === 'Observed a panic in webhook') bug = { error: entry.error };
  };
  const log = createLogger({ clock: systemClock, level: 'error', sink });
  const { transport } = createWebhookServer({ clock: systemClock, webhooks: [webhooks], log });
  return { transport, bug: () => bug };
}

function inOrder({ admission }: WebhookDescription): WebhookDescription['admission'] {
  return (['mutating', 'validating'] as const).flatMap((type) => admission.filter((webhook) => webhook.type === type));
}

/** The part of a response that {@link admit} reads; our webhook server wrote it. */
interface ReviewResponse {
  readonly allowed: boolean;
  readonly status?: Partial<Status>;
  readonly warnings?: readonly string[];
  readonly patch?: string;
}

async function readReview({ body }: HttpResponse): Promise<ReviewResponse> {
  const chunks: Uint8Array[] = [];
  if (body instanceof Uint8Array) chunks.push(body);
  else for await (const chunk of body) chunks.push(chunk);
  const { response } = JSON.parse(Buffer.concat(chunks).toString()) as { response: ReviewResponse };
  return response;
}

function patched(object: unknown, patch: string): JsonValue {
  const operations = parseJson(Buffer.from(patch, 'base64')) as unknown as readonly JsonPatchOperation[];
  // It was JSON, and was patched with JSON.
  return applyJsonPatch(object as JsonValue, operations);
}
