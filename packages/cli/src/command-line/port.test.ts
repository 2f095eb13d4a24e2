import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { startEmbeddedCluster } from '../dev/cluster/embedded-cluster.ts';
import { readPort } from './port.ts';

test.each([
  [undefined, 0],
  ['0', 0],
  ['8080', 8080],
])('%j is port %j', (text, want) => {
  expect(readPort(text)).toBe(want);
});

test.each(['', 'abc', '-1', '1.5', '65536'])('%j is not a port', (text) => {
  expect(() => readPort(text)).toThrow(expect.objectContaining({ code: 'KB_WRONG_FLAGS' }));
});

test('describes a port that is in use', async () => {
  const other = createServer();
  const port = await new Promise<number>((resolve) => {
    other.listen(0, '127.0.0.1', () => {
      const address = other.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  try {
    await expect(startEmbeddedCluster({ port, workloads: false })).rejects.toMatchObject({
      code: 'KB_PORT_UNAVAILABLE',
    });
  } finally {
    other.close();
  }
});
