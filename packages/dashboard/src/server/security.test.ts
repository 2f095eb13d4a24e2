import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { CallFailed } from './test-support/page-client.ts';
import { enterPage, openPage } from './test-support/page-client.ts';
import { configMaps, secrets, startTestDashboard } from './test-support/start-test-dashboard.ts';
import { resourceOf } from './cluster/resource-of.ts';
import { newSessionSecret } from './http/session-secret.ts';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Sends a request with any headers: a browser's fetch does not let its caller set Host. */
function ask(origin: string, target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: target, headers, method, agent: false }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Resolves with `open`, or the status with which the WebSocket is refused. */
function tryToOpen(origin: string, headers: Record<string, string>, target = '/socket'): Promise<number | 'open'> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${target}`, { headers });
  return new Promise((resolve) => {
    socket.on('open', () => {
      socket.terminate();
      resolve('open');
    });
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', () => undefined);
  });
}

/** Asks for the WebSocket over a connection that stays half open, and resolves with its first answer. */
async function askForSocket(origin: string, headers: Record<string, string>): Promise<[Socket, string]> {
  const { host, port } = new URL(origin);
  const socket = connect({ host: '127.0.0.1', port: Number(port), allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  const upgrade = { host, connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
  const all = { ...upgrade, 'sec-websocket-key': Buffer.alloc(16).toString('base64'), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET /socket HTTP/1.1\r\n${lines.join('')}\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return [socket, answer.toString('latin1')];
}

/** A page that is built: a document, a script, and a file beside them that is not served. */
function builtPage(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kb-page-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, 'page/assets'), { recursive: true });
  writeFileSync(path.join(folder, 'page/index.html'), '<meta property="csp-nonce" nonce="%CSP_NONCE%">the page');
  writeFileSync(path.join(folder, 'page/assets/main-1a2b.js'), 'run()');
  writeFileSync(path.join(folder, 'kubeconfig.json'), 'secret');
  return path.join(folder, 'page');
}

describe('the page is only served', () => {
  test('with the cookie that the printed address sets, which is then without the secret', async () => {
    const { dashboard } = await startTestDashboard({ pageFolder: builtPage() });
    const { origin } = dashboard;
    expect(await ask(origin, '/')).toMatchObject({ status: 401 });
    expect(await ask(origin, '/?session=wrong')).toMatchObject({ status: 401 });
    const secret = new URL(dashboard.url).searchParams.get('session') ?? '';
    const entered = await ask(origin, `/kinds?session=${secret}&dark=1`);
    expect(entered).toMatchObject({ status: 303, headers: { location: '/kinds?dark=1' } });
    expect(String(entered.headers['set-cookie'])).toMatch(
      /^kb-session-\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/,
    );
    const cookie = await enterPage(dashboard);
    const page = await ask(origin, '/objects/v1/pods/default/kube-root-ca.crt', { cookie });
    expect(page).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store', 'x-frame-options': 'DENY' } });
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    const nonce = /nonce="([^"]+)"/.exec(page.body)?.[1] ?? '';
    expect(page.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    expect(await ask(origin, '/assets/main-1a2b.js', { cookie })).toMatchObject({ status: 200, body: 'run()' });
    expect(await ask(origin, '/', { cookie: `${cookie}x` })).toMatchObject({ status: 401 });
  });

  test('for the names of loopback with its port (DNS rebinding), and not to other pages', async () => {
    const { dashboard } = await startTestDashboard({ pageFolder: builtPage() });
    const { origin } = dashboard;
    const cookie = await enterPage(dashboard);
    const { port, host } = new URL(origin);
    for (const own of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`])
      expect(await ask(origin, '/', { cookie, host: own })).toMatchObject({ status: 200 });
    for (const other of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1',
      'localhost:1',
      `127.0.0.1.evil.example:${port}`,
    ])
      expect(await ask(origin, '/', { cookie, host: other })).toMatchObject({ status: 403 });
    for (const foreign of ['http://evil.example', 'null', `https://${host}`, 'http://127.0.0.1:1'])
      expect(await ask(origin, '/', { cookie, origin: foreign })).toMatchObject({ status: 403 });
  });

  test('from its folder, and never leads to another host', async () => {
    const { dashboard } = await startTestDashboard({ pageFolder: builtPage() });
    const { origin } = dashboard;
    const cookie = await enterPage(dashboard);
    for (const target of [
      '/assets/../../kubeconfig.json',
      '/assets/%2e%2e/%2e%2e/kubeconfig.json',
      '/../kubeconfig.json',
    ]) {
      const { body } = await ask(origin, target, { cookie });
      expect(body).not.toContain('secret');
    }
    const secret = new URL(dashboard.url).searchParams.get('session') ?? '';
    for (const target of ['//evil.example/', '/\\evil.example/', '///evil.example'])
      expect((await ask(origin, `${target}?session=${secret}`)).headers['location']).toMatch(/^\/evil|^\/$/);
    expect(await ask(origin, '/', { cookie }, 'POST')).toMatchObject({ status: 405 });
  });
});

