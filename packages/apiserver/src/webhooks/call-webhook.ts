import type { Clock, HttpRequest, HttpResponse, Random, Transport } from '@kb/apimachinery';
import { lazily } from '../lazily.ts';
import type { LoopTurns } from '../loop-turns.ts';
import type { CredentialsFor, WebhookCredentials } from './credentials/webhook-credentials.ts';
import { refusalOf } from './refusal-of.ts';
import type { WebhookTarget } from './adapters/send-webhook.ts';
import {
  AnswerError,
  sendPersistently,
  type SendOnce,
  type WebhookAnswer,
  type WebhookPlace,
} from './send-persistently.ts';
import type { WebhookAddress, WebhookService } from './webhook-address.ts';

/** How the server connects to webhooks, for admission and for conversion. */
export interface WebhookOptions {
  /** Returns the transport to a webhook. Default: HTTPS over sockets. For tests: in the same process. */
  readonly transport?: (target: WebhookTarget) => Transport;
  /**
   * Returns the origin, such as `https://127.0.0.1:9443`, at which a service of the cluster can be reached from this
   * process; undefined if there is none. Its certificate must be valid for `NAME.NAMESPACE.svc`. Default: the first
   * ready address of the service's EndpointSlices or Endpoints.
   */
  readonly resolveService?: (service: WebhookService) => string | undefined;
}

/** The dependencies of calls to webhooks. */
export interface WebhookCalls extends WebhookOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Let other work go on while many objects are converted. */
  readonly turns: Pick<LoopTurns, 'beforeStep'>;
  /** Returns the origin of a service by the stored endpoints. Throws an Error in kube-apiserver's words without one. */
  readonly originOf: (service: WebhookService) => string;
  /** What the server presents to webhooks. Default: nothing. */
  readonly credentialsFor?: CredentialsFor;
}

/** One request to a webhook. */
export interface WebhookCall {
  readonly address: WebhookAddress;
  /** The body: a review, as JSON. */
  readonly review: string;
  readonly timeoutSeconds: number;
  /** When the request that needs the answer must be complete, in milliseconds of the clock. Default: no limit. */
  readonly deadline?: number | undefined;
  /** Aborted when the request that needs the answer is over. */
  readonly signal?: AbortSignal | undefined;
}

/** What the server presents to a webhook cannot be read. */
export class CredentialsError extends Error {
  override readonly name = 'CredentialsError';
}

/** The maximum length of a response; kube-apiserver has no limit. */
const MAX_ANSWER = 32 * 1024 * 1024;

/**
 * Sends a review, with the redirects and retries of client-go, and returns the text of the response. Rejects with an
 * Error in Go's words, where these are known.
 */
export async function callWebhook(
  { address, review, timeoutSeconds, deadline = Infinity, signal }: WebhookCall,
  calls: WebhookCalls,
): Promise<string> {
  const { clock, transport = overSockets } = calls;
  const { path, ...place } = placeOf(address, calls);
  const credentials = credentialsAt(hostPortOf(place.shown), calls);
  const timeout = Math.max(0, Math.min(timeoutSeconds * 1000, deadline - clock.now()));
  const request: HttpRequest = {
    method: 'POST',
    path: timeout === 0 ? path : `${path}?timeout=${Math.ceil(timeout / 1000)}s`,
    headers: {
      accept: 'application/json, */*',
      'content-type': 'application/json',
      'user-agent': 'kube-apiserver-admission',
    },
    body: new TextEncoder().encode(review),
  };
  const late = new AbortController();
  // Rejects as soon as the time is over, also if the transport ignores its signal.
  const over = Promise.withResolvers<never>();
  over.promise.catch(() => undefined);
  const end = (problem: string): void => {
    late.abort(new Error(problem));
    over.reject(late.signal.reason);
  };
  const cancel = clock.after(timeout, () => end('context deadline exceeded'));
  const giveUp = (): void => end('context canceled');
  signal?.addEventListener('abort', giveUp, { once: true });
  if (signal?.aborted) giveUp();
  const send: SendOnce = async (target, asked) => {
    late.signal.throwIfAborted();
    const sent = transport({ ...target, ...credentials, caBundle: address.caBundle }).send(asked, late.signal);
    const response = await Promise.race([sent, over.promise]);
    const text = await Promise.race([readText(response), over.promise]).catch((error: unknown) => {
      throw new AnswerError(`unexpected error when reading response body. Please retry. Original error: ${why(error)}`);
    });
    return { response, text };
  };
  try {
    return textOf(await sendPersistently(place, request, send, { clock, signal: late.signal }));
  } finally {
    cancel();
    signal?.removeEventListener('abort', giveUp);
  }
}

function textOf({ response, text }: WebhookAnswer): string {
  const { status } = response;
  if (status < 200 || status > 206) throw new AnswerError(refusalOf(response, text));
  if (text === '')
    throw new AnswerError(`0-length response with status code: ${status} and content type: application/json`);
  return text;
}

function credentialsAt(hostPort: string, { credentialsFor }: WebhookCalls): WebhookCredentials | undefined {
  try {
    return credentialsFor?.(hostPort);
  } catch (error) {
    throw new CredentialsError(`could not get REST client: ${why(error)}`, { cause: error });
  }
}

/** `HOST:PORT` of an origin. */
function hostPortOf(origin: string): string {
  const host = origin.slice(origin.indexOf('//') + 2);
  return /:\d+$/.test(host) ? host : `${host}:443`;
}

const why = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function placeOf(
  { url, service }: WebhookAddress,
  { resolveService, originOf }: WebhookCalls,
): WebhookPlace & { readonly path: string } {
  if (url !== undefined) {
    const { origin, pathname } = new URL(url);
    return { shown: origin, path: pathname, locate: () => ({ origin }) };
  }
  if (!service) throw new Error('the webhook has no address');
  const name = `${service.name}.${service.namespace}.svc`;
  return {
    shown: `https://${name}:${service.port}`,
    path: service.path,
    locate: () => ({
      origin: resolveService?.(service) ?? originOf(service),
      service: { host: `${name}:${service.port}`, name },
    }),
  };
}

async function readText({ body }: HttpResponse): Promise<string> {
  const decoder = new TextDecoder();
  if (body instanceof Uint8Array) return decoder.decode(body);
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_ANSWER) throw new Error(`the response is longer than ${MAX_ANSWER} bytes`);
  }
  return text + decoder.decode();
}

/** Imported with the first call, so that a server without webhooks does not load it. */
const sendModule = lazily(() => import('./adapters/send-webhook.ts'));

function overSockets(target: WebhookTarget): Transport {
  return { send: async (request, signal) => (await sendModule()).sendWebhook(target, request, signal) };
}
