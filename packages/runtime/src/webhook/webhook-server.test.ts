import { createVirtualClock, type HttpRequest } from '@kb/apimachinery';
import { systemClock } from '@kb/client';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as sendHttps } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSelfSignedCertificate, type SelfSignedCertificate } from '../certificates/self-signed-adapter.ts';
import { fixedSource } from '../certificates/certificate-source.ts';
import { recordingLogger } from '../test-support/recording-logger.ts';
import { widgets } from '../test-support/widgets.ts';
import { MAX_ADMISSION_BODY } from './admission/admission-handler.ts';
import { hubSpokeConverter } from './conversion/hub-spoke-converter.ts';
import { webhookFor } from './webhook-builder.ts';
import type { WebhookMetrics } from './http/webhook-metrics.ts';
import { mutatePath, validatePath } from './webhook-paths.ts';
import { createWebhookServer, type WebhookServerOptions } from './webhook-server.ts';

let directory: string;
let [server, client, other]: SelfSignedCertificate[] = [];
const path = validatePath(widgets);
const headers = { 'content-type': 'application/json' };
const review = (object: unknown): string =>
  JSON.stringify({
    kind: 'AdmissionReview',
    apiVersion: 'admission.k8s.io/v1',
    request: { uid: 'u', operation: 'CREATE', namespace: 'default', name: 'w', userInfo: { username: 'eve' }, object },
  });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kb-webhooks-'));
  [server, client, other] = await Promise.all(
    (['server', 'client', 'client'] as const).map((usage) =>
      createSelfSignedCertificate({ usage, now: systemClock.now() }),
    ),
  );
  await writeFile(join(directory, 'tls.crt'), server!.cert);
  await writeFile(join(directory, 'tls.key'), server!.key);
  await writeFile(join(directory, 'ca.crt'), client!.ca);
});

afterAll(() => rm(directory, { recursive: true }));

test('paths are those of kubebuilder', () => {
  expect(mutatePath({ group: 'batch.example.com', version: 'v1', kind: 'CronJob' })).toBe(
    '/mutate-batch-example-com-v1-cronjob',
  );
  expect(validatePath({ group: '', version: 'v1', kind: 'Pod' })).toBe('/validate--v1-pod');
  const custom = webhookFor(widgets).validates({}, { path: '/custom-validate/widget_1' });
  expect(custom.admission.map((webhook) => webhook.path)).toEqual(['/custom-validate/widget_1']);
  for (const bad of ['no-slash', '/a b', '/a//b', '/a/', '']) {
    expect(() => webhookFor(widgets).defaults(() => undefined, { path: bad })).toThrow(`"${bad}" is invalid`);
  }
});

test('duplicate paths, webhooks and converters are an error', () => {
  const clock = createVirtualClock();
  const webhooks = [webhookFor(widgets).validates({})];
  expect(() => createWebhookServer({ clock, webhooks: [...webhooks, ...webhooks] })).toThrow(
    `the webhook path ${path} is registered already`,
  );
  expect(() => webhookFor(widgets).validates({}).validates({})).toThrow('Widget has two validating webhooks');
  const converter = hubSpokeConverter(widgets, []);
  const converts = webhookFor(widgets).converts(converter);
  expect(() => createWebhookServer({ clock, webhooks: [converts, converts] })).toThrow(
    'a converter for Widget.test.example.com is registered already',
  );
  expect(() => webhookFor({ ...widgets, kind: 'Rack' }).converts(converter)).toThrow('cannot convert Rack');
  expect(createWebhookServer({ clock, webhooks: [converts] }).paths()).toEqual(['/convert']);
});

test('a HEAD request learns whether a path is served, and nothing is logged', async () => {
  const { log, lines } = recordingLogger();
  const { transport } = createWebhookServer({
    clock: createVirtualClock(),
    webhooks: [webhookFor(widgets).validates({})],
    log,
  });
  lines.length = 0;
  const statusOf = async (asked: string): Promise<number> =>
    (await transport.send({ method: 'HEAD', path: asked, headers: {} })).status;
  expect([await statusOf(path), await statusOf('/other')]).toEqual([200, 404]);
  expect(lines).toEqual([]);
});