test('the cookie is of one process, and only its pages get the secret of the address', async () => {
  const secret = newSessionSecret();
  const { dashboard } = await startTestDashboard({ secret });
  const { origin, port } = dashboard;
  const cookie = await enterPage(dashboard);
  expect(cookie).not.toContain(secret);
  expect(await ask(origin, '/', { cookie: `kb-session-${port}=${secret}` })).toMatchObject({ status: 401 });
  expect(await ask(origin, '/secret')).toMatchObject({ status: 401 });
  expect(await ask(origin, '/secret', { cookie, host: 'evil.example' })).toMatchObject({ status: 403 });
  expect(await ask(origin, '/secret', { cookie })).toMatchObject({ status: 200, body: `${secret}\n` });
  await dashboard.stop();
  const { dashboard: next } = await startTestDashboard({ secret, port });
  expect(next.url).toBe(dashboard.url);
  expect(await ask(origin, '/', { cookie })).toMatchObject({ status: 401 });
  expect(await enterPage(next)).not.toBe(cookie);
});

test('a server proves that it has the secret, at its port, without sending it', async () => {
  const secret = newSessionSecret();
  const [first, second] = [await startTestDashboard({ secret }), await startTestDashboard({ secret })];
  const challenge = newSessionSecret();
  const [one, other] = await Promise.all(
    [first, second].map(({ dashboard }) => ask(dashboard.origin, `/proof?challenge=${challenge}`)),
  );
  const { port } = first.dashboard;
  const proof = createHmac('sha256', secret).update(`kb page on port ${port}: ${challenge}`).digest('base64url');
  expect(one).toMatchObject({ status: 200, body: `${proof}\n` });
  expect(other?.body).not.toBe(one?.body);
  const { origin } = first.dashboard;
  expect(await ask(origin, `/proof?challenge=${challenge}`, { host: 'evil.example' })).toMatchObject({ status: 403 });
  for (const query of ['', '?challenge=', '?challenge=short', `?challenge=${challenge}%00`])
    expect(await ask(origin, `/proof${query}`)).toMatchObject({ status: 400 });
});

test('the socket is refused without the cookie, the origin of the page, or the right host', async () => {
  const { dashboard } = await startTestDashboard();
  const { origin } = dashboard;
  const cookie = await enterPage(dashboard);
  expect(await tryToOpen(origin, { cookie, origin })).toBe('open');
  expect(await tryToOpen(origin, { origin })).toBe(401);
  expect(await tryToOpen(origin, { cookie: `${cookie.slice(0, -1)}_`, origin })).toBe(401);
  expect(await tryToOpen(origin, { cookie })).toBe(403);
  expect(await tryToOpen(origin, { cookie, origin: 'http://evil.example' })).toBe(403);
  expect(await tryToOpen(origin, { cookie, origin, host: 'evil.example' })).toBe(403);
  expect(await tryToOpen(origin, { cookie, origin }, '/other')).toBe(404);
});

test('a refused socket that its client keeps half open does not keep the dashboard from stopping', async () => {
  const { dashboard } = await startTestDashboard();
  const [, answer] = await askForSocket(dashboard.origin, {});
  expect(answer).toMatch(/^HTTP\/1\.1 403 /);
  await dashboard.stop();
});

test('a page too many is turned away, and an invalid frame from it ends nothing else', async () => {
  const { dashboard } = await startTestDashboard();
  const { origin } = dashboard;
  for (let pages = 0; pages < 32; pages += 1) await openPage(dashboard);
  const [socket] = await askForSocket(origin, { cookie: await enterPage(dashboard), origin });
  socket.write(Buffer.alloc(16, 0xff));
  await once(socket, 'end');
  expect(await ask(origin, '/')).toMatchObject({ status: 401 });
});

