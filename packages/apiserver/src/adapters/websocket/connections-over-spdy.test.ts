import { expect, test } from 'vitest';
import { startListening } from '../../test-support/listening-server.ts';
import { rawConnection, type RawConnection } from '../../test-support/raw-http.ts';
import { readSpdy, spdyWriter } from '../../test-support/spdy-client.ts';
import { runningPod, type TestContainers, testContainers } from '../../test-support/test-containers.ts';

const PODS = '/api/v1/namespaces/default/pods';

async function started(): Promise<{ readonly url: string; readonly containers: TestContainers }> {
  const containers = testContainers({
    exec: async (_, command, { stdin, stdout }) => {
      let input = '';
      for await (const bytes of stdin) input += Buffer.from(bytes).toString();
      await stdout(Buffer.from(`${command.join(' ')} ${input}`));
      return 2;
    },
  });
  const { url } = await startListening({}, { containers });
  const headers = { 'content-type': 'application/json' };
  for (const [method, path, body] of [
    ['POST', '/api/v1/nodes', { metadata: { name: 'n' } }],
    ['POST', PODS, runningPod('p')],
    ['PUT', `${PODS}/p/status`, runningPod('p')],
  ] as const)
    expect((await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) })).ok).toBe(true);
  return { url, containers };
}

function post(url: string, path: string, version: string): Promise<RawConnection> {
  const head = `POST ${PODS}/p/${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n`;
  return rawConnection(url, `${head}${version}Content-Length: 0\r\n\r\n`);
}

const V4 = 'X-Stream-Protocol-Version: v5.channel.k8s.io\r\nX-Stream-Protocol-Version: v4.channel.k8s.io\r\n';
const FORWARD = 'X-Stream-Protocol-Version: portforward.k8s.io\r\n';

/** The frames of a response, after its head. */
const frames = (text: string): ReturnType<typeof readSpdy> =>
  readSpdy(Buffer.from(text.slice(text.indexOf('\r\n\r\n') + 4), 'latin1'));

test('runs a command over SPDY', async () => {
  const { url, containers } = await started();
  const connection = await post(url, 'exec?command=ls&stdin=1&stdout=1', V4);
  expect(await connection.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 101 [^]*v4\.channel\.k8s\.io/);
  const writer = spdyWriter();
  for (const [index, streamType] of ['error', 'stdin', 'stdout'].entries())
    connection.socket.write(await writer.open(index * 2 + 1, { streamType }));
  connection.socket.write(writer.data(3, 'input', 1));
  const { data, control } = frames(await connection.ended());
  expect(data[5]).toBe('ls input');
  expect(JSON.parse(data[1] ?? '')).toMatchObject({
    reason: 'NonZeroExitCode',
    details: { causes: [{ message: '2' }] },
  });
  expect(control).toEqual([2, 2, 2, 7]);
  expect(containers.open()).toBe(0);
});

test('forwards ports over SPDY, and reports a port where nothing listens', async () => {
  const { url, containers } = await started();
  const connection = await post(url, 'portforward', FORWARD);
  await connection.until(/\r\n\r\n/);
  const writer = spdyWriter();
  for (const [index, [streamType, port, requestID]] of [
    ['error', '80', '0'],
    ['data', '80', '0'],
    ['error', '1', '1'],
    ['data', '1', '1'],
  ].entries())
    connection.socket.write(
      await writer.open(index * 2 + 1, { streamType: streamType ?? '', port: port ?? '', requestID: requestID ?? '' }),
    );
  connection.socket.write(writer.data(3, 'question', 1));
  await expect.poll(() => containers.connections.length).toBe(1);
  const [target] = containers.connections;
  if (!target) throw new Error('there is no connection');
  for await (const bytes of target.received) expect(Buffer.from(bytes).toString()).toBe('question');
  await target.send(Buffer.from('answer'));
  target.end();
  await connection.until(/answer/);
  const text = await connection.until(/connection refused/);
  expect(frames(text).data[3]).toBe('answer');
  expect(frames(text).data[5]).toMatch(/^error forwarding port 1 to pod p, uid \S+: connection refused$/);
  connection.socket.destroy();
});

test.each([
  ['no version', 'exec?command=x&stdout=1', '', /^HTTP\/1\.1 400 [^]*X-Stream-Protocol-Version does not exist/],
  [
    'another version',
    'exec?command=x&stdout=1',
    FORWARD,
    /^HTTP\/1\.1 403 [^]*client supports \[portforward\.k8s\.io\]/,
  ],
  ['a version of exec', 'portforward', V4, /^HTTP\/1\.1 403 [^]*server accepts \[portforward\.k8s\.io\]/],
])('refuses %s', async (_, path, version, answer) => {
  const { url, containers } = await started();
  expect(await (await post(url, path, version)).ended()).toMatch(answer);
  expect(containers.calls).toEqual([]);
});
