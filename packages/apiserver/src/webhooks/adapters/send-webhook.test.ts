import { createServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServingCertificate, type ServingCertificate } from '../../adapters/certificates/certificates.ts';
import { sendWebhook } from './send-webhook.ts';

let certificate: ServingCertificate;
let origin: string;
let server: ReturnType<typeof createServer>;
const request = { method: 'POST', path: '/convert?timeout=30s', headers: { 'content-type': 'application/json' } };

beforeAll(async () => {
  certificate = await createServingCertificate({ host: '127.0.0.1' });
  server = createServer({ cert: certificate.certificate, key: certificate.key }, (incoming, outgoing) => {
    if (incoming.url === '/silent') return;
    if (incoming.url === '/switches') {
      incoming.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
      return;
    }
    outgoing.writeHead(201, { 'x-length': incoming.headers['content-length'] });
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('sends over HTTPS, and verifies with the given authorities', async () => {
  const body = new TextEncoder().encode('{"ä":1}');
  const response = await sendWebhook({ origin, caBundle: certificate.ca }, { ...request, body });
  let text = '';
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) text += new TextDecoder().decode(chunk);
  expect([response.status, response.headers['x-length'], text]).toEqual([201, '8', '{"ä":1}']);
});

test('closes the connection of a webhook that changes the protocol unasked, and passes it on to who asked', async () => {
  const target = { origin, caBundle: certificate.ca };
  await expect(sendWebhook(target, { ...request, path: '/switches' })).rejects.toThrow('EOF');
  const headers = { connection: 'upgrade', upgrade: 'echo' };
  const { status, connection } = await sendWebhook(target, { ...request, path: '/switches', headers });
  connection?.close();
  expect([status, connection === undefined]).toEqual([101, false]);
});

test('accepts a certificate in the bundle as its own authority, as in Go', async () => {
  const { certificate: leaf } = certificate;
  const others = (await createServingCertificate({ host: '127.0.0.1' })).ca;
  for (const caBundle of [leaf, `${others}${leaf}`])
    expect(await sendWebhook({ origin, caBundle }, request)).toMatchObject({ status: 201 });
});

test('keeps its connection for the next request, and opens another one when the webhook has closed it', async () => {
  const sockets: Socket[] = [];
  server.on('secureConnection', (socket: Socket) => sockets.push(socket));
  const send = async (): Promise<number> => {
    const target = { origin, caBundle: `${certificate.ca}\n` };
    const { status, body } = await sendWebhook(target, request);
    if (!(body instanceof Uint8Array)) for await (const _ of body);
    return status;
  };
  for (let count = 0; count < 3; count += 1) expect(await send()).toBe(201);
  expect(sockets).toHaveLength(1);
  sockets[0]?.destroy();
  expect(await send()).toBe(201);
  expect(sockets).toHaveLength(2);
});

test('does not accept a certificate as authority of another one', async () => {
  const { certificate: caBundle } = await createServingCertificate({ host: '127.0.0.1' });
  await expect(sendWebhook({ origin, caBundle }, request)).rejects.toThrow('certificate signed by unknown authority');
});

test.each([
  [
    "the system's authorities",
    undefined,
    'tls: failed to verify certificate: x509: certificate signed by unknown authority',
  ],
  [
    'others',
    async () => (await createServingCertificate({ host: '127.0.0.1' })).ca,
    'tls: failed to verify certificate: x509: certificate signed by unknown authority',
  ],
])('refuses a certificate that is not of %s', async (_, other, message) => {
  await expect(sendWebhook({ origin, caBundle: await other?.() }, request)).rejects.toThrow(message);
});

test('reports that nobody listens', async () => {
  const sending = sendWebhook({ origin: 'https://127.0.0.1:1', caBundle: undefined }, request);
  await expect(sending).rejects.toThrow('dial tcp 127.0.0.1:1: connect: connection refused');
});

test("gives up with the signal's reason", async () => {
  const late = new AbortController();
  const sending = sendWebhook({ origin, caBundle: certificate.ca }, { ...request, path: '/silent' }, late.signal);
  server.once('request', () => late.abort(new Error('context deadline exceeded')));
  await expect(sending).rejects.toThrow('context deadline exceeded');
});

test('gives up a TLS handshake that does not end', async () => {
  const sockets: Socket[] = [];
  const silent = createTcpServer((socket) => sockets.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const target = { origin: `https://127.0.0.1:${port}`, caBundle: certificate.ca };
  await expect(sendWebhook(target, request, undefined, 1)).rejects.toThrow('net/http: TLS handshake timeout');
  for (const socket of sockets) socket.destroy();
  silent.close();
});
