import { createServer } from 'node:net';
import { systemRandom } from '@kb/client';

/**
 * A port of loopback that nothing uses now, below those that the system gives to outgoing connections and to servers
 * that leave the choice to it (from 32768 on): it is still free when a server begins to listen there, or when a test
 * wants that none does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 16_384 + Math.floor(systemRandom() * 16_384);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
