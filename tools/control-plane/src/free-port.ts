import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral ports, any of which might be taken at any moment. */
const FIRST = 10_000;
const LAST = 30_000;
const ATTEMPTS = 100;

/**
 * Returns a TCP port of 127.0.0.1 that is free at this moment. Another process may take it before it is used; then the
 * caller should try another one.
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
