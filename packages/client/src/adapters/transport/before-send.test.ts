import { once } from 'node:events';
import fs from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { configMaps } from '@kb/kubernetes/core/v1';
import { afterEach, describe, expect, test } from 'vitest';
import type { ClusterAccess, TlsMaterial } from '../../surroundings/cluster-access.ts';
import type { Client } from '../../client.ts';
import { createClient } from '../../create-client.ts';
import { type Answer, sendJson, startTestServer, type TestServer } from '../../test-support/start-test-server.ts';
import { testAccess } from '../../test-support/test-access.ts';
import { createTransport, type PooledTransport } from './create-transport.ts';
import { systemClock } from '../system/system-clock.ts';

const pem = (name: string): string => fs.readFileSync(new URL(`../../testdata/tls/${name}`, import.meta.url), 'utf8');
const key = { namespace: 'default', name: 'a' };
const merge = { type: 'merge', value: {} } as const;
const stored: Answer = (_request, response) => sendJson(response, 200, { metadata: key });

const toClose: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of toClose.splice(0).toReversed()) await one.close();
});

/** A lease that a test ends, and the writes that it fences. */
class LeaseEnded extends Error {}
interface Fenced {
  readonly server: TestServer;
  readonly transport: PooledTransport;
  readonly client: Client;
  readonly lease: { valid: boolean; asked: number };
  /** Sends a write, and resolves with its error. */
  readonly write: () => Promise<unknown>;
}

async function fenced(access: Partial<ClusterAccess> = {}, answer = stored, server?: TestServer): Promise<Fenced> {
  const target = server ?? (await startTestServer(answer));
  const transport = createTransport(testAccess(target.url, access));
  toClose.push(target, transport);
  const client = createClient({ transport, clock: systemClock });
  const lease = { valid: true, asked: 0 };
  const beforeSend = (): void => {
    lease.asked += 1;
    if (!lease.valid) throw new LeaseEnded();
  };
  const write = (): Promise<unknown> =>
    client.patch(configMaps, key, merge, { beforeSend }).catch((error: unknown) => error);
  return { server: target, transport, client, lease, write };
}

/** A promise that a test controls: `begun` resolves when `pass` is called, and `open` resolves its result. */
function gate<T>(value: T): { pass: () => Promise<T>; begun: Promise<void>; open: () => void } {
  const begun = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<T>();
  return {
    pass: () => {
      begun.resolve();
      return opened.promise;
    },
    begun: begun.promise,
    open: () => opened.resolve(value),
  };
}

describe('a write with beforeSend', () => {
  test('is not sent when the lease ended while its credentials were awaited', async () => {
    const { pass, begun, open } = gate({ headers: {} });
    const { server, lease, write } = await fenced({
      credentials: { current: pass, reject: () => Promise.resolve(false) },
    });
    const writing = write();
    await begun;
    lease.valid = false;
    open();
    expect(await writing).toBeInstanceOf(LeaseEnded);
    expect(server.seen).toEqual([]);
  });

  test('is not sent when the lease ended while the files of TLS were awaited', async () => {
    const { pass, begun, open } = gate<TlsMaterial>({});
    const { server, lease, write } = await fenced({ tls: pass });
    const writing = write();
    await begun;
    lease.valid = false;
    open();
    expect(await writing).toBeInstanceOf(LeaseEnded);
    expect(server.seen).toEqual([]);
  });

  test('is not sent a second time after a 401 when the lease ended in between', async () => {
    const { pass, begun, open } = gate(true);
    const { server, lease, write } = await fenced(
      { credentials: { current: async () => ({ headers: {} }), reject: pass } },
      (_request, response) => sendJson(response, 401, {}),
    );
    const writing = write();
    await begun;
    lease.valid = false;
    open();
    expect(await writing).toBeInstanceOf(LeaseEnded);
    expect(server.seen).toHaveLength(1);
    expect(lease.asked).toBe(2);
  });

  test('is not sent when the lease ended while it queued for a connection', async () => {
    const { pass, begun, open } = gate(null);
    const tls = {
      cert: pem('server.crt'),
      key: pem('server.key'),
      // The handshake waits here.
      SNICallback: (_name: string, next: (error: Error | null) => void) => void pass().then(() => next(null)),
    };
    const server = await startTestServer(stored, tls);
    const material = { ca: pem('ca.crt'), serverName: 'api.test' };
    const { lease, write } = await fenced({ tls: async () => material }, stored, server);
    const writing = write();
    await begun;
    expect(lease.asked).toBe(0);
    lease.valid = false;
    open();
    expect(await writing).toBeInstanceOf(LeaseEnded);
    expect(server.seen).toEqual([]);
    // The connection that it queued for is intact, and takes the next request.
    lease.valid = true;
    expect(await write()).toMatchObject({ metadata: key });
    expect(server.seen).toMatchObject([{ method: 'PATCH', connection: 1 }]);
  });

  test('is written in the turn of the event loop in which beforeSend is called', async () => {
    // The server runs in another thread, and reports in shared memory that it received the request while this thread is
    // blocked.
    const flag = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(SERVER_THREAD, {
      eval: true,
      workerData: { flag, cert: pem('server.crt'), tlsKey: pem('server.key') },
    });
    toClose.push({ close: async () => void (await worker.terminate()) });
    const [urls] = (await once(worker, 'message')) as [Record<ServerName, string>];
    const { plain, secure, proxy, secureProxy } = urls;
    // Certificates of proxies are verified with the system's CAs.
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, pem('ca.crt')]);
    toClose.push({ close: async () => setDefaultCACertificates(trusted) });
    const ways = {
      plain: [plain],
      secure: [secure],
      forward: [plain, proxy],
      tunnel: [secure, proxy],
      secureForward: [plain, secureProxy],
      secureTunnel: [secure, secureProxy],
    } as const;
    for (const [way, [url, proxyUrl]] of Object.entries(ways)) {
      const tls = async (): Promise<TlsMaterial> => material;
      const transport = createTransport(testAccess(url, { tls, proxyUrl: () => proxyUrl }));
      toClose.push(transport);
      for (const connection of ['new', 'kept']) {
        Atomics.store(flag, 0, 0);
        let outcome = '';
        const beforeSend = (): void =>
          process.nextTick(() => {
            outcome = Atomics.wait(flag, 0, 0, 20_000);
          });
        await transport.send({ method: 'PATCH', path: '/a', headers: {}, body: new Uint8Array(10), beforeSend });
        expect([way, connection, outcome]).not.toContain('timed-out');
      }
    }
  });

  test('is sent as a whole when its body is a stream, so that no part is delayed', async () => {
    const { server, transport } = await fenced();
    const { pass, begun, open } = gate(undefined);
    let asked = 0;
    async function* body(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode('one ');
      await pass();
      yield new TextEncoder().encode('two');
    }
    const sending = transport.send({
      method: 'PUT',
      path: '/a',
      headers: {},
      body: body(),
      beforeSend: () => void (asked += 1),
    });
    await begun;
    expect([asked, server.seen.length]).toEqual([0, 0]);
    open();
    expect((await sending).status).toBe(200);
    expect(asked).toBe(1);
    expect(server.seen).toMatchObject([{ body: 'one two' }]);
  });

  test('calls beforeSend for requests through a proxy too', async () => {
    const proxy = await startTestServer(stored);
    const { server, lease, write } = await fenced({ proxyUrl: () => proxy.url });
    toClose.push(proxy);
    lease.valid = false;
    expect(await write()).toBeInstanceOf(LeaseEnded);
    expect([...proxy.seen, ...server.seen]).toEqual([]);
    lease.valid = true;
    await write();
    expect(lease.asked).toBe(2);
  });
});

