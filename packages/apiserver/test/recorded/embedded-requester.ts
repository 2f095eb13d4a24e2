import {
  createVirtualClock,
  type HttpBody,
  type HttpRequest,
  type Transport,
  type VirtualClock,
} from '@kb/apimachinery';
import { type AuditEvent, createApiServer } from '@kb/apiserver';
import { type Arrivals, createArrivals } from './arrivals.ts';
import { ADMISSION_PATH, answerLabAdmission } from './lab/lab-admission.ts';
import { answerLabExtension } from './lab/lab-extension.ts';
import type { LabCertificates } from './lab/lab-certificates-adapter.ts';
import { answerLabWebhook } from './lab/lab-webhook.ts';
import { webhookKubeconfigFile } from './lab/webhook-kubeconfig-adapter.ts';
import { createSigningKey } from '../../src/authentication/adapters/signing-key.ts';
import { signToken } from '../../src/authentication/json-web-token.ts';
// Loaded before the virtual clock moves: a request that waited for it would be over its time.
import '../../src/aggregator/proxy-to-server.ts';
import type { WebhookTarget } from '../../src/webhooks/adapters/send-webhook.ts';
import { systemClock } from '../../src/test-support/system-clock.ts';
import {
  type AreaServer,
  type LabWebhook,
  type OpenAnswer,
  type RawRequest,
  type Requester,
  withoutControllers,
} from './sequence.ts';

/**
 * How long a step waits for the end of a response, or for the frames of a watch, in milliseconds of the server's time.
 */
const PATIENCE_MS = 20_000;

/**
 * Sends requests to the embedded server in this process, whose clock moves only while an answer is awaited. With a
 * policy, the server audits them.
 */
export function embeddedRequester({
  enableAdmissionPlugins = [],
  disableAdmissionPlugins = withoutControllers,
  authorizationMode = 'AlwaysAllow',
  auditPolicy,
  admissionConfiguration,
  webhookKubeconfig,
  certificates,
}: AreaServer & { readonly certificates?: LabCertificates | undefined } = {}): Requester {
  const clock = createVirtualClock();
  const signingKey = createSigningKey();
  const broken = new Set<string>();
  const kubeconfig = webhookKubeconfig && webhookKubeconfigFile(webhookKubeconfig, embeddedWebhook.origin);
  const audited: AuditEvent[] = [];
  const api = createApiServer({
    clock,
    enableAdmissionPlugins,
    disableAdmissionPlugins,
    authorizationMode,
    onNotEnforced: () => undefined,
    webhooks: { transport: (target) => webhookTransport(target, broken) },
    authentication: {
      signingKey,
      tokens: { [ADMIN_TOKEN]: { name: 'admin', uid: 'admin', groups: ['system:masters'] } },
      ...(certificates && { clientCa: certificates.ca }),
    },
    ...(admissionConfiguration && { admissionConfiguration }),
    ...(kubeconfig && { admissionConfiguration: kubeconfig.admissionConfiguration }),
    ...(auditPolicy && { audit: { policy: auditPolicy, onEvent: (event) => audited.push(event) } }),
  });
  // The server has read it.
  kubeconfig?.remove();
  const begin = async (request: RawRequest): Promise<OpenAnswer> => {
    const hangUp = new AbortController();
    const sent = api.transport.send(signed(request, certificates), hangUp.signal);
    if (isForThreads(request)) await inRealTime(sent);
    const response = await moving(clock, sent);
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(response.headers))
      headers[name] = typeof value === 'string' ? value : value.join('\n');
    const arrived = createArrivals();
    void follow(response.body, arrived);
    await clock.settle();
    return {
      status: response.status,
      headers,
      read: async (isEnough) => {
        const enough = arrived.until(isEnough);
        const patience = clock.after(PATIENCE_MS, () => arrived.end());
        await moving(clock, enough);
        patience();
        return arrived.body();
      },
      close: () => hangUp.abort(),
    };
  };
  return {
    open: begin,
    send: async (request) => {
      const answer = await begin(request);
      return { status: answer.status, headers: answer.headers, body: await answer.read(() => false) };
    },
    signSecretToken: api.signSecretToken,
    signClaims: (claims, header) => signToken(signingKey, claims, header),
    now: () => clock.now(),
    compact: async () => api.compact(),
    pause: (ms) => clock.advance(ms),
    ...(auditPolicy && { auditEvents: () => audited }),
    webhook: embeddedWebhook,
  };
}

