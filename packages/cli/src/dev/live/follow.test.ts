import type { Transport } from '@kb/apimachinery';
import { createApiServer } from '@kb/apiserver';
import { createClient, systemClock, systemRandom } from '@kb/client';
import { configMaps } from '@kb/kubernetes/core/v1';
import { expect, test } from 'vitest';
import { createFollower } from './follow.ts';

test('what changed and was deleted while a watch was interrupted is reported', async () => {
  const server = createApiServer({ clock: systemClock, random: systemRandom, onNotEnforced: () => undefined });
  const direct = createClient({ transport: server.transport, clock: systemClock });
  const metadata = (name: string) => ({ namespace: 'default', name });
  let isFirst = true;
  const transport: Transport = {
    send: async (request, signal) => {
      if (isFirst && request.path.includes('watch=')) {
        isFirst = false;
        await direct.delete(configMaps, metadata('deleted'));
        await direct.apply(configMaps, { metadata: metadata('changed'), data: { a: '2' } });
        await direct.create(configMaps, { metadata: metadata('new') });
        server.compact();
      }
      return server.transport.send(request, signal);
    },
  };
  for (const name of ['changed', 'deleted', 'same']) await direct.create(configMaps, { metadata: metadata(name) });
  const stopped = new AbortController();
  const seen: string[] = [];
  const client = createClient({ transport, clock: systemClock });
  const follower = createFollower(
    client,
    ({ type, object }) => seen.push(`${type} ${object.metadata.name}`),
    stopped.signal,
  );
  follower.add([configMaps]);
  await expect
    .poll(() => seen)
    .toEqual(['ADDED changed', 'ADDED deleted', 'ADDED same', 'DELETED deleted', 'MODIFIED changed', 'ADDED new']);
  stopped.abort();
  await follower.ended;
  await server.stop();
});
