import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to connections, of which one might be taken at any moment. */
const FIRST = 10_000;
const LAST = 30_000;
const ATTEMPTS = 100;

/**
 * A TCP port of 127.0.0.1 that is free at this moment. Another process may take it before it is used, so the caller
 * that starts a server on it tries again with another when that happens.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const port = randomInt(FIRST, LAST);
    const server = createServer();
    try {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
