import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { forwardPort } from '../adapters/port-forward/forward-port.ts';
import { type ServedSocket, startStreamServer } from '../test-support/stream-server.ts';

const PORT = Uint8Array.of(0x90, 0x1f);

/** Begins both channels, as a server does, and sends everything back. */
async function echo({ send, next }: ServedSocket): Promise<void> {
  send(0, PORT);
  send(1, PORT);
  for (;;) {
    const [channel, text] = await next();
    expect(channel).toBe(0);
    send(0, text);
  }
}

describe('portForward', () => {
  test('connects to the port of a Pod', async () => {
    const { client, idle } = await startStreamServer(async (served) => {
      expect(`${served.url.pathname}${served.url.search}`).toBe(
        '/api/v1/namespaces/shop/pods/web/portforward?ports=8080',
      );
      expect(served.socket.protocol).toBe('v4.channel.k8s.io');
      await echo(served);
    });
    const connection = await client.portForward('shop/web', 8080);
    await connection.write(Buffer.from('hello'));
    for await (const chunk of connection.readable) {
      expect(Buffer.from(chunk).toString()).toBe('hello');
      break;
    }
    await expect(connection.write(Buffer.from('more'))).rejects.toMatchObject({ code: 'KB_STREAM_ENDED' });
    await idle();
  });

  test('throws what the node reports', async () => {
    const { client, idle } = await startStreamServer(({ send, socket }) => {
      send(0, PORT);
      send(1, PORT);
      send(1, 'connection refused');
      socket.close();
    });
    const connection = await client.portForward('shop/web', 8080);
    const read = async (): Promise<void> => {
      for await (const _chunk of connection.readable);
    };
    await expect(read()).rejects.toMatchObject({
      code: 'KB_PORT_FORWARD_FAILED',
      message: 'port 8080 of the Pod: connection refused',
    });
    await idle();
  });

  test.each([0, 65_536, 1.5, Number.NaN])('refuses the port %s', async (port) => {
    const { client, sockets } = await startStreamServer(echo);
    await expect(client.portForward('shop/web', port)).rejects.toMatchObject({ code: 'KB_INVALID_PORT' });
    expect(sockets.size).toBe(0);
  });
});

describe('forwardPort', () => {
  const open = async (port: number): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };

  test('forwards each connection of a local port, until it is closed', async () => {
    const { client, idle } = await startStreamServer(echo);
    const forwarded = await forwardPort(client, 'shop/web', { port: 8080 });
    const [one, other] = [await open(forwarded.port), await open(forwarded.port)];
    one.write('one');
    other.write('other');
    expect(String((await once(one, 'data'))[0])).toBe('one');
    expect(String((await once(other, 'data'))[0])).toBe('other');
    one.destroy();
    const closed = once(other, 'close');
    await forwarded.close();
    await Promise.all([closed, forwarded.close(), idle()]);
    await expect(once(connect(forwarded.port, '127.0.0.1'), 'connect')).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });

  test('reports connections that fail, and goes on', async () => {
    let count = 0;
    const { client } = await startStreamServer(async (served) => {
      count += 1;
      if (count > 1) return echo(served);
      served.send(0, PORT);
      served.send(1, PORT);
      served.send(1, 'refused');
      return served.socket.close();
    });
    const errors: unknown[] = [];
    await using forwarded = await forwardPort(client, 'shop/web', { port: 80, onError: (error) => errors.push(error) });
    await once(await open(forwarded.port), 'close');
    expect(errors).toMatchObject([{ code: 'KB_PORT_FORWARD_FAILED' }]);
    const socket = await open(forwarded.port);
    socket.write('again');
    expect(String((await once(socket, 'data'))[0])).toBe('again');
  });

  test('ends with the signal, and rejects if the port is taken', async () => {
    const { client } = await startStreamServer(echo);
    const abort = new AbortController();
    const forwarded = await forwardPort(client, 'shop/web', { port: 80, signal: abort.signal });
    const options = { port: 80, localPort: forwarded.port };
    await expect(forwardPort(client, 'shop/web', options)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    const socket = await open(forwarded.port);
    abort.abort(new Error('enough'));
    await once(socket, 'close');
    await forwarded.close();
  });
});
