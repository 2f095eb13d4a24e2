import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { freePort } from '../test-support/free-port.ts';
import { type TestFolder, testFolder } from '../test-support/run-kb.ts';

const repository = fileURLToPath(new URL('../../../..', import.meta.url));

/** What npm would install: links to this repository, and to the project's own packages. */
function install(folder: TestFolder): void {
  const link = (to: string, name: string): void => {
    const place = path.join(folder.path, 'node_modules', name);
    mkdirSync(path.dirname(place), { recursive: true });
    symlinkSync(to, place);
  };
  for (const name of readdirSync(path.join(repository, 'node_modules/@kb')))
    link(path.join(repository, 'node_modules/@kb', name), `@kb/${name}`);
  for (const name of ['api', 'client']) link(path.join(folder.path, 'packages', name), `@shop/${name}`);
}

/** Runs `kb dev --once` as a user does, with a temporary folder of its own. Returns what it printed. */
async function devOnce(
  folder: TestFolder,
): Promise<{ readonly code: number; readonly out: string; readonly left: string[] }> {
  const launcher = path.join(repository, 'packages/cli/bin/kb.js');
  const temporary = path.join(folder.path, 'tmp');
  mkdirSync(temporary, { recursive: true });
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(process.execPath, ['--conditions=@kb/source', launcher, 'dev', '--once'], {
    cwd: folder.path,
    env: { ...process.env, WEBHOOK_BIND_ADDRESS: address, TMPDIR: temporary, NODE_OPTIONS: '', LOG_FORMAT: 'text' },
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (out += chunk.toString()));
  const code = await new Promise<number>((resolve) => child.once('close', (ended) => resolve(ended ?? 1)));
  return { code, out, left: readdirSync(temporary) };
}

async function succeed(folder: TestFolder, ...args: string[]): Promise<void> {
  const { code, err } = await folder.kb(...args);
  expect(err).toBe('');
  expect(code).toBe(0);
}

const marker = (type: string, path: string): string =>
  `// +kubebuilder:webhook:path=${path},mutating=${type === 'mutating'},failurePolicy=fail,sideEffects=None,groups=shop.example.com,resources=shops,verbs=create;update,versions=v1,name=${type[0] ?? ''}shop.kb.io,admissionReviewVersions=v1\n`;

const webhooks = `import { shops } from '@shop/client/shop/v1';
import { webhookFor } from '@kb/runtime/webhook';

${marker('mutating', '/mutate-shop-example-com-v1-shop')}${marker('validating', '/validate-shop-example-com-v1-shop')}
export const shopWebhooks = webhookFor(shops)
  .defaults((shop) => (shop.spec.foo === undefined ? { ...shop, spec: { ...shop.spec, foo: 'default' } } : undefined))
  .validates({
    create: (shop) => {
      if (shop.spec.foo === 'bad') throw new Error('foo is bad');
    },
  });
`;

const main = (list: string, imports: string): string => `import { runManager } from '@kb/runtime';
import { controllers } from './controllers.ts';
${imports}
process.exitCode = await runManager({ controllers, webhooks: [${list}], leaderElectionId: 'shop.example.com' });
`;

const importWebhooks = "import { shopWebhooks } from './shop.webhook.ts';";

const story = `import { shops } from '@shop/client/shop/v1';
import { defineStory } from '@kb/testing';

export const story = defineStory([
  {
    name: 'a Shop gets its default',
    async run({ client }) {
      const shop = await client.create(shops, { metadata: { name: 'a', namespace: 'default' }, spec: {} });
      if (shop.spec.foo !== 'default') throw new Error(JSON.stringify(shop.spec));
    },
  },
  {
    name: 'a bad Shop is refused',
    async run({ client }) {
      const refused = await client.create(shops, { metadata: { name: 'b', namespace: 'default' }, spec: { foo: 'bad' } }).catch((error: Error) => error.message);
      if (refused !== 'admission webhook "vshop.kb.io" denied the request: foo is bad') throw new Error(String(refused));
    },
  },
]);
`;

/** A project with a kind and webhooks that were written by hand. */
async function project(): Promise<TestFolder> {
  const folder = testFolder();
  await succeed(folder, 'init', '--domain', 'example.com');
  await succeed(folder, 'create', 'api', '--group', 'shop', '--version', 'v1', '--kind', 'Shop');
  install(folder);
  folder.write('packages/controller/src/shop.webhook.ts', webhooks);
  folder.write('packages/controller/src/main.ts', main('shopWebhooks', importWebhooks));
  folder.write('packages/controller/src/story.ts', story);
  return folder;
}

test('calls the webhooks of the operator, and leaves nothing behind', { timeout: 120_000 }, async () => {
  using folder = await project();
  const { code, out, left } = await devOnce(folder);
  expect(out).toContain('All 2 steps observed');
  expect(code).toBe(0);
  expect(out).toMatch(
    /Webhooks {4}mutating-webhook-configuration, validating-webhook-configuration, served at https:\/\/127\.0\.0\.1:\d+/,
  );
  // Asking whether the operator serves its webhooks leaves nothing in its log.
  expect(out).not.toContain('Bad admission request');
  expect(left).toEqual([]);
  expect(existsSync(path.join(folder.path, '.kb/kubeconfig'))).toBe(false);
  expect(folder.read('config/webhook/manifests.yaml')).not.toContain('caBundle');
});

test('names a path that the operator does not serve', { timeout: 120_000 }, async () => {
  using folder = await project();
  folder.edit('packages/controller/src/shop.webhook.ts', '/validate-shop-example-com-v1-shop', '/validate-other');
  const { code, out, left } = await devOnce(folder);
  expect(code).toBe(1);
  expect(out).toContain(
    'config/webhook/manifests.yaml: vshop.kb.io calls /validate-other, and the operator serves nothing there',
  );
  expect(left).toEqual([]);
});

const converted = `import { shops } from '@shop/client/shop/v1';
import { shops as shopsV2 } from '@shop/client/shop/v2';
import { hubSpokeConverter, spoke, webhookFor } from '@kb/runtime/webhook';

export const conversion = webhookFor(shopsV2).converts(
  hubSpokeConverter(shopsV2, [
    spoke(shops, {
      toHub: ({ spec, ...shop }) => ({ ...shop, ...(spec && { spec: { bar: spec.foo } }) }),
      fromHub: ({ spec, ...shop }) => ({ ...shop, ...(spec && { spec: { foo: spec.bar } }) }),
    }),
  ]),
);
`;

const conversionStory = `import { shops } from '@shop/client/shop/v1';
import { shops as shopsV2 } from '@shop/client/shop/v2';
import { defineStory } from '@kb/testing';

export const story = defineStory([
  {
    name: 'a Shop is converted',
    async run({ client }) {
      await client.create(shops, { metadata: { name: 'a', namespace: 'default' }, spec: { foo: 'x' } });
      const shop = await client.get(shopsV2, 'default/a');
      if (shop.spec.bar !== 'x') throw new Error(JSON.stringify(shop.spec));
    },
  },
]);
`;

const patch = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: shops.shop.example.com
  annotations:
    cert-manager.io/inject-ca-from: shop-system/shop-serving-cert
spec:
  conversion:
    strategy: Webhook
    webhook:
      clientConfig:
        service:
          namespace: system
          name: webhook-service
          path: /convert
      conversionReviewVersions:
      - v1
`;

test('converts between two versions of a kind', { timeout: 120_000 }, async () => {
  using folder = await project();
  const root = '// +kubebuilder:object:root=true';
  folder.edit('packages/api/src/shop/v1/shop.types.ts', root, `${root}\n// +kubebuilder:storageversion`);
  await succeed(folder, 'create', 'api', '--group', 'shop', '--version', 'v2', '--kind', 'Shop', '--no-controller');
  folder.edit('packages/api/src/shop/v2/shop.types.ts', 'foo?: string', 'bar?: string');
  folder.write('packages/controller/src/shop.webhook.ts', converted);
  folder.write(
    'packages/controller/src/main.ts',
    main('conversion', "import { conversion } from './shop.webhook.ts';"),
  );
  folder.write('packages/controller/src/story.ts', conversionStory);
  folder.write('config/crd/patches/webhook_in_shops.yaml', patch);
  const kustomization = 'config/crd/kustomization.yaml';
  folder.write(kustomization, `${folder.read(kustomization)}patches:\n- path: patches/webhook_in_shops.yaml\n`);
  const { code, out, left } = await devOnce(folder);
  expect(out).toContain('All 1 steps observed');
  expect(code).toBe(0);
  expect(left).toEqual([]);
});
