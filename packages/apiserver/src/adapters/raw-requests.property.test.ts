import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, createApiServer } from '../server/api-server.ts';
import type { ListeningApiServer } from '../server/listening-server.ts';
import { type FuzzedRequest, fuzzedRequest, mutated } from '../test-support/arbitrary-requests.ts';
import { systemClock } from '../test-support/system-clock.ts';
import { widgetDefinition } from '../test-support/wire.ts';

const runs = Number(process.env.KB_RUNS ?? 400);
const seed = Number(process.env.KB_SEED ?? 6);
const timeout = 60_000 + runs * 100;

const bugs: unknown[] = [];
let api: ApiServer;
let server: ListeningApiServer;
beforeAll(async () => {
  api = createApiServer({ clock: systemClock, crds: [widgetDefinition()], onBug: (error) => bugs.push(error) });
  server = await api.listen();
});
afterAll(() => api.stop());

const framing = fc.constantFrom('length', 'chunked', 'lie', 'both', 'none');
const raw = fc
  .tuple(fuzzedRequest, framing, fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0'))
  .map(([request, frame, version]) => bytesOf(request, frame, version));
const requests = fc.array(fc.oneof({ weight: 1, arbitrary: raw }, { weight: 2, arbitrary: raw.chain(mutated) }), {
  minLength: 1,
  maxLength: 4,
});

test(
  'any bytes on a connection get an HTTP response or its end, and the server keeps running',
  async () => {
    await fc.assert(
      fc.asyncProperty(requests, fc.boolean(), async (sequence, reset) => {
        const before = api.revision();
        const text = await exchange(Buffer.concat(sequence), reset);
        expect(bugs).toEqual([]);
        if (text === '') return;
        expect(text).toMatch(/^HTTP\/1\.1 [1-5]\d\d /);
        const refused = [...text.matchAll(/^HTTP\/1\.1 (\d)/gm)].every(([, first]) => first === '4');
        expect(!refused || sequence.length > 1 || api.revision() === before).toBe(true);
      }),
      { numRuns: runs, seed, endOnFailure: false },
    );
    expect(
      await exchange(Buffer.from('GET /version HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'), false),
    ).toMatch(/^HTTP\/1\.1 200 OK/);
  },
  timeout,
);

function bytesOf({ method, path, headers, body }: FuzzedRequest, frame: string, version: string): Uint8Array {
  const bytes = body ?? new Uint8Array();
  const lines = [
    `${method} ${path} ${version}`,
    'Host: localhost',
    ...Object.entries(headers).map((header) => header.join(': ')),
  ];
  if (frame === 'length' || frame === 'both') lines.push(`Content-Length: ${bytes.length}`);
  if (frame === 'lie') lines.push(`Content-Length: ${bytes.length + 3}`);
  if (frame === 'chunked' || frame === 'both') lines.push('Transfer-Encoding: chunked');
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
  if (frame !== 'chunked' && frame !== 'both') return Buffer.concat([head, bytes]);
  const size = bytes.length === 0 ? '' : `${bytes.length.toString(16)}\r\n`;
  return Buffer.concat([head, Buffer.from(size), bytes, Buffer.from(`${size === '' ? '' : '\r\n'}0\r\n\r\n`)]);
}

/** Sends bytes and closes its side, or resets the connection; returns the received text. */
function exchange(bytes: Uint8Array, reset: boolean): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', allowHalfOpen: true });
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('end', () => socket.destroy());
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    if (reset) socket.write(bytes, () => socket.resetAndDestroy());
    else socket.end(bytes);
  });
}
