import { request as httpRequest } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';

/** A response with any status. */
export interface ApiAnswer {
  status: number;
  body: string;
}

/** Sends the few requests that the start needs; use `@kb/client` for anything else. */
export interface ApiRequester {
  /** Throws the socket's error when there is no response. `body` is sent as JSON. */
  (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<ApiAnswer>;
}

/** A guard against hanging: a response takes milliseconds, on a busy machine seconds. */
const REQUEST_MS = 60_000;

/** Requests to a kube-apiserver with a token, its certificate checked against `caPem`. */
export function apiRequester(url: string, caPem: string, token: string): ApiRequester {
  return async (method, path, body) => {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${token}`,
      ...(payload === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
    };
    return await send(
      (options, answered) => httpsRequest(new URL(path, url), { ...options, method, headers, ca: caPem }, answered),
      payload,
    );
  };
}

/** GET over a Unix socket, for etcd. */
export async function socketGet(socketPath: string, path: string): Promise<ApiAnswer> {
  return await send((options, answered) => httpRequest({ ...options, socketPath, path }, answered), undefined);
}

type Open = (options: RequestOptions, answered: (response: IncomingMessage) => void) => ReturnType<typeof httpRequest>;

async function send(open: Open, payload: string | undefined): Promise<ApiAnswer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    // No agent: a kept connection would keep the process alive, or be found closed after the server has gone.
    const request = open({ agent: false, signal: AbortSignal.timeout(REQUEST_MS) }, resolve);
    request.once('error', reject);
    request.end(payload);
  });
  return { status: response.statusCode ?? 0, body: await text(response) };
}
