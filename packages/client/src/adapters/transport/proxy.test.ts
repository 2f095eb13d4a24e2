import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sendJson, startTestServer } from '../../test-support/start-test-server.ts';
import { testAccess } from '../../test-support/test-access.ts';
import { createTransport, type PooledTransport } from './create-transport.ts';

const pem = (name: string): string => fs.readFileSync(new URL(`../../testdata/tls/${name}`, import.meta.url), 'utf8');

const toClose: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const open of toClose.splice(0).toReversed()) await open.close();
});

/** A proxy that tunnels (CONNECT) and forwards, and records its requests. With `secure`, it uses TLS. */
async function startProxy({ refuse = false, secure = false, host = '127.0.0.1' } = {}): Promise<{
  port: number;
  asked: string[];
}> {
  const asked: string[] = [];
  const sockets = new Set<net.Socket>();
  const note = ({ method, url, headers }: http.IncomingMessage): number =>
    asked.push(`${method} ${url} ${headers['proxy-authorization'] ?? ''}`.trim());
  const forward: http.RequestListener = (incoming, outgoing) => {
    note(incoming);
    incoming.pipe(
      http.request(incoming.url ?? '', { method: incoming.method, headers: incoming.headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      }),
    );
  };
  const proxy = secure
    ? https.createServer({ cert: pem('server.crt'), key: pem('server.key') }, forward)
    : http.createServer(forward);
  proxy.on('connect', (incoming, socket: net.Socket) => {
    note(incoming);
    if (refuse) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const [host = '', port] = (incoming.url ?? '').split(':');
    const upstream = net.connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    for (const end of [socket, upstream]) end.on('error', () => undefined);
    sockets.add(socket).add(upstream);
  });
  await new Promise<void>((resolve) => proxy.listen(0, host, resolve));
  toClose.push({
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
        for (const socket of sockets) socket.destroy();
      }),
  });
  return { port: (proxy.address() as AddressInfo).port, asked };
}

function connect(server: string, proxyUrl: string): PooledTransport {
  const transport = createTransport(
    testAccess(server, { proxyUrl: () => proxyUrl, tls: async () => ({ ca: pem('ca.crt') }) }),
  );
  toClose.push(transport);
  return transport;
}

async function ask(transport: PooledTransport): Promise<string> {
  const { body } = await transport.send({ method: 'GET', path: '/a', headers: {} });
  let text = '';
  for await (const chunk of body as AsyncIterable<Uint8Array>) text += Buffer.from(chunk).toString();
  return text;
}

/** The result of a request to a server through a proxy. */
interface Through {
  readonly url: string;
  readonly ask: () => Promise<string>;
}

describe('a proxy', () => {
  test('tunnels to a server with TLS, with user name and password', async () => {
    const server = await startTestServer((_request, response) => sendJson(response, 200, { through: true }), {
      cert: pem('server.crt'),
      key: pem('server.key'),
    });
    toClose.push(server);
    const { port, asked } = await startProxy();
    const keepAlives = vi.spyOn(net.Socket.prototype, 'setKeepAlive');
    toClose.push({ close: async () => keepAlives.mockRestore() });
    const transport = connect(server.url, `http://me:word@127.0.0.1:${port}`);
    expect([await ask(transport), await ask(transport)]).toEqual(['{"through":true}', '{"through":true}']);
    const target = new URL(server.url).host;
    expect(new Set(asked)).toEqual(new Set([`CONNECT ${target} Basic ${btoa('me:word')}`]));
    expect(new Set(keepAlives.mock.calls.map(String))).toEqual(new Set(['true,30000']));
  });

  test('forwards to a server without TLS', async () => {
    const server = await startTestServer((_request, response) => sendJson(response, 200, { through: true }));
    toClose.push(server);
    const { port, asked } = await startProxy();
    expect(await ask(connect(server.url, `http://127.0.0.1:${port}`))).toBe('{"through":true}');
    expect(asked).toEqual([`GET ${server.url}/a`]);
  });

  describe('with TLS', () => {
    /**
     * Requests two servers, with and without TLS, through a proxy at `host`. The proxy's certificate is for 127.0.0.1.
     */
    async function behindProxy(host: string): Promise<{ plain: Through; secure: Through; asked: string[] }> {
      const trusted = getCACertificates('default');
      setDefaultCACertificates([...trusted, pem('ca.crt')]);
      toClose.push({ close: async () => setDefaultCACertificates(trusted) });
      const { port, asked } = await startProxy({ secure: true, host });
      const through = async (tls?: { cert: string; key: string }): Promise<Through> => {
        const server = await startTestServer((_request, response) => sendJson(response, 200, { through: true }), tls);
        toClose.push(server);
        return { url: server.url, ask: () => ask(connect(server.url, `https://${host}:${port}`)) };
      };
      const secure = await through({ cert: pem('server.crt'), key: pem('server.key') });
      return { plain: await through(), secure, asked };
    }

    test('may have an IP address that its certificate covers', async () => {
      const { plain, secure, asked } = await behindProxy('127.0.0.1');
      expect([await plain.ask(), await secure.ask()]).toEqual(['{"through":true}', '{"through":true}']);
      expect(asked).toEqual([`GET ${plain.url}/a`, `CONNECT ${new URL(secure.url).host}`]);
    });

    // Other systems have no second loopback address.
    test.runIf(process.platform === 'linux')(
      'is not used at an IP address that its certificate does not cover',
      async () => {
        const { plain, secure, asked } = await behindProxy('127.0.0.2');
        for (const way of [plain, secure]) await expect(way.ask()).rejects.toThrow('Secure Proxy Connection failed');
        expect(asked).toEqual([]);
      },
    );
  });

  test('that refuses, or does not exist, fails the connection', async () => {
    const { port } = await startProxy({ refuse: true });
    await expect(ask(connect('https://127.0.0.1:1', `http://127.0.0.1:${port}`))).rejects.toMatchObject({
      code: 'KB_CONNECTION_FAILED',
    });
    await expect(ask(connect('https://127.0.0.1:1', 'http://127.0.0.1:1'))).rejects.toMatchObject({
      code: 'KB_CONNECTION_REFUSED',
    });
  });
});
