import { createServer } from 'node:net';
import { systemRandom } from '@kb/client';

/**
 * Returns a loopback port that is not in use, below the ports that the system gives to outgoing connections and to
 * servers that leave the choice to it (from 32768 on). So it is still free when a server begins to listen there, or
 * when a test needs a port on which nothing listens.
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
