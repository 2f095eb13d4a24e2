import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { validatingWebhookConfigurations } from '@kb/kubernetes/admissionregistration/v1';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../test-support/free-port.ts';
import { expectNothingLeft } from '../test-support/left-behind.ts';
import { type TestFolder, testFolder } from '../test-support/run-kb.ts';
import { linkPackages, type RunningDev, runningDev } from '../test-support/running-dev.ts';
import { type EmbeddedCluster, startEmbeddedCluster } from './cluster/embedded-cluster.ts';

let folder: TestFolder;
let cluster: EmbeddedCluster;
beforeAll(async () => {
  folder = testFolder();
  const kind = ['--group', 'shop', '--version', 'v1', '--kind', 'Shop'];
  await folder.kb('init', '--domain', 'example.com');
  await folder.kb('create', 'api', ...kind);
  await folder.kb('create', 'webhook', ...kind, '--programmatic-validation');
  await folder.kb('generate');
  linkPackages(folder, 'shop');
  cluster = await startEmbeddedCluster({ port: 0, workloads: false, onNotEnforced: () => undefined });
});
afterAll(async () => {
  await cluster.stop();
  folder[Symbol.dispose]();
});

/** A cluster that does not answer some requests. */
interface SlowCluster {
  readonly origin: string;
  /** Resolves with the first request that is not answered. */
  readonly unanswered: Promise<string>;
  /** Ends all connections, and accepts no other. */
  readonly end: () => void;
}

/** Starts a proxy of the cluster that leaves requests with this method and path without an answer. */
async function slowCluster(isLeft: RegExp): Promise<SlowCluster> {
  const unanswered = Promise.withResolvers<string>();
  const server: Server = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    if (isLeft.test(`${method} ${url}`)) return unanswered.resolve(`${method} ${url}`);
    const passed = request(new URL(url, cluster.url), { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    // Either side may end first.
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const end = (): void => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(end);
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, unanswered: unanswered.promise, end };
}

/** Interrupts `kb dev --context` at a moment, and checks that nothing is left here, and no webhook in the cluster. */
async function expectNothingLeftAt(
  at: (dev: RunningDev, slow: SlowCluster) => Promise<unknown>,
  isLeft = /^NONE/,
): Promise<void> {
  const slow = await slowCluster(isLeft);
  folder.write('cluster.kubeconfig', cluster.kubeconfig.replace(cluster.url, slow.origin));
  const address = `127.0.0.1:${await freePort()}`;
  const flags = ['--kubeconfig', 'cluster.kubeconfig', '--context', 'kb', '--webhook-address', address, '--samples'];
  await using dev = runningDev(folder, ...flags);
  await at(dev, slow);
  await expectNothingLeft(dev, folder);
  expect((await cluster.client.list(validatingWebhookConfigurations)).items).toEqual([]);
}

test.each<[string, RegExp]>([
  ['the cluster does not answer', /./],
  ['it is asked whether the operator runs there', /^GET .*deployments/],
  ['definitions are applied', /^PATCH .*customresourcedefinitions/],
  ['definitions are about to be served', /^GET .*customresourcedefinitions.*watch=/],
  ['samples are applied', /^PATCH .*\/shops/],
  ['webhook configurations are applied', /^PATCH .*webhookconfigurations/],
])('Ctrl-C leaves nothing when %s, and it takes its time', async (_, isLeft) => {
  await expectNothingLeftAt((_dev, slow) => slow.unanswered, isLeft);
});

test.each<[string, (dev: RunningDev) => Promise<unknown>]>([
  ['the cluster is known', (dev) => dev.next('cluster')],
  ['the operator starts', (dev) => dev.next('operator-started')],
  ['webhooks are called', (dev) => dev.next('webhooks-applied')],
])('Ctrl-C leaves nothing when %s', async (_, at) => {
  await expectNothingLeftAt(at);
});

test('Ctrl-C leaves nothing when the cluster is gone, and says what it may still call', async () => {
  const slow = await slowCluster(/^NONE/);
  folder.write('cluster.kubeconfig', cluster.kubeconfig.replace(cluster.url, slow.origin));
  const address = `127.0.0.1:${await freePort()}`;
  await using dev = runningDev(folder, '--kubeconfig', 'cluster.kubeconfig', '--webhook-address', address);
  const { names } = await dev.next('webhooks-applied');
  slow.end();
  await expectNothingLeft(dev, folder);
  expect(dev.has('notice', ({ text }) => text.includes(`may still call this machine, because of`))).toBe(true);
  expect(dev.has('notice', ({ text }) => text.includes(names[0] ?? 'none'))).toBe(true);
});

test('Ctrl-C leaves nothing when a credential plugin never answers', async () => {
  folder.write(
    'plugin.cjs',
    "require('node:fs').writeFileSync(process.argv[2], ''); setInterval(() => undefined, 1e9);",
  );
  const [script, began] = ['plugin.cjs', 'plugin-began'].map((name) => path.join(folder.path, name));
  const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: process.execPath, args: [script, began] };
  const kubeconfig = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'kb', cluster: { server: cluster.url } }],
    users: [{ name: 'kb', user: { exec: { ...exec, interactiveMode: 'Never' } } }],
    contexts: [{ name: 'kb', context: { cluster: 'kb', user: 'kb' } }],
    'current-context': 'kb',
  };
  folder.write('cluster.kubeconfig', JSON.stringify(kubeconfig));
  await using dev = runningDev(folder, '--kubeconfig', 'cluster.kubeconfig', '--context', 'kb');
  await expect.poll(() => existsSync(began ?? '')).toBe(true);
  await expectNothingLeft(dev, folder);
});
