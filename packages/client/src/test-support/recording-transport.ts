import {
  createVirtualClock,
  directTransport,
  type HttpRequest,
  type HttpResponse,
  type Transport,
} from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import type { Client } from '../client.ts';
import { type ClientOptions, createClient } from '../create-client.ts';

/** A request as a {@link recordingClient} sent it. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: HttpRequest['headers'];
  readonly body: string;
}

/** Returns the response to a request: a status and a body, or an error. */
export type Answered = (request: RecordedRequest, index: number) => unknown;

/** A body with a status other than 200, and headers. */
export interface StatusAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: HttpResponse['headers'];
}

export const statusAnswer = (status: number, body: unknown, headers?: HttpResponse['headers']): StatusAnswer =>
  headers === undefined ? { status, body } : { status, body, headers };

/**
 * Creates a client without a server: requests are recorded, and a function provides the responses (default: an empty
 * object, or an empty watch).
 */
export function recordingClient(
  answer: Answered = ({ query }) => (query['watch'] === 'true' ? '' : {}),
  options: Partial<ClientOptions> = {},
): { readonly client: Client; readonly requests: RecordedRequest[] } {
  const requests: RecordedRequest[] = [];
  const transport: Transport = {
    host: 'a.test:6443',
    ...directTransport(async ({ method, path, headers, body }) => {
      const url = new URL(path, 'http://a.test');
      const request = {
        method,
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers,
        body: body instanceof Uint8Array ? new TextDecoder().decode(body) : '',
      };
      requests.push(request);
      const given = await answer(request, requests.length - 1);
      if (given instanceof Error) throw given;
      const {
        status,
        body: value,
        headers: extra,
      } = isStatusAnswer(given) ? given : { status: 200, body: given, headers: {} };
      const text = typeof value === 'string' ? value : stringifyJson(value);
      return {
        status,
        headers: { 'content-type': 'application/json', ...extra },
        body: new TextEncoder().encode(text),
      };
    }),
  };
  return { client: createClient({ transport, clock: createVirtualClock(), ...options }), requests };
}

function isStatusAnswer(value: unknown): value is StatusAnswer {
  return typeof value === 'object' && value !== null && 'status' in value && typeof value.status === 'number';
}
