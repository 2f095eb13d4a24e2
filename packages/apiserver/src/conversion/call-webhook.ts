import type { Clock, HttpRequest, HttpResponse, Random, Transport } from '@kb/apimachinery';
import type { LoopTurns } from '../loop-turns.ts';
import { writeJson } from '../objects/object-text.ts';
import type { ConversionWebhook, WebhookService } from './conversion-webhook.ts';
import { refusalOf } from './refusal-of.ts';
import type { WebhookTarget } from './adapters/send-webhook.ts';

/** How the server connects to webhooks. */
export interface WebhookOptions {
  /** Returns the transport to a webhook. Default: HTTPS over sockets. For tests: in the same process. */
  readonly transport?: (target: WebhookTarget) => Transport;
  /**
   * Returns the origin, such as `https://127.0.0.1:9443`, at which a service of the cluster can be reached from this
   * process; undefined if there is none. There is no network between Services and Pods, so without this option webhooks
   * of services cannot be reached.
   */
  readonly resolveService?: (service: WebhookService) => string | undefined;
}

/** The dependencies of calls to webhooks. */
export interface WebhookCalls extends WebhookOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Let other work go on while many objects are converted. */
  readonly turns: Pick<LoopTurns, 'beforeStep'>;
}

/** kube-apiserver's timeout for conversion webhooks. */
const TIMEOUT_MS = 30_000;
/** The maximum length of a response; kube-apiserver has no limit. */
const MAX_ANSWER = 256 * 1024 * 1024;

/** Sends a review and returns the text of the response. Rejects with an Error in Go's words, where these are known. */
export async function callWebhook(
  webhook: ConversionWebhook,
  review: unknown,
  { clock, transport = overSockets, resolveService }: WebhookCalls,
): Promise<string> {
  const { origin, path } = locate(webhook, resolveService);
  const request: HttpRequest = {
    method: 'POST',
    path: `${path}?timeout=30s`,
    headers: {
      accept: 'application/json, */*',
      'content-type': 'application/json',
      'user-agent': 'kube-apiserver-admission',
    },
    body: new TextEncoder().encode(writeJson(review)),
  };
  const shown = `Post "${origin}${request.path}"`;
  const late = new AbortController();
  const cancel = clock.after(TIMEOUT_MS, () => late.abort(new Error('context deadline exceeded')));
  try {
    const response = await transport({ origin, caBundle: webhook.caBundle }).send(request, late.signal);
    const text = await readText(response);
    if (response.status < 200 || response.status > 206) throw new AnswerError(refusalOf(response, text));
    if (text === '')
      throw new AnswerError(
        `0-length response with status code: ${response.status} and content type: application/json`,
      );
    return text;
  } catch (error) {
    if (error instanceof AnswerError) throw error;
    throw new Error(`${shown}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  } finally {
    cancel();
  }
}

/** An invalid response of a webhook. */
class AnswerError extends Error {
  override readonly name = 'AnswerError';
}

function locate(
  { url, service }: ConversionWebhook,
  resolveService: WebhookOptions['resolveService'],
): { origin: string; path: string } {
  if (url !== undefined) {
    const { origin, pathname } = new URL(url);
    return { origin, path: pathname };
  }
  if (!service) throw new Error('the webhook has no address');
  const origin = resolveService?.(service);
  if (origin !== undefined) return { origin, path: service.path };
  const host = `${service.name}.${service.namespace}.svc`;
  throw new Error(
    `Post "https://${host}:${service.port}${service.path}?timeout=30s": service "${service.name}" not found: the embedded API server knows services only through its option resolveService`,
  );
}

async function readText({ body }: HttpResponse): Promise<string> {
  const decoder = new TextDecoder();
  if (body instanceof Uint8Array) return decoder.decode(body);
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_ANSWER) throw new Error(`the answer is longer than ${MAX_ANSWER}`);
  }
  return text + decoder.decode();
}

function overSockets(target: WebhookTarget): Transport {
  return {
    // Imported here, so that a server without webhooks does not load it.
    send: async (request, signal) => (await import('./adapters/send-webhook.ts')).sendWebhook(target, request, signal),
  };
}
