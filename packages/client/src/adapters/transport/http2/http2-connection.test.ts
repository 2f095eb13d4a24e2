import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { pem, startHttp2Server } from '../../../test-support/start-http2-server.ts';
import { startHttp2 } from './http2-connection.ts';

const toClose: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of toClose.splice(0).toReversed()) await one.close();
});

/** A proxy to a server that never acknowledges the end of this process's data, like a host that is gone. */
async function startDeafEnd(to: string): Promise<number> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer({ allowHalfOpen: true }, (near) => {
    const far = net.connect(Number(new URL(to).port), '127.0.0.1');
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
    near.on('data', (bytes) => void far.write(bytes));
    far.on('data', (bytes) => void near.write(bytes));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  toClose.push({
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        for (const socket of sockets) socket.destroy();
      }),
  });
  return (server.address() as AddressInfo).port;
}

describe('an HTTP/2 connection', () => {
  test('ends when it is closed, even if the peer is gone', async () => {
    const server = await startHttp2Server((stream) => stream.end());
    toClose.push(server);
    const port = await startDeafEnd(server.url);
    const socket = tls.connect({ port, host: '127.0.0.1', ca: pem('ca.crt'), ALPNProtocols: ['h2'] });
    await once(socket, 'secureConnect');
    const connection = await startHttp2({
      origin: server.url,
      socket,
      pings: { every: 20, timeout: 20 },
      idleTimeout: 60_000,
    });
    connection.close();
    await connection.ended;
    expect([socket.destroyed, connection.hasRoom()]).toEqual([true, false]);
  });
});
