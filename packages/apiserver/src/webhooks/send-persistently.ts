import type { Clock, HttpRequest, HttpResponse } from '@kb/apimachinery';
import type { WebhookTarget } from './adapters/send-webhook.ts';

/** Where a request to a webhook goes. */
export interface WebhookPlace {
  /** The origin in messages. */
  readonly shown: string;
  /** Returns where to connect to. Throws an Error in Go's words. */
  readonly locate: () => Omit<WebhookTarget, 'caBundle'>;
}

/** A response of a webhook, and its whole body. */
export interface WebhookAnswer {
  readonly response: HttpResponse;
  readonly text: string;
}

/** Sends one request and reads the response. Rejects when the time for the webhook is over. */
export type SendOnce = (target: Omit<WebhookTarget, 'caBundle'>, request: HttpRequest) => Promise<WebhookAnswer>;

/** An invalid response of a webhook. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
}

/** What client-go and Go's HTTP client allow. */
const MAX_RETRIES = 10;
const MAX_REDIRECTS = 10;

/**
 * Sends a request as client-go does: it follows redirects, and sends the request again after a 429 or 5xx with the
 * header `Retry-After`. The response may still be one of these, if it is the last one. Rejects with an AnswerError, or
 * with an Error in Go's words that names the URL.
 */
export async function sendPersistently(
  place: WebhookPlace,
  request: HttpRequest,
  send: SendOnce,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<WebhookAnswer> {
  for (let retries = 0; ; retries++) {
    const answer = await followRedirects(place, request, send);
    const seconds = retryAfter(answer.response);
    if (seconds === undefined || retries === MAX_RETRIES) return answer;
    // When the time is over, the next request says so.
    if (seconds > 0) await clock.sleep(seconds * 1000, signal).catch(() => undefined);
  }
}

async function followRedirects(place: WebhookPlace, request: HttpRequest, send: SendOnce): Promise<WebhookAnswer> {
  let [to, asked] = [place, request];
  for (let redirects = 0; ; redirects++) {
    const url = `${to.shown}${asked.path}`;
    const answer = await sent(() => send(to.locate(), asked), url);
    const { status, headers } = answer.response;
    const { location } = headers;
    if (!redirectStatuses.has(status) || typeof location !== 'string' || location === '') return answer;
    if (redirects === MAX_REDIRECTS - 1) throw failed(location, `stopped after ${MAX_REDIRECTS} redirects`);
    const next = URL.canParse(location, url) ? new URL(location, url) : undefined;
    if (next === undefined) throw failed(url, `failed to parse Location header ${JSON.stringify(location)}`);
    if (next.protocol !== 'https:')
      throw failed(next.href, `unsupported protocol scheme ${JSON.stringify(next.protocol.slice(0, -1))}`);
    to = next.origin === new URL(to.shown).origin ? to : elsewhere(next, place);
    asked = { ...(repeatingStatuses.has(status) ? asked : asGet(asked)), path: `${next.pathname}${next.search}` };
  }
}

const repeatingStatuses: ReadonlySet<number> = new Set([307, 308]);
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, ...repeatingStatuses]);

/** As in Go, a service's certificate must have the service's name wherever it redirects to. */
function elsewhere({ origin, host }: URL, first: WebhookPlace): WebhookPlace {
  const locate = (): ReturnType<WebhookPlace['locate']> => {
    if (origin === new URL(first.shown).origin) return first.locate();
    const { service } = first.locate();
    return { origin, ...(service && { service: { ...service, host } }) };
  };
  return { shown: origin, locate };
}

function asGet({ headers, path }: HttpRequest): HttpRequest {
  const { 'content-type': _, ...others } = headers;
  return { method: 'GET', path, headers: others };
}

async function sent(send: () => Promise<WebhookAnswer>, url: string): Promise<WebhookAnswer> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof AnswerError) throw error;
    throw failed(url, error instanceof Error ? error.message : String(error), error);
  }
}

/** An error in the words of Go, which names the method of the first request. */
function failed(url: string, why: string, cause?: unknown): Error {
  return new Error(`Post "${url}": ${why}`, { cause });
}

/** The seconds after which a response asks to be sent again; undefined if it does not, or in an unknown form. */
function retryAfter({ status, headers }: HttpResponse): number | undefined {
  const { 'retry-after': after } = headers;
  const canRetry = status === 429 || status >= 500;
  if (!canRetry || typeof after !== 'string' || !/^[+-]?\d+$/.test(after)) return undefined;
  // No webhook has that much time, and timers cannot wait for longer than 24 days.
  return Math.min(Number(after), 1_000_000);
}