test('requests are counted by path and status, and log lines have their values', async () => {
  const clock = createVirtualClock();
  const counts: unknown[] = [];
  const metrics: WebhookMetrics = {
    register: (webhook) => counts.push(['register', webhook]),
    begin: (webhook) => {
      counts.push(['begin', webhook]);
      return { end: (code, seconds) => counts.push(['end', code, seconds]) };
    },
    admissionPanic: () => counts.push('panic'),
    conversionPanic: () => counts.push('conversion panic'),
  };
  const { log, lines } = recordingLogger();
  const webhooks = [
    webhookFor(widgets).validates({
      create: async (_widget, context) => {
        context.log.info('Looking');
        await clock.sleep(250);
        throw new TypeError('a bug');
      },
    }),
  ];
  const { transport } = createWebhookServer({ clock, log, metrics, webhooks });
  const body = new TextEncoder().encode(review({ kind: 'Widget', apiVersion: 'test.example.com/v1' }));
  const answer = transport.send({ method: 'POST', path: `${path}?timeout=10s`, headers, body });
  await clock.advance(250);
  expect((await answer).status).toBe(200);
  expect((await transport.send({ method: 'POST', path: '/other', headers })).status).toBe(404);
  expect(counts).toEqual([['register', path], ['begin', path], 'panic', ['end', 200, 0.25]]);
  const looking = lines.find(({ message }) => message === 'Looking');
  expect(looking?.values).toEqual({
    webhookGroup: 'test.example.com',
    webhookKind: 'Widget',
    Widget: { namespace: 'default', name: 'w' },
    namespace: 'default',
    name: 'w',
    resource: { group: '', version: '', resource: '' },
    user: 'eve',
    requestID: 'u',
  });
});

test('a failing handler of a path responds with 500, and is counted', async () => {
  const codes: number[] = [];
  const metrics = {
    register: () => undefined,
    begin: () => ({ end: (code: number) => codes.push(code) }),
    admissionPanic: () => undefined,
    conversionPanic: () => undefined,
  };
  const { register, transport } = createWebhookServer({ clock: createVirtualClock(), metrics });
  register('/own', () => Promise.reject(new Error('no')));
  expect((await transport.send({ method: 'POST', path: '/own', headers })).status).toBe(500);
  expect(codes).toEqual([500]);
});

/** Node's error for a handshake that the server ends. */
const refused = /socket hang up|ECONNRESET|EPIPE|alert|handshake/;

/** Serves on loopback while a test runs. */
async function serving(options: Partial<WebhookServerOptions>, run: (port: number) => Promise<void>): Promise<void> {
  const webhookServer = createWebhookServer({
    clock: systemClock,
    address: '127.0.0.1:0',
    certDir: directory,
    webhooks: [webhookFor(widgets).validates({})],
    ...options,
  });
  expect(() => webhookServer.startedCheck()).toThrow('webhook server has not been started yet');
  const stopping = new AbortController();
  const running = webhookServer.start(stopping.signal);
  await webhookServer.ready();
  expect(webhookServer.startedCheck()).toBeUndefined();
  try {
    await run(webhookServer.address()?.port ?? 0);
  } finally {
    stopping.abort();
    await running;
  }
  expect(() => webhookServer.startedCheck()).toThrow('webhook server has not been started yet');
  await expect(webhookServer.start(stopping.signal)).rejects.toThrow('was started already');
}

/** Returns what a client over HTTPS gets; rejects when the connection fails. */
function ask(
  port: number,
  { body, ...options }: Partial<HttpRequest> & { cert?: string; key?: string },
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = sendHttps(
      { host: '127.0.0.1', port, path, method: 'POST', headers, ca: server!.ca, agent: false, ...options },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    request.once('error', reject);
    request.end(body);
  });
}

test('it serves over HTTPS, from files, and stops', async () => {
  await serving({}, async (port) => {
    const good = await ask(port, { body: Buffer.from(review({ kind: 'Widget' })) });
    expect(good).toEqual({
      status: 200,
      text: '{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","response":{"uid":"u","allowed":true,"status":{"metadata":{},"code":200}}}\n',
    });
    const large = await ask(port, { body: Buffer.alloc(MAX_ADMISSION_BODY + 1, ' ') });
    expect(large.text).toContain('"code":413');
    expect((await ask(port, {})).text).toContain('request body is empty');
  });
});

test('clients must have a certificate of the authorities that are in the file now', async () => {
  await serving({ clientCaName: 'ca.crt', certPollInterval: 20 }, async (port) => {
    const body = Buffer.from(review({ kind: 'Widget' }));
    await expect(ask(port, { body })).rejects.toThrow(refused);
    const { cert, key } = client!;
    expect((await ask(port, { body, cert, key })).status).toBe(200);
    await expect(ask(port, { body, cert: other!.cert, key: other!.key })).rejects.toThrow(refused);
    await writeFile(join(directory, 'ca.crt'), other!.ca);
    await expect
      .poll(() =>
        ask(port, { body, cert: other!.cert, key: other!.key }).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    await expect(ask(port, { body, cert, key })).rejects.toThrow(refused);
  });
});

test('unusable certificates end the start, and reject `ready`', async () => {
  const clock = systemClock;
  const without = createWebhookServer({ clock, certDir: join(directory, 'nowhere') });
  await expect(without.start(new AbortController().signal)).rejects.toThrow(/tls\.crt cannot be read/);
  await expect(without.ready()).rejects.toMatchObject({ name: 'CertificateError' });
  await serving({}, async (port) => {
    const taken = createWebhookServer({ clock, address: `127.0.0.1:${port}`, certificates: fixedSource(server!) });
    await expect(taken.start(new AbortController().signal)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
