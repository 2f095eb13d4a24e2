import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createVirtualClock, type HttpResponse } from '@kb/apimachinery';
import { createApiServer } from './api-server.ts';
import { fuzzedRequest } from '../test-support/arbitrary-requests.ts';
import { widgetDefinition } from '../test-support/wire.ts';

const runs = Number(process.env.KB_RUNS ?? 300);
const seed = Number(process.env.KB_SEED ?? 6);
const timeout = 60_000 + runs * 20;

test(
  'every request gets a response, none triggers a bug, and refused requests change nothing',
  async () => {
    const requests = fc.array(fuzzedRequest, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(requests, async (sequence) => {
        const clock = createVirtualClock();
        const bugs: unknown[] = [];
        const api = createApiServer({ clock, crds: [widgetDefinition()], onBug: (error) => bugs.push(error) });
        for (const { body, ...request } of sequence) {
          const before = api.revision();
          const abort = new AbortController();
          const sent = api.transport.send({ ...request, ...(body && { body }) }, abort.signal);
          const response = await moving(clock, sent);
          expect(bugs).toEqual([]);
          expect(response.status).toBeGreaterThanOrEqual(200);
          expect(response.status).toBeLessThan(600);
          expect(response.status < 400 || api.revision() === before).toBe(true);
          if (!(response.body instanceof Uint8Array)) abort.abort();
        }
        // All stored objects can be listed.
        const lists = ['/api/v1/configmaps', '/api/v1/pods', '/api/v1/services', '/apis/apps/v1/deployments'];
        for (const path of lists) {
          const { status } = await moving(clock, api.transport.send({ method: 'GET', path, headers: {} }));
          expect(status).toBe(200);
        }
      }),
      { numRuns: runs, seed, endOnFailure: false },
    );
  },
  timeout,
);

/** Waits for a response while the virtual clock moves. */
async function moving(
  clock: ReturnType<typeof createVirtualClock>,
  work: Promise<HttpResponse>,
): Promise<HttpResponse> {
  const state = { done: false };
  const finished = work.finally(() => (state.done = true));
  finished.catch(() => undefined);
  await clock.settle();
  while (!state.done) await clock.advance(500);
  return finished;
}
