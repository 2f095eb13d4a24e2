import assert from 'node:assert/strict';
import type { HttpBody, Transport } from '@kb/apimachinery';
import { createClient } from '@kb/client';
import { configMaps } from '@kb/kubernetes/core/v1';
import { createCache } from '../../src/cache/cache.ts';
import { createApplyMemory } from '../../src/client/apply-memory.ts';
import { createReconcileClient } from '../../src/client/create-reconcile-client.ts';
import { compareResourceVersions } from '../../src/reflector/shared/resource-version.ts';
import { silentLogger } from '../../src/log/logger.ts';
import type { ScenarioEnvironment } from './scenario.ts';

/** A server whose state can be saved, and brought back later. */
export interface RestorableServer {
  /** The transport to the current server. Refuses connections while there is none. */
  readonly transport: Transport;
  backup(): Promise<void>;
  /** Ends the server and everything that is open, and starts another one from the backup. */
  restore(): Promise<void>;
}

/** Where it is played. */
export type RestoredBackupPlace = Pick<ScenarioEnvironment, 'clock' | 'random' | 'namespace' | 'eventually'> & {
  readonly server: RestorableServer;
  /**
   * The number of writes. They have to make the lost history longer than what a server writes by itself when it starts.
   */
  readonly writes: number;
};

/**
 * Plays a cache that survives the restore of a backup. An object that left its selection in the lost history, and
 * enters it in the new one, is shown. Writes and deletions of the lost history whose events never arrived are neither
 * shown nor taken for the state of the server.
 */
export async function playRestoredBackup(place: RestoredBackupPlace): Promise<void> {
  const { clock, random, namespace, eventually, server, writes } = place;
  const watches = stoppableWatches(server.transport);
  const client = createClient({ transport: server.transport, clock, fieldManager: 'admin' });
  const cached = createClient({ transport: watches.transport, clock });
  const label = (name: string, value: string | null) =>
    client.patch(configMaps, { name, namespace }, { type: 'merge', value: { metadata: { labels: { in: value } } } });
  const at = (name: string): string => `${namespace}/${name}`;

  await client.create(configMaps, { metadata: { name: 'leaver', namespace } });
  await client.create(configMaps, { metadata: { name: 'kept', namespace, labels: { in: 'yes' } } });
  const cache = createCache(
    { client: cached, clock, random, log: silentLogger },
    { namespaces: [namespace], labelSelector: 'in=yes' },
  );
  const held = cache.resource(configMaps);
  const end = new AbortController();
  const running = cache.run(end.signal);
  try {
    await held.waitForSync();
    await server.backup();

    // Enters the selection and leaves it, at versions that the restored server reaches only much later.
    for (let n = 0; n < writes; n += 1) await label('kept', n % 2 === 0 ? 'yes' : null);
    await label('kept', 'yes');
    await label('leaver', 'yes');
    await eventually(() => assert.ok(held.get(at('leaver'))));
    const left = await label('leaver', null);
    await eventually(() => assert.equal(held.get(at('leaver')), undefined));

    // Writes whose events never come.
    watches.stop();
    const own = createReconcileClient(
      { client: cached, cache, memory: createApplyMemory(cache), fieldManager: 'operator' },
      end.signal,
    );
    const wanted = { metadata: { name: 'phantom', namespace, labels: { in: 'yes' } }, data: { a: 'b' } };
    await own.apply(configMaps, wanted);
    await own.delete(configMaps, { name: 'kept', namespace });
    assert.deepEqual([held.get(at('phantom')) !== undefined, held.get(at('kept'))], [true, undefined]);

    await server.restore();
    watches.start();
    await eventually(() => assert.equal(held.get(at('phantom')), undefined, 'what the server does not have is shown'));
    await eventually(() => assert.ok(held.get(at('kept')), 'what the server has is not shown'));
    let result: string | undefined;
    await own.apply(configMaps, wanted, { onResult: (found) => (result = found) });
    assert.equal(result, 'created');
    const entered = await label('leaver', 'yes');
    const order = compareResourceVersions(entered.metadata.resourceVersion, left.metadata.resourceVersion) ?? 0;
    assert.ok(order < 0, 'the restored server is further than the lost one was: more writes are needed');
    await eventually(() => assert.ok(held.get(at('leaver')), 'what entered the selection is missing'));
  } finally {
    end.abort(new Error('the scenario is over'));
    await running;
  }
}

/** Makes a transport whose watches can fall silent, like those of a server that is about to disappear. */
function stoppableWatches(inner: Transport): {
  readonly transport: Transport;
  readonly stop: () => void;
  readonly start: () => void;
} {
  let silent = false;
  async function* events(body: Exclude<HttpBody, Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of body) {
      // Events that come meanwhile are lost with their server.
      if (!silent) yield piece;
    }
  }
  return {
    transport: {
      send: async (request, signal) => {
        const answer = await inner.send(request, signal);
        if (!/[?&]watch=/.test(request.path) || answer.body instanceof Uint8Array) return answer;
        return { ...answer, body: events(answer.body) };
      },
    },
    stop: () => {
      silent = true;
    },
    start: () => {
      silent = false;
    },
  };
}
