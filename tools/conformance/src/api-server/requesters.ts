import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { createVirtualClock, type Transport, type VirtualClock } from '@kb/apimachinery';
import { createApiServer } from '@kb/apiserver';
import type { ControlPlane } from '@kb/control-plane';
import { compactEtcd } from './compact-etcd.ts';
import { answerLabWebhook } from './lab-webhook.ts';
import type { LabWebhook, OpenAnswer, RawAnswer, RawRequest, Requester } from './sequence.ts';

/**
 * How long a step waits for an answer to end, or for the frames of a watch: on the embedded server, of its own time.
 */
const PATIENCE_MS = 20_000;
/** The same on a real server: nothing has to wait for so long, whatever else the machine does. */
const REAL_PATIENCE_MS = 120_000;

/** What Node's client does not send in a path; all else goes as it is, dots and slashes too. */
const UNSENDABLE = /[^!-~]/gu;

const NO_ANSWER: RawAnswer = { status: 0, headers: {}, body: new TextEncoder().encode('no answer') };

/** Requests to a real kube-apiserver. */
export function realRequester({ url, caFile, adminToken, directory }: ControlPlane, webhook?: LabWebhook): Requester {
  const agent = new Agent({ ca: readFileSync(caFile), keepAlive: true });
  const { hostname, port } = new URL(url);
  /** Undefined: the server has closed the connection without an answer, as it does when a handler of it panics. */
  const begin = async ({ method, path, headers, body }: RawRequest): Promise<IncomingMessage | undefined> => {
    const options = {
      method,
      agent,
      headers: { authorization: `Bearer ${adminToken}`, ...lengthOf(body), ...distinctHeaders(headers) },
    };
    const attempt = (): Promise<IncomingMessage | undefined> =>
      new Promise((resolve, reject) => {
        const request = httpsRequest(
          { ...options, hostname, port, path: path.replace(UNSENDABLE, encodeURIComponent) },
          resolve,
        );
        request.on('error', (error: NodeJS.ErrnoException) => {
          // A connection that was kept, and that the server has closed meanwhile: the request has not reached it.
          if (request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) resolve(attempt());
          else if (error.code === 'ECONNRESET') resolve(undefined);
          else reject(new Error(`${method} ${path}: ${error.message}`, { cause: error }));
        });
        request.end(body);
      });
    return attempt();
  };
  return {
    send: async (request) => {
      const response = await begin(request);
      if (!response) return NO_ANSWER;
      const answer = arriving(response);
      const body = await answer.read(() => false);
      answer.close();
      return { status: answer.status, headers: answer.headers, body };
    },
    open: async (request) => {
      const response = await begin(request);
      if (!response) throw new Error(`${request.path}: the server closed the connection without an answer`);
      return arriving(response);
    },
    compact: () => compactEtcd(directory),
    webhook,
  };
}

function arriving(response: IncomingMessage): OpenAnswer {
  const arrived = createArrivals();
  response.on('data', (chunk: Uint8Array) => arrived.add(chunk));
  response.once('close', () => arrived.end());
  return {
    ...headOf(response),
    read: async (isEnough) => {
      const timer = setTimeout(() => arrived.end(), REAL_PATIENCE_MS);
      await arrived.until(isEnough);
      clearTimeout(timer);
      return arrived.body();
    },
    close: () => {
      if (!response.complete) response.destroy();
    },
  };
}

function headOf(response: IncomingMessage): Pick<RawAnswer, 'status' | 'headers'> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headersDistinct)) headers[name] = (value ?? []).join('\n');
  return { status: response.statusCode ?? 0, headers };
}

/** A header that comes several times has its values on lines. */
function distinctHeaders(headers: Readonly<Record<string, string>>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.includes('\n') ? value.split('\n') : value]),
  );
}

/** Node frames the body of a DELETE only when it is told its length. */
function lengthOf(body: Uint8Array | undefined): Record<string, string> {
  return body === undefined ? {} : { 'content-length': String(body.length) };
}

/** Requests to the embedded server, in this process, on a clock that moves only while an answer is waited for. */
export function embeddedRequester(): Requester {
  const clock = createVirtualClock();
  const broken = new Set<string>();
  const api = createApiServer({
    clock,
    webhooks: { transport: ({ origin }) => webhookTransport(origin, broken) },
    authentication: { tokens: { [ADMIN_TOKEN]: { name: 'admin', uid: 'admin', groups: ['system:masters'] } } },
  });
  const begin = async (request: RawRequest): Promise<OpenAnswer> => {
    const hangUp = new AbortController();
    const response = await moving(clock, api.transport.send(signed(request), hangUp.signal));
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
    compact: async () => api.compact(),
    webhook: embeddedWebhook,
  };
}

/** Some authority, which signed nothing. */
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

/** The webhook of the lab, in this process. */
const embeddedWebhook: LabWebhook = {
  origin: 'https://127.0.0.1:9443',
  caBundle: Buffer.from(authority, 'utf8').toString('base64'),
};

function webhookTransport(origin: string, broken: Set<string>): Transport {
  return {
    send: async ({ body }) => {
      if (origin !== embeddedWebhook.origin)
        throw new Error(`dial tcp ${new URL(origin).host}: connect: connection refused`);
      const asked = body instanceof Uint8Array ? new TextDecoder().decode(body) : '';
      const answer = answerLabWebhook(asked, broken);
      return { status: answer.status, headers: {}, body: new TextEncoder().encode(answer.body) };
    },
  };
}

/** The user that the real server has, with the same name and groups. */
const ADMIN_TOKEN = 'admin-token';

function signed(request: RawRequest): RawRequest {
  return { ...request, headers: { authorization: `Bearer ${ADMIN_TOKEN}`, ...request.headers } };
}

/** Waits for something that needs time to pass. */
async function moving<T>(clock: VirtualClock, work: Promise<T>): Promise<T> {
  const state = { done: false };
  const finished = work.finally(() => (state.done = true));
  // Whoever waits for it hears of its failure.
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
    // It was hung up on.
  }
  arrived.end();
}

/** What came of an answer so far. */
interface Arrivals {
  add(chunk: Uint8Array): void;
  end(): void;
  body(): Uint8Array;
  /** Waits until there is enough, or nothing more comes. */
  until(isEnough: (body: Uint8Array) => boolean): Promise<void>;
}

function createArrivals(): Arrivals {
  let body: Uint8Array = new Uint8Array();
  const state = { ended: false };
  let wake = (): void => undefined;
  return {
    add: (chunk) => {
      body = Buffer.concat([body, chunk]);
      wake();
    },
    end: () => {
      state.ended = true;
      wake();
    },
    body: () => body,
    until: async (isEnough) => {
      while (!state.ended && !isEnough(body)) await new Promise<void>((resolve) => (wake = resolve));
    },
  };
}