test('values of Secrets leave only when they are asked for', async () => {
  const { dashboard, client } = await startTestDashboard();
  const handle = resourceOf(secrets);
  const plain = 'correct-horse';
  const encoded = Buffer.from(plain).toString('base64');
  const metadata = {
    name: 'one',
    namespace: 'default',
    annotations: { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({ data: { key: encoded } }) },
  };
  await client.create(handle, { metadata, data: { key: encoded } });
  const page = await openPage(dashboard);
  const ref = { kind: secrets, namespace: 'default', name: 'one' };
  await page.follow({ topic: 'rows', kind: secrets }).until(({ complete }) => complete);
  const object = page.follow({ topic: 'object', ref });
  const { object: shown, hidden } = await object.until((event) => event.object !== undefined);
  expect(shown).toMatchObject({ data: { key: 'hidden, 13 bytes' } });
  expect(hidden).toBe(true);
  const second = Buffer.from('battery-stapl').toString('base64');
  const write = { verb: 'patch', ref, patch: { data: { key: second } }, as: 'merge' } as const;
  const dry = await page.call({ do: 'dry-run', write });
  expect(dry.changes).toEqual([{ path: 'data.key', before: 'hidden', after: 'hidden' }]);
  await page.call({ do: 'write', write });
  const { revisions } = await object.until((event) => event.revisions.length === 2);
  const [from = '', to = ''] = revisions.map(({ resourceVersion }) => resourceVersion);
  expect((await page.call({ do: 'compare', ref, from, to })).changes).toHaveLength(1);
  const text = page.received.join('\n');
  for (const value of [plain, encoded, second, 'battery-stapl']) expect(text).not.toContain(value);

  const back = page.call({ do: 'write', write: { verb: 'update', object: shown ?? metadataless } });
  await expect(back).rejects.toThrow('Values of this Secret are hidden');
  const annotationHidden = page.call({
    do: 'write',
    write: { verb: 'update', object: Object.assign({}, shown ?? metadataless, { data: { key: second } }) },
  });
  await expect(annotationHidden).rejects.toThrow('Values of this Secret are hidden');
  const revealed = await page
    .follow({ topic: 'object', ref, reveal: true })
    .until((event) => event.object !== undefined);
  expect(revealed).toMatchObject({ hidden: false, object: { data: { key: second } } });
});

const metadataless = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: '', uid: '', resourceVersion: '', creationTimestamp: '' },
};

test('values of a Secret are not in the tree of its owner either', async () => {
  const { dashboard, client } = await startTestDashboard();
  const owner = await client.create(resourceOf(configMaps), { metadata: { name: 'owner', namespace: 'default' } });
  const { name, uid } = owner.metadata;
  const data = { key: Buffer.from('correct-horse').toString('base64') };
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name, uid }];
  await client.create(resourceOf(secrets), {
    metadata: { name: 'owned', namespace: 'default', ownerReferences },
    data,
  });
  const page = await openPage(dashboard);
  const tree = page.follow({ topic: 'tree', ref: { kind: configMaps, namespace: 'default', name } });
  await tree.until(({ roots }) => roots[0]?.children.some(({ ref }) => ref.name === 'owned') ?? false);
  expect(page.received.join()).not.toContain(data.key);
});

test('messages that are not of the protocol are refused, and break nothing', async () => {
  const { dashboard } = await startTestDashboard();
  const page = await openPage(dashboard);
  const closed = new Promise((resolve) => page.socket.once('close', resolve));
  const hostile = [
    { type: 'subscribe', id: 1001, to: { topic: 'rows', kind: { ...configMaps, resource: '../../version' } } },
    { type: 'subscribe', id: 1002, to: { topic: '__proto__' } },
    { type: 'call', id: 1003, call: { do: 'constructor' } },
    {
      type: 'call',
      id: 1004,
      call: { do: 'delete', ref: { kind: configMaps, namespace: 'default', name: '' }, propagation: 'Background' },
    },
    { type: 'nonsense', id: 1005 },
  ];
  for (const message of hostile) page.socket.send(JSON.stringify(message));
  const parsed = await page.call({ do: 'parse', yaml: 'a: [1\nb: 2\n' }).catch((error: unknown) => error);
  expect((parsed as CallFailed).failure).toMatchObject({ code: 0, place: { line: 2 } });
  const failures = page.received.map((text) => JSON.parse(text) as { id: number; failure?: { message: string } });
  expect(failures.slice(0, 5).map(({ id, failure }) => [id, failure?.message.slice(0, 40)])).toEqual(
    hostile.map(({ id }) => [id, 'The message does not follow the protocol']),
  );
  expect(page.received.join()).not.toMatch(/\.ts:|node:|\bat \w+ \(/);
  page.socket.send('{');
  expect(await closed).toBe(1008);
});
