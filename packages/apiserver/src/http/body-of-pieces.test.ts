import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startWire } from '../test-support/wire.ts';
import { bodyOfPieces } from './body-of-pieces.ts';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

async function chunksOf(body: Awaited<ReturnType<typeof bodyOfPieces>>): Promise<string[]> {
  const texts: string[] = [];
  for await (const chunk of body instanceof Uint8Array ? [body] : body) texts.push(new TextDecoder().decode(chunk));
  return texts;
}

test.each([
  { what: 'nothing', pieces: [], stream: false },
  { what: 'a short one at once', pieces: ['{', 'é', '}'], stream: false },
  {
    what: 'a long one piece by piece',
    pieces: Array.from({ length: 3000 }, (_, index) => `${index} é`.repeat(100)),
    stream: true,
  },
  { what: 'a long one whose last piece ends the first part', pieces: ['x'.repeat(2 ** 20)], stream: true },
])('writes a body: $what', async ({ pieces, stream }) => {
  const body = await bodyOfPieces(pieces);
  expect(body instanceof Uint8Array).toBe(!stream);
  expect((await chunksOf(body)).join('')).toBe(pieces.join(''));
});

test('encodes only as much of a long body as is read', async () => {
  let made = 0;
  function* pieces(): Generator<string> {
    for (; made < 100; made += 1) yield 'x'.repeat(64 * 1024);
  }
  const body = await bodyOfPieces(pieces());
  if (body instanceof Uint8Array) throw new Error('expected a stream');
  for await (const chunk of body) {
    expect(chunk.length).toBe(2 ** 20);
    break;
  }
  expect(made).toBeLessThan(20);
});

test('streams a long list of the objects at the time of the request, also compressed', async () => {
  const wire = startWire();
  const data = { text: 'x'.repeat(100_000) };
  const object = (name: string): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });
  for (let index = 0; index < 12; index += 1) await wire.post(CONFIG_MAPS, object(`c-${index + 10}`));

  const list = await wire.transport.send({ method: 'GET', path: CONFIG_MAPS, headers: {} });
  expect(list.body instanceof Uint8Array).toBe(false);
  await wire.put(`${CONFIG_MAPS}/c-21`, { ...object('c-21'), data: { text: 'changed' } });
  const { items } = JSON.parse((await chunksOf(list.body)).join(''));
  expect(items.map(({ data: { text } }: { data: { text: string } }) => text.length)).toEqual(Array(12).fill(100_000));

  const compressed = await wire.transport.send({
    method: 'GET',
    path: CONFIG_MAPS,
    headers: { 'accept-encoding': 'gzip' },
  });
  expect(compressed.headers['content-encoding']).toBe('gzip');
  if (compressed.body instanceof Uint8Array) throw new Error('expected a stream');
  const parts: Uint8Array[] = [];
  for await (const part of compressed.body) parts.push(part);
  const bytes = Buffer.concat(parts);
  expect(bytes.length).toBeLessThan(20_000);
  expect(JSON.parse(gunzipSync(bytes).toString()).items).toHaveLength(12);
});
