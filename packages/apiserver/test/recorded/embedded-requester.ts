import { createVirtualClock, type Transport, type VirtualClock } from '@kb/apimachinery';
import { createApiServer } from '@kb/apiserver';
import { type Arrivals, createArrivals } from './arrivals.ts';
import { answerLabWebhook } from './lab-webhook.ts';
import { systemClock } from '../../src/test-support/system-clock.ts';
import type { LabWebhook, OpenAnswer, RawRequest, Requester } from './sequence.ts';

/** How long a step waits for a response to end, or for the frames of a watch: milliseconds of the server's own time. */
const PATIENCE_MS = 20_000;

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
    const sent = api.transport.send(signed(request), hangUp.signal);
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
    compact: async () => api.compact(),
    pause: (ms) => clock.advance(ms),
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

/** Whether threads may have a part in the answer: they compress what is long, and read long YAML. */
function isForThreads({ headers }: RawRequest): boolean {
  return /gzip/.test(headers['accept-encoding'] ?? '') || /yaml/.test(headers['content-type'] ?? '');
}

/**
 * Gives threads the time that they need, before the server's clock moves: while one works, it would move by hours. For
 * a minute at most; an answer that needs the server's time comes after it.
 */
async function inRealTime(work: Promise<unknown>): Promise<void> {
  const enough = new AbortController();
  const aMinute = systemClock.sleep(60_000, enough.signal).catch(() => undefined);
  await Promise.race([work.catch(() => undefined), aMinute]);
  enough.abort();
}

/** Waits for something that needs time to pass. */
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
    // It was hung up on.
  }
  arrived.end();
}
