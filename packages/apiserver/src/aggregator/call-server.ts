import type { HttpRequest, HttpResponse } from '@kb/apimachinery';
import type { FrontProxy } from '../authentication/adapters/front-proxy.ts';
import type { User } from '../authentication/user.ts';
import { lazily } from '../lazily.ts';
import { stringOf } from '../objects/api-object.ts';
import type { WebhookCalls } from '../webhooks/call-webhook.ts';
import type { WebhookTarget } from '../webhooks/adapters/send-webhook.ts';
import type { Store } from '../storage/store.ts';
import type { RemoteVersion } from '../aggregation/api-services.ts';

/** What calls to other API servers need. */
export interface ServerCalls {
  readonly store: Store;
  readonly webhooks: WebhookCalls;
  /** What the server presents. Default: nothing. */
  readonly frontProxy?: FrontProxy | undefined;
}

/**
 * Returns where the server of a version is. Throws an Error in kube-apiserver's words if its Service has no endpoints.
 */
export function locateServer({ service }: RemoteVersion, { store, webhooks }: ServerCalls): string {
  const place = { ...service, path: '/' };
  const external = store.collection('services').get(service.namespace, service.name)?.object.spec;
  if (external?.type === 'ExternalName')
    return webhooks.resolveService?.(place) ?? `https://${stringOf(external.externalName)}:${service.port}`;
  return webhooks.resolveService?.(place) ?? webhooks.originOf(place);
}

/** A request to another API server. */
export interface ServerCall {
  readonly user: User;
  readonly request: HttpRequest;
  readonly signal: AbortSignal | undefined;
}

/** Sends a request to the server of a version. Rejects with an Error in Go's words if it does not answer. */
export async function callServer(
  remote: RemoteVersion,
  { user, request, signal }: ServerCall,
  calls: ServerCalls,
): Promise<HttpResponse> {
  const { service, caBundle, insecure } = remote;
  const name = `${service.name}.${service.namespace}.svc`;
  const origin = locateServer(remote, calls);
  const clientCertificate = await calls.frontProxy?.certificate();
  const target: WebhookTarget = {
    origin,
    service: { name, host: origin.slice(origin.indexOf('//') + 2) },
    caBundle,
    insecure,
    headers: identityHeaders(user),
    ...(clientCertificate && { clientCertificate }),
  };
  const { transport = overSockets } = calls.webhooks;
  return transport(target).send(request, signal);
}

const sendModule = lazily(() => import('../webhooks/adapters/send-webhook.ts'));

function overSockets(target: WebhookTarget): {
  send: (request: HttpRequest, signal?: AbortSignal) => Promise<HttpResponse>;
} {
  return { send: async (request, signal) => (await sendModule()).sendWebhook(target, request, signal) };
}

/** Returns the headers that tell another API server who makes a request. */
function identityHeaders({ name, uid, groups, extra = {} }: User): Record<string, string | readonly string[]> {
  return {
    'x-remote-user': name,
    ...(uid !== undefined && { 'x-remote-uid': uid }),
    ...(groups.length > 0 && { 'x-remote-group': groups }),
    ...Object.fromEntries(
      Object.entries(extra).map(([key, values]) => [`x-remote-extra-${encodeURIComponent(key).toLowerCase()}`, values]),
    ),
  };
}
