import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { pem } from '../../../test-support/start-http2-server.ts';
import { constant, testAccess } from '../../../test-support/test-access.ts';
import { createTransport } from '../create-transport.ts';
import { begin, closeAll, connect, failureOf, piecesOf, serve, watch } from '../../../test-support/serve-http2.ts';

afterEach(closeAll);

describe('HTTP/2 connections', () => {
  test('are replaced when certificates change; the old ones end with their watches', async () => {
    const server = await serve(begin);
    let tls = { ca: pem('ca.crt') };
    const transport = connect(server.url, {}, { tls: () => Promise.resolve(tls) });
    const old = piecesOf((await transport.send(watch('old'))).body);
    await old.next();
    tls = { ca: `${pem('ca.crt')}\n` };
    await transport.send(watch('new'));
    expect(server.sessions).toHaveLength(2);
    const [first] = server.sessions;
    const closed = first && once(first, 'close');
    server.streams[0]?.end('the end');
    expect((await old.next()).value).toBe('the end');
    expect((await old.next()).done).toBe(true);
    await closed;
    expect(server.sessions).toHaveLength(1);
  });

  test('reject for an untrusted server, and for one that does not exist', async () => {
    const server = await serve(begin);
    const untrusting = connect(server.url, {}, { tls: constant({}) });
    await expect(untrusting.send(watch())).rejects.toMatchObject({ code: 'KB_CERTIFICATE_REJECTED' });
    const transport = connect(server.url);
    await server.close();
    const errors = await Promise.all([1, 2, 3].map(() => transport.send(watch()).catch((error: unknown) => error)));
    expect(errors).toMatchObject(Array.from({ length: 3 }, () => ({ code: 'KB_CONNECTION_REFUSED', sent: false })));
  });

  test('end when the transport is closed: watches reject, and nothing is left open', async () => {
    const server = await serve(begin);
    const transport = connect(server.url);
    const answer = await transport.send(watch());
    const gone = Promise.all(server.sessions.map((session) => once(session, 'close')));
    await transport.close();
    expect(await failureOf(answer)).toMatchObject({ code: 'KB_TRANSPORT_CLOSED' });
    await gone;
    await expect(transport.send(watch())).rejects.toMatchObject({ code: 'KB_TRANSPORT_CLOSED' });
  });

  test('are aborted while connecting when the transport is closed', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    const transport = createTransport(testAccess(`https://127.0.0.1:${port}`));
    const sending = transport.send(watch()).catch((error: unknown) => error);
    await once(silent, 'connection');
    const gone = sockets[0] && once(sockets[0].resume(), 'close');
    await transport.close();
    expect(await sending).toMatchObject({ code: 'KB_TRANSPORT_CLOSED' });
    await gone;
    await new Promise((resolve) => silent.close(resolve));
  });

  test('keep the process alive only while a request is pending', async () => {
    const server = await serve(begin);
    const program = new URL('../../../test-support/leave-a-watch.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, ['--conditions=@kb/source', program, server.url], { stdio: 'pipe' });
    const said: Buffer[] = [];
    child.stdout.on('data', (bytes: Buffer) => said.push(bytes));
    const [code] = await once(child, 'exit');
    expect([code, Buffer.concat(said).toString()]).toEqual([0, '200']);
  });
});
