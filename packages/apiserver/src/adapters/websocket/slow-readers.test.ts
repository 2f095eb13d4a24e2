import type { ContainerHost, LogLine } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { clientFrame, openedWebSocket, PODS, spdyRequest, startWithPod } from '../../test-support/connected-pods.ts';
import { rawConnection, type RawConnection } from '../../test-support/raw-http.ts';
import { spdyWriter } from '../../test-support/spdy-client.ts';

const PIECE = new Uint8Array(64 * 1024);
/** More pieces than the buffers of a connection hold. */
const MANY = 1000;

const FOLLOW = `GET ${PODS}/p/log?follow=true HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const line = (text: string): LogLine => ({ time: 0, stream: 'stdout', text });

const leavings = [
  ['closes its connection', ({ socket }: RawConnection) => socket.destroy()],
  ['resets its connection', ({ socket }: RawConnection) => socket.resetAndDestroy()],
] as const;

/** Waits until a count stays the same: the buffers of the system are full. */
async function standsStill(count: () => number): Promise<number> {
  let before = -1;
  const stands = (): boolean => {
    const now = count();
    const same = now > 0 && now === before;
    before = now;
    return same;
  };
  await expect.poll(stands, { interval: 200 }).toBe(true);
  return before;
}

test.each(leavings)('many clients that follow a log are noticed when each %s', async (_, leave) => {
  const { url, containers, open } = await startWithPod({ lines: [line('first')] });
  const clients = await Promise.all(Array.from({ length: 300 }, () => rawConnection(url, FOLLOW)));
  await Promise.all(clients.map((client) => client.until(/first/)));
  await expect.poll(open).toBe(300);
  containers.print(line('second'));
  await Promise.all(clients.map((client) => client.until(/second/)));
  clients.forEach(leave);
  await expect.poll(open).toBe(0);
});

test('a client that closes its side while it follows a log leaves nothing, and others are served', async () => {
  const { url, containers, open } = await startWithPod({ lines: [line('first')] });
  const client = await rawConnection(url, FOLLOW);
  await client.until(/first/);
  client.socket.end();
  containers.print(line('second'));
  await client.ended().catch(() => undefined);
  client.socket.destroy();
  await expect.poll(open).toBe(0);
  expect((await fetch(`${url}/version`)).status).toBe(200);
});

/** A process that prints as much as is taken. */
function printing(): { readonly exec: ContainerHost['exec']; readonly sent: () => number } {
  let sent = 0;
  return {
    sent: () => sent,
    exec: async (_, __, { stdout, signal }) => {
      while (!signal.aborted && sent < MANY) {
        await stdout(PIECE);
        sent += 1;
      }
      return 0;
    },
  };
}

test('exec over SPDY sends no faster than the client reads, and ends when it goes', async () => {
  const { exec, sent } = printing();
  const { url, open } = await startWithPod({ exec });
  const connection = await rawConnection(url, spdyRequest('exec?command=yes&stdout=1', 'v4.channel.k8s.io'));
  await connection.until(/ 101 [^]*\r\n\r\n/);
  connection.socket.pause();
  const writer = spdyWriter();
  connection.socket.write(await writer.open(1, { streamType: 'error' }));
  connection.socket.write(await writer.open(3, { streamType: 'stdout' }));
  expect(await standsStill(sent)).toBeLessThan(MANY);
  connection.socket.destroy();
  await expect.poll(open).toBe(0);
});

test.each(['v4.channel.k8s.io', 'v5.channel.k8s.io', 'base64.channel.k8s.io'])(
  'exec over WebSockets (%s) sends no faster than the client reads, and ends when it is reset',
  async (protocol) => {
    const { exec, sent } = printing();
    const { url, open } = await startWithPod({ exec });
    const connection = await openedWebSocket(url, 'exec?command=yes&stdout=1', protocol);
    connection.socket.pause();
    expect(await standsStill(sent)).toBeLessThan(MANY);
    connection.socket.resetAndDestroy();
    await expect.poll(open).toBe(0);
  },
);

test('a forwarded port sends no faster than the client reads', async () => {
  const { url, containers, open } = await startWithPod();
  const connection = await openedWebSocket(url, 'portforward?ports=80', 'v4.channel.k8s.io');
  await expect.poll(() => containers.connections.length).toBe(1);
  connection.socket.pause();
  const [port] = containers.connections;
  let sent = 0;
  const sending = (async () => {
    for (; sent < MANY; sent += 1) await port?.send(PIECE);
  })().catch(() => undefined);
  expect(await standsStill(() => sent)).toBeLessThan(MANY);
  connection.socket.destroy();
  await expect.poll(open).toBe(0);
  await sending;
});

test('a port that reads nothing makes its client wait, and other connections go on', async () => {
  const { url, containers, open } = await startWithPod();
  const connection = await openedWebSocket(url, 'portforward?ports=80', 'v4.channel.k8s.io');
  await expect.poll(() => containers.connections.length).toBe(1);
  const frame = clientFrame({ payload: Buffer.concat([Buffer.from([0]), PIECE]) });
  let written = 0;
  const write = (): void => {
    while (written < MANY && !connection.socket.destroyed) {
      written += 1;
      if (!connection.socket.write(frame)) return;
    }
  };
  connection.socket.on('drain', write);
  write();
  await standsStill(() => connection.socket.bytesWritten - connection.socket.writableLength);
  expect(written).toBeLessThan(MANY);
  expect((await fetch(`${url}${PODS}/p`)).status).toBe(200);
  connection.socket.destroy();
  containers.connections[0]?.end();
  await expect.poll(open).toBe(0);
});
