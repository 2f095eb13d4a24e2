import { aborted } from '../../abort-scope.ts';
import { minutes } from '../../durations.ts';
import { silentLogger } from '../../log/logger.ts';
import { parseAddress } from '../address.ts';
import type { HttpServer, HttpServerOptions } from '../http-server.ts';
import { defaultLimits } from '../server-limits.ts';
import type { BoundServer } from './node-server.ts';

/**
 * Serves HTTP/1.1 or HTTPS. It begins to listen at once, so that a port that is in use is reported early. Loads Node's
 * server only when it is called. Throws a TypeError when the address is invalid or turns the server off.
 */
export function serveHttp(options: HttpServerOptions): HttpServer {
  const { name, address, clock, log = silentLogger, shutdownTimeout = minutes(1) } = options;
  const bind = parseAddress(address);
  if (!bind) throw new TypeError(`the ${name} is turned off by its address "${address}": do not create it`);
  let closed = false;
  const bound: Promise<BoundServer> = import('./node-server.ts').then(async ({ bindServer }) => {
    const server = await bindServer(bind, { ...options, log });
    if (closed) await server.cut();
    return server;
  });
  const listening = bound.then((server) => server.address);
  // Callers that wait get the rejection; a server that nobody waits for must not end the process.
  listening.catch(() => undefined);

  const stop = async (server: BoundServer): Promise<void> => {
    const ended = server.drain();
    const limit = new AbortController();
    const cut = clock.sleep(shutdownTimeout, limit.signal).then(
      () => {
        log.info('Requests did not end in time and were cut', { server: name });
        return server.cut();
      },
      () => undefined,
    );
    // A body that never ends is not waited for.
    const { unread } = { ...defaultLimits, ...options.limits };
    void clock.sleep(unread, limit.signal).then(
      () => server.cutUnread(),
      () => undefined,
    );
    await Promise.race([ended, cut]);
    limit.abort();
    await ended;
  };

  return {
    listening,
    run: async (signal) => {
      const server = await bound;
      server.hold();
      await aborted(signal);
      if (!closed) await stop(server);
    },
    close: async () => {
      closed = true;
      const server = await bound.catch(() => undefined);
      await server?.cut();
    },
  };
}
