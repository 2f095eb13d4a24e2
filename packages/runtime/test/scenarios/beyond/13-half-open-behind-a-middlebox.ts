import { monotonicNow } from '@kb/apimachinery';
import assert from 'node:assert/strict';
import { type ClusterAccess, createClient, createTransport, systemClock, systemRandom } from '@kb/client';
import { type Middlebox, startMiddlebox } from '@kb/client/test-support/middlebox';
import { configMaps } from '@kb/kubernetes/core/v1';
import { createCache } from '../../../src/cache/cache.ts';
import { silentLogger } from '../../../src/log/logger.ts';
import { SILENCE_LIMIT } from '../../../src/reflector/watch/silence-guard.ts';
import type { Scenario, ScenarioEnvironment } from '../scenario.ts';

/**
 * How many namespaces are watched one by one, and on how many connections at most: API servers accept a hundred streams
 * on each.
 */
const watches = 2000;
const connections = 20;

export const scenario: Scenario = {
  name: 'Watches over real sockets: something on the way that swallows everything is noticed by pings, and two thousand of them share a few connections',
  run: async (environment) => {
    const access = await environment.access();
    const box = await startMiddlebox(access.server);
    try {
      await recover(environment, { ...access, server: box.url }, box);
      await share({ ...access, server: box.url }, box);
    } finally {
      await box.close();
    }
  },
};

/**
 * Runs a cache behind the middlebox, which swallows the events of its watch. The silence guard of the reflector would
 * need 150 seconds to notice; pings need a little more than one.
 */
async function recover(environment: ScenarioEnvironment, access: ClusterAccess, box: Middlebox): Promise<void> {
  const { client: direct, namespace } = environment;
  const transport = createTransport(access, { pings: { every: 200, timeout: 1000 } });
  const end = new AbortController();
  const client = createClient({ transport, clock: systemClock });
  const dependencies = { client, clock: systemClock, random: systemRandom, log: silentLogger };
  const cache = createCache(dependencies, { namespaces: [namespace], labelSelector: 'half-open' });
  const held = cache.resource(configMaps);
  const seen: string[] = [];
  const awaited = new Map<string, () => void>();
  held.addEventHandler({
    onAdd: ({ metadata }) => {
      seen.push(metadata.name);
      awaited.get(metadata.name)?.();
    },
  });
  const running = cache.run(end.signal);
  /** Writes an object past the middlebox; resolves when the cache has it. */
  const write = async (name: string): Promise<void> => {
    const arrived = new Promise<void>((resolve) => awaited.set(name, resolve));
    await direct.create(configMaps, { metadata: { name, namespace, labels: { 'half-open': 'yes' } } });
    await arrived;
  };
  try {
    await held.waitForSync();
    await write('seen');
    box.swallow();
    const swallowedAt = monotonicNow(systemClock);
    const missed = write('missed');
    // New connections pass; those that were open stay dead.
    box.recover();
    await missed;
    const noticed = monotonicNow(systemClock) - swallowedAt;
    assert.ok(noticed < SILENCE_LIMIT / 2, `after ${noticed} ms: by the silence guard, and not by pings`);
    assert.deepEqual(seen, ['seen', 'missed'], 'each once');
  } finally {
    end.abort(new Error('the scenario is over'));
    await running;
    await transport.close();
  }
}

async function share(access: ClusterAccess, box: Middlebox): Promise<void> {
  const transport = createTransport(access);
  const end = new AbortController();
  const before = box.connections();
  try {
    const answers = await Promise.all(
      Array.from({ length: watches }, (_, index) => {
        const path = `/api/v1/namespaces/shared-${index}/configmaps?watch=true&resourceVersion=0&timeoutSeconds=300`;
        return transport.send({ method: 'GET', path, headers: { accept: 'application/json' } }, end.signal);
      }),
    );
    assert.ok(answers.every(({ status }) => status === 200));
    assert.ok(box.connections() - before <= connections, `${box.connections() - before} connections`);
  } finally {
    end.abort(new Error('the scenario is over'));
    await transport.close();
  }
}
