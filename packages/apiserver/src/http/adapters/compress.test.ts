import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressAnswer } from './compress.ts';

const LIMIT = 128 * 1024;
const answer = (length: number) => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: new Uint8Array(length),
});

test('compresses responses of more than 128 KiB', async () => {
  const { headers, body } = await compressAnswer(answer(LIMIT + 1), 'gzip');
  expect(headers).toEqual({ 'content-type': 'application/json', 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(body instanceof Uint8Array && gunzipSync(body).length).toBe(LIMIT + 1);
});

test.each([
  [LIMIT, 'gzip', false],
  [LIMIT + 1, 'gzip', true],
  [LIMIT + 1, 'deflate, gzip', true],
  [LIMIT + 1, ' gzip ,br', true],
  [LIMIT + 1, 'gzip;q=1.0', false],
  [LIMIT + 1, 'GZIP', false],
  [LIMIT + 1, '*', false],
  [LIMIT + 1, '', false],
  [LIMIT + 1, undefined, false],
])('%i bytes for Accept-Encoding %j: %s', async (length, acceptEncoding, compressed) => {
  const { headers } = await compressAnswer(answer(length), acceptEncoding);
  expect('content-encoding' in headers).toBe(compressed);
});

test('does not change streams, and compressed responses', async () => {
  async function* stream(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(LIMIT + 1);
  }
  const streamed = { status: 200, headers: {}, body: stream() };
  expect(await compressAnswer(streamed, 'gzip')).toBe(streamed);
  const done = { ...answer(LIMIT + 1), headers: { 'content-encoding': 'gzip' } };
  expect(await compressAnswer(done, 'gzip')).toBe(done);
});
