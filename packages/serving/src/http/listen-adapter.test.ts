import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { listen } from './listen-adapter.ts';

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

function server(): Server {
  const made = createServer();
  servers.push(made);
  return made;
}

test('resolves when the server listens, and does not handle later errors', async () => {
  const made = server();
  await listen(made, { port: 0, host: '127.0.0.1' });
  expect(made.address()).toMatchObject({ address: '127.0.0.1' });
  expect(made.listenerCount('error')).toBe(0);
});

test('rejects with the system error when the port is in use', async () => {
  const first = server();
  await listen(first, { port: 0, host: '127.0.0.1' });
  const address = first.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  await expect(listen(server(), { ...(port !== undefined && { port }), host: '127.0.0.1' })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});
