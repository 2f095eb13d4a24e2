import { configMaps, secrets } from '@kb/kubernetes/core/v1';
import { controllerFor } from '@kb/runtime';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestEnvironment, MissingPermissionError, type TestEnvironmentOptions } from '../index.ts';
import { RECORDS_VARIABLE } from './permission-records.ts';

// These tests are not reported: their operators are to be refused.
beforeEach(() => vi.stubEnv(RECORDS_VARIABLE, ''));
afterEach(() => vi.unstubAllEnvs());

const rbac = fileURLToPath(new URL('../testdata/rbac', import.meta.url));

/** A controller that does something for each ConfigMap, and hides its errors. */
const hiding = (work: Parameters<ReturnType<typeof controllerFor>['reconcile']>[0]) =>
  controllerFor(configMaps).reconcile(async (context) => {
    await work(context);
  });

const readsSecrets = hiding(async ({ client }) => {
  await client.get(secrets, 'default/none').catch(() => undefined);
});

async function failureOf(run: () => Promise<void>): Promise<unknown> {
  return run().then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Runs an operator until it has seen a ConfigMap. */
async function runWith(options: TestEnvironmentOptions): Promise<void> {
  await using env = await createTestEnvironment({ rbac, ...options });
  await env.client.create(configMaps, { metadata: { name: 'a', namespace: 'default' } });
  await env.advance(1000);
}

test('a request that the role does not allow fails the test, even if the operator hides the error', async () => {
  const error = await failureOf(() => runWith({ controllers: [readsSecrets] }));
  expect(error).toBeInstanceOf(MissingPermissionError);
  expect(error).toMatchObject({
    code: 'KB_PERMISSION_MISSING',
    markers: ['// +kubebuilder:rbac:groups="",resources=secrets,verbs=get'],
    message: `the role of the operator (system/controller-manager) does not allow:
  get secrets "none" in default
Write to the controller, and run \`npx kb generate\`:
  // +kubebuilder:rbac:groups="",resources=secrets,verbs=get`,
  });
});

test('a test that waits fails with the marker, not with what it waited for', async () => {
  const error = await failureOf(async () => {
    await using env = await createTestEnvironment({ rbac, controllers: [readsSecrets] });
    await env.client.create(configMaps, { metadata: { name: 'a', namespace: 'default' } });
    await env.eventually(() => expect.fail('never'));
  });
  expect(error).toMatchObject({ code: 'KB_PERMISSION_MISSING', cause: { message: expect.stringContaining('never') } });
});

test('a cache that may not be filled fails the start with the marker', async () => {
  const error = await failureOf(() =>
    runWith({ controllers: [controllerFor(secrets).reconcile(async () => undefined)] }),
  );
  expect(error).toMatchObject({ markers: ['// +kubebuilder:rbac:groups="",resources=secrets,verbs=list;watch'] });
});

test('an apply that creates its object needs the permission to create, and one to block its owner', async () => {
  const applies = controllerFor(configMaps).reconcile(async ({ client, key }) => {
    const owner = client.cached(configMaps).get(key);
    if (!owner || owner.metadata.name !== 'a') return;
    await client.apply(configMaps, { metadata: { name: 'b', namespace: 'default' } }, { controlledBy: owner });
  });
  const error = await failureOf(() => runWith({ controllers: [applies] }));
  expect(error).toMatchObject({
    markers: [
      '// +kubebuilder:rbac:groups="",resources=configmaps,verbs=list;watch;create;patch',
      '// +kubebuilder:rbac:groups="",resources=configmaps/finalizers,verbs=update',
    ],
  });
});

test('the client of the test, and an operator without an account, may do everything', async () => {
  await expect(failureOf(() => runWith({ controllers: [readsSecrets], rbac: false }))).resolves.toBeUndefined();
});