describe('an error of the connection', () => {
  test('reports that the request was sent when the server received it', async () => {
    const { write } = await fenced({}, (_request, response) => void response.destroy());
    const error = await write();
    expect(error).toMatchObject({ code: 'KB_CONNECTION_LOST', sent: true });
    expect(String(error)).toContain('was lost, after the request was sent');
  });

  test('reports that it was not sent when there was no connection', async () => {
    const gone = await startTestServer(stored);
    const { write } = await fenced({}, stored, gone);
    await gone.close();
    expect(await write()).toMatchObject({ code: 'KB_CONNECTION_REFUSED', sent: false });
  });

  test('reports for each request whether it was sent when the transport is closed', async () => {
    const { pass, begun, open } = gate<TlsMaterial>({});
    const arrived = Promise.withResolvers<void>();
    let calls = 0;
    const { transport, write } = await fenced({ tls: () => ((calls += 1) === 1 ? Promise.resolve({}) : pass()) }, () =>
      arrived.resolve(),
    );
    const sent = write();
    await arrived.promise;
    const waiting = write();
    await begun;
    await transport.close();
    open();
    expect(await sent).toMatchObject({ code: 'KB_TRANSPORT_CLOSED', sent: true });
    expect(await waiting).toMatchObject({ code: 'KB_TRANSPORT_CLOSED', sent: false });
  });

  test('reports that an earlier attempt was sent when the last one was not', async () => {
    const server = await startTestServer((_request, response) => {
      sendJson(response, 503, {}, { 'retry-after': '0', connection: 'close' });
      response.once('close', () => void server.close());
    });
    const { write } = await fenced({}, stored, server);
    const error = await write();
    expect(error).toMatchObject({ sent: true });
  });
});

type ServerName = 'plain' | 'secure' | 'proxy' | 'secureProxy';

const material: TlsMaterial = { ca: pem('ca.crt') };

const SERVER_THREAD = `
  const { once } = require('node:events');
  const { createServer, request } = require('node:http');
  const https = require('node:https');
  const net = require('node:net');
  const { parentPort, workerData: { flag, cert, tlsKey: key } } = require('node:worker_threads');
  const answer = (incoming, outgoing) => {
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
    incoming.resume().on('end', () => outgoing.end('{}'));
  };
  const tunnel = (incoming, socket) => {
    const [host, port] = incoming.url.split(':');
    const upstream = net.connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connected\\r\\n\\r\\n');
      upstream.pipe(socket).pipe(upstream);
    });
  };
  const forward = ({ method, url, headers }, outgoing) =>
    request(url, { method, headers }, (found) => found.pipe(outgoing)).end(Buffer.alloc(10));
  const servers = {
    plain: createServer(answer),
    secure: https.createServer({ cert, key }, answer),
    proxy: createServer(forward).on('connect', tunnel),
    secureProxy: https.createServer({ cert, key }, forward).on('connect', tunnel),
  };
  const listening = Object.entries(servers).map(async ([name, server]) => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return [name, (name.startsWith('secure') ? 'https' : 'http') + '://127.0.0.1:' + server.address().port];
  });
  Promise.all(listening).then((urls) => parentPort.postMessage(Object.fromEntries(urls)));
`;
