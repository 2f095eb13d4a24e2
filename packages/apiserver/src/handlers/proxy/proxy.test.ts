import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type Connection, connectionPair, type KubeletTarget } from '@kb/apimachinery';
import { socketOver } from '@kb/apimachinery/server';
import { expect, test } from 'vitest';
import { startListening } from '../../test-support/listening-server.ts';
import { rawConnection } from '../../test-support/raw-http.ts';
import { runningPod, testContainers } from '../../test-support/test-containers.ts';

const POD = '/api/v1/namespaces/default/pods/p';

type Respond = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** Starts a server whose Pods serve HTTP. `open` returns how many connections to them are open. */
async function started(respond: Respond): Promise<{ url: string; targets: string[]; open: () => number }> {
  const backend = createServer(respond);
  const targets: string[] = [];
  let open = 0;
  const { url } = await startListening(
    {},
    {
      containers: {
        ...testContainers(),
        connect: (pod, port) => {
          targets.push(`${pod.metadata.name}:${port}`);
          if (port === 1) return Promise.reject(new Error('nothing is there'));
          const [ours, theirs] = connectionPair();
          open += 1;
          void ours.closed.then(() => (open -= 1));
          serve(backend, ours);
          return Promise.resolve(theirs);
        },
        kubelet: ({ node, pods }: KubeletTarget, { path }) =>
          Promise.resolve({
            status: 200,
            headers: { 'content-type': 'text/plain' },
            body: Buffer.from(
              `${node.metadata.name} ${path} ${pods()
                .map(({ metadata }) => metadata.name)
                .join()}`,
            ),
          }),
      },
    },
  );
  const headers = { 'content-type': 'application/json' };
  for (const [method, path, body] of [
    ['POST', '/api/v1/nodes', { metadata: { name: 'n' } }],
    [
      'PUT',
      '/api/v1/nodes/n/status',
      { metadata: { name: 'n' }, status: { addresses: [{ type: 'InternalIP', address: '10.0.0.9' }] } },
    ],
    ['POST', '/api/v1/namespaces/default/pods', runningPod('p')],
    ['PUT', `${POD}/status`, runningPod('p')],
  ] as const)
    expect((await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) })).ok).toBe(true);
  return { url, targets, open: () => open };
}

function serve(backend: ReturnType<typeof createServer>, connection: Connection): void {
  backend.emit('connection', socketOver(connection));
}

const echo: Respond = (incoming, outgoing) => {
  let body = '';
  incoming.on('data', (bytes: Buffer) => (body += bytes.toString()));
  incoming.on('end', () => {
    const { method, url, rawHeaders } = incoming;
    outgoing.setHeader('X-Own', ['a', 'b']);
    outgoing.end(JSON.stringify({ method, url, rawHeaders, body }));
  });
};

test('passes method, path, query, headers and body on, and the response back', async () => {
  const { url, targets, open } = await started(echo);
  const response = await fetch(`${url}${POD}:8080/proxy/a/c%20d/?x=1&y=%2F`, {
    method: 'PUT',
    headers: { authorization: 'Bearer secret', 'x-one': '1', 'x-forwarded-for': '1.2.3.4', te: 'trailers' },
    body: 'sent',
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('x-own')).toBe('a, b');
  const got = (await response.json()) as { method: string; url: string; rawHeaders: string[]; body: string };
  expect(got).toMatchObject({ method: 'PUT', url: '/a/c%20d/?x=1&y=%2F', body: 'sent' });
  const headers = new Map<string, string>();
  for (let at = 0; at < got.rawHeaders.length; at += 2)
    headers.set(got.rawHeaders[at] ?? '', got.rawHeaders[at + 1] ?? '');
  expect(headers.get('X-One')).toBe('1');
  expect(headers.get('X-Forwarded-For')).toBe('1.2.3.4, 127.0.0.1');
  expect(headers.get('X-Forwarded-Uri')).toBe(`${POD}:8080/proxy/a/c%20d/`);
  expect([...headers.keys()]).not.toContain('Authorization');
  expect(targets).toEqual(['p:8080']);
  await expect.poll(open).toBe(0);
});

test('reports a port where nothing listens', async () => {
  const { url } = await started(echo);
  const response = await fetch(`${url}${POD}:1/proxy/`);
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({
    reason: 'ServiceUnavailable',
    message: 'error trying to reach service: dial tcp 10.0.0.1:1: connect: connection refused',
  });
});

test('reports a target that closes the connection without a response', async () => {
  const { url, open } = await started((_, outgoing) => outgoing.destroy());
  const response = await fetch(`${url}${POD}:80/proxy/`);
  expect([response.status, await response.json()]).toMatchObject([
    503,
    { message: 'error trying to reach service: EOF' },
  ]);
  await expect.poll(open).toBe(0);
});

test('rewrites redirects and links, also in compressed documents', async () => {
  const { url } = await started(({ url: path }, outgoing) => {
    if (path === '/moved') outgoing.writeHead(302, { Location: '/elsewhere?a=1' }).end();
    else {
      outgoing.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': 'gzip' });
      outgoing.end(gzipSync('<A HREF=/x?a&amp;b>é</A><script>"</a href=/y>"</script><img src="//other/z">'));
    }
  });
  const moved = await fetch(`${url}${POD}:80/proxy/moved`, { redirect: 'manual' });
  expect(moved.headers.get('location')).toBe(`${POD}:80/proxy/elsewhere?a=1`);
  const page = await fetch(`${url}${POD}:80/proxy/`);
  expect(await page.text()).toBe(
    `<a href="${POD}:80/proxy/x?a&amp;b">é</A><script>"</a href=/y>"</script><img src="//other/z">`,
  );
});

test('a proxy of a node reaches its kubelet', async () => {
  const { url } = await started(echo);
  const response = await fetch(`${url}/api/v1/nodes/n/proxy/stats/summary?a=1`);
  expect(await response.text()).toBe('n /stats/summary?a=1 p');
  const elsewhere = await fetch(`${url}/api/v1/nodes/n:80/proxy/`);
  expect(elsewhere.status).toBe(503);
});

test('connects a client with what accepts its upgrade', async () => {
  const { url, open } = await started(echo);
  const connection = await rawConnection(
    url,
    `GET ${POD}:80/proxy/socket?a=1 HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n`,
  );
  // The target has no listener for upgrades, so Node handles this as a plain request.
  expect(await connection.ended()).toContain('invalid upgrade response: status code 200');
  await expect.poll(open).toBe(0);
});