/** A certificate authority that has signed nothing. */
const authority = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBdjCCARygAwIBAgIQQ4qmiNDVd+T0zZTDkMtX7zAKBggqhkjOPQQDAjAbMRkw',
  'FwYDVQQDDBBrYi1jYUAxNzY3MjI1NjAwMB4XDTI1MTIzMTIzMDAwMFoXDTI3MDEw',
  'MTAwMDAwMFowGzEZMBcGA1UEAwwQa2ItY2FAMTc2NzIyNTYwMDBZMBMGByqGSM49',
  'AgEGCCqGSM49AwEHA0IABD0Vs4vzcCuN0uxLZ/1IN5wp+qCAIEIO4x5y87PGNOgM',
  'wxxYFcdifACzR5kuvMlpTgMtm6OGCIQitgFD0pje8XyjQjBAMA8GA1UdEwEB/wQF',
  'MAMBAf8wDgYDVR0PAQH/BAQDAgKEMB0GA1UdDgQWBBSednLVSkKoeP5K053qefig',
  'LkVUAjAKBggqhkjOPQQDAgNIADBFAiEAg1HP95ySN3VYfpMtf5Q04h+FdS4/AR1G',
  'GtsLeyDyBlkCIANFrTFEypXo+NXnriduXlvChAXVNAT/pDM88mBiCPWx',
  '-----END CERTIFICATE-----',
].join('\n');

/** The conversion webhook of the sequences, in this process. */
const embeddedWebhook: LabWebhook = {
  origin: 'https://127.0.0.1:9443',
  caBundle: Buffer.from(authority, 'utf8').toString('base64'),
};

function webhookTransport({ origin, headers: added }: WebhookTarget, broken: Set<string>): Transport {
  return {
    send: async ({ method, path, headers, body }) => {
      const { host, port } = new URL(origin);
      if (port !== new URL(embeddedWebhook.origin).port)
        throw new Error(`dial tcp ${host.replace('localhost', '127.0.0.1')}: connect: connection refused`);
      const asked = await textOf(body);
      const answer = path.startsWith('/apis/')
        ? answerLabExtension({ method, path, headers: { ...headers, ...added }, body: asked })
        : path.startsWith(ADMISSION_PATH)
          ? answerLabAdmission(path, asked, { ...headers, ...added })
          : answerLabWebhook(asked, broken);
      return { status: answer.status, headers: answer.headers ?? {}, body: new TextEncoder().encode(answer.body) };
    },
  };
}

async function textOf(body: HttpBody | undefined): Promise<string> {
  if (body === undefined) return '';
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

/** The token of a user with the same name and groups as on the real server. */
const ADMIN_TOKEN = 'admin-token';

function signed({ certificate, ...request }: RawRequest, certificates?: LabCertificates): HttpRequest {
  const remoteAddress = '127.0.0.1';
  if (certificate === undefined)
    return { ...request, remoteAddress, headers: { authorization: `Bearer ${ADMIN_TOKEN}`, ...request.headers } };
  return {
    ...request,
    remoteAddress,
    ...(certificates && { clientCertificates: certificates.presented(certificate).chain }),
  };
}

/** Whether worker threads may be involved in the answer: they compress long responses, and parse long YAML. */
function isForThreads({ headers }: RawRequest): boolean {
  return /gzip/.test(headers['accept-encoding'] ?? '') || /yaml/.test(headers['content-type'] ?? '');
}

/**
 * Waits in real time for worker threads before the server's clock moves: otherwise it would move by hours while a
 * thread works. The wait ends after a minute; answers that need the server's time come later.
 */
async function inRealTime(work: Promise<unknown>): Promise<void> {
  const enough = new AbortController();
  const aMinute = systemClock.sleep(60_000, enough.signal).catch(() => undefined);
  await Promise.race([work.catch(() => undefined), aMinute]);
  enough.abort();
}

/** Moves the clock until the work is done. */
async function moving<T>(clock: VirtualClock, work: Promise<T>): Promise<T> {
  const state = { done: false };
  const finished = work.finally(() => (state.done = true));
  // The caller that awaits it handles its failure.
  finished.catch(() => undefined);
  await clock.settle();
  while (!state.done) await clock.advance(500);
  return finished;
}

async function follow(body: AsyncIterable<Uint8Array> | Uint8Array, arrived: Arrivals): Promise<void> {
  try {
    if (body instanceof Uint8Array) arrived.add(body);
    else for await (const chunk of body) arrived.add(chunk);
  } catch {
    // The connection was closed by this side.
  }
  arrived.end();
}
