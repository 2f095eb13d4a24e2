import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A TCP port of 127.0.0.1 that nobody listens on at this moment. Somebody may take it before it is used, so whoever starts a server on it
 * tries again with another when that happens.
 */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no port');
  return address.port;
}
