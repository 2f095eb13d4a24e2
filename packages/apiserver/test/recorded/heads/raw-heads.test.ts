import { beforeAll, expect, test } from 'vitest';
import { startListening, TOKEN } from '../../../src/test-support/listening-server.ts';
import { rawConnection } from '../../../src/test-support/raw-http.ts';
import { differentHeads, podWithAddress, rawHeads, readRawHeads } from './raw-heads.ts';

const recorded = readRawHeads();
let ours: Awaited<ReturnType<typeof rawHeads>> = {};

beforeAll(async () => {
  const { url } = await startListening(
    {},
    { authentication: { tokens: { [TOKEN]: { name: 'ann', groups: ['system:masters'] } } } },
  );
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  for (const [method, path, body] of podWithAddress)
    await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
  ours = await rawHeads(async (bytes) => {
    const connection = await rawConnection(url, bytes);
    const text = await connection.until(/\r\n\r\n/);
    connection.socket.destroy();
    return text.slice(0, text.indexOf('\r\n\r\n'));
  }, TOKEN);
});

const differs = (name: string): boolean => Object.hasOwn(differentHeads, name);
const names = Object.keys(recorded);

test.each(names.filter((name) => !differs(name)))('names, order and values of headers: %s', (name) => {
  expect(ours[name]).toEqual(recorded[name]);
});

test.each(names.filter(differs))('a head that is known to differ still does: %s', (name) => {
  expect(ours[name]).not.toEqual(recorded[name]);
});
