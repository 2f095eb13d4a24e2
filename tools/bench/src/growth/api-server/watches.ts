import { settleEventLoop } from '@kb/apimachinery';
import type { GrowthOperation } from '../measure/growth-operation.ts';
import { CONFIG_MAPS, configMap, type GrowthServer, nameOf, repeat, startServer, untilCount } from './growth-server.ts';

const EVENTS = 20;
const NEW_LINE = 10;

/** Events to many watchers, and many events to one watcher. */
export const watchOperations: readonly GrowthOperation[] = [
  {
    name: `api-server: ${EVENTS} events to each watcher`,
    of: 'watchers',
    size: 100,
    prepare: async (size) => {
      const started = startServer();
      await started.request('POST', CONFIG_MAPS, configMap(0));
      const watched = watchFrom(started, started.server.revision(), size);
      await settleEventLoop();
      return async () => {
        await repeat(EVENTS, (index) =>
          started.request('PUT', `${CONFIG_MAPS}/${nameOf(0)}`, configMap(0, `watched-${index}`)),
        );
        await watched.arrival(size * EVENTS);
        watched.stop();
      };
    },
  },
  {
    name: 'api-server: a watch from the past',
    of: 'events',
    size: 1000,
    prepare: async (size) => {
      const started = startServer();
      const revision = started.server.revision();
      await repeat(size, (index) => started.request('POST', CONFIG_MAPS, configMap(index)));
      return async () => {
        const watched = watchFrom(started, revision, 1);
        await watched.arrival(size);
        watched.stop();
      };
    },
  },
];

interface Watched {
  /** Resolves when this many events have arrived, at all watchers together. */
  readonly arrival: (count: number) => Promise<void>;
  readonly stop: () => void;
}

function watchFrom({ transport }: GrowthServer, revision: number, watchers: number): Watched {
  const end = new AbortController();
  const path = `${CONFIG_MAPS}?watch=1&resourceVersion=${revision}`;
  let arrived = 0;
  const follow = async (): Promise<void> => {
    const { body } = await transport.send({ method: 'GET', path, headers: {} }, end.signal);
    if (body instanceof Uint8Array) throw new Error(`not a watch: ${new TextDecoder().decode(body)}`);
    for await (const chunk of body) for (const byte of chunk) if (byte === NEW_LINE) arrived += 1;
  };
  for (let index = 0; index < watchers; index += 1) {
    follow().catch((error: unknown) => {
      if (!end.signal.aborted) throw error;
    });
  }
  return {
    arrival: (count) => untilCount(() => arrived, count),
    stop: () => end.abort(),
  };
}
