import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { createVirtualClock } from '@kb/apimachinery';
import { createApiServer } from '@kb/apiserver';
import type { ControlPlane } from '@kb/control-plane';
import type { Requester } from './sequence.ts';

/** Requests to a real kube-apiserver. */
export function realRequester({ url, caFile, adminToken }: ControlPlane): Requester {
  const ca = readFileSync(caFile);
  return {
    send: async ({ method, path, headers, body }) => {
      const options = {
        method,
        ca,
        agent: false,
        headers: { authorization: `Bearer ${adminToken}`, ...lengthOf(body), ...headers },
      } as const;
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const request = httpsRequest(new URL(path, url), options, resolve);
        request.once('error', reject);
        request.end(body);
      });
      const answered: Record<string, string> = {};
      for (const [name, value] of Object.entries(response.headersDistinct)) answered[name] = (value ?? []).join('\n');
      return { status: response.statusCode ?? 0, headers: answered, text: await text(response) };
    },
  };
}

/** Node frames the body of a DELETE only when it is told its length. */
function lengthOf(body: string | undefined): Record<string, string> {
  return body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
}

/** Requests to the embedded server, in this process, on a clock that moves only while an answer is waited for. */
export function embeddedRequester(): Requester {
  const clock = createVirtualClock();
  const { transport } = createApiServer({ clock });
  return {
    send: async ({ method, path, headers, body }) => {
      const sent = transport.send({
        method,
        path,
        headers,
        ...(body !== undefined && { body: new TextEncoder().encode(body) }),
      });
      const response = await moving(clock, sent);
      const answered: Record<string, string> = {};
      for (const [name, value] of Object.entries(response.headers))
        answered[name] = typeof value === 'string' ? value : value.join('\n');
      const whole = response.body instanceof Uint8Array ? response.body : await moving(clock, collect(response.body));
      return { status: response.status, headers: answered, text: new TextDecoder().decode(whole) };
    },
  };
}

/** Waits for something that needs time to pass. */
async function moving<T>(clock: ReturnType<typeof createVirtualClock>, work: Promise<T>): Promise<T> {
  const state = { done: false };
  const finished = work.finally(() => (state.done = true));
  // Whoever waits for it hears of its failure.
  finished.catch(() => undefined);
  await clock.settle();
  while (!state.done) await clock.advance(500);
  return finished;
}

async function collect(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
