import { createVirtualClock } from '@kb/apimachinery';
import { deployments } from '@kb/kubernetes/apps/v1';
import { resourceQuotas } from '@kb/kubernetes/core/v1';
import { createTestEnvironment, type ImageBehaviors, type TestEnvironment, whileTimePasses } from '@kb/testing';
import { expect, test } from 'vitest';
import { waitForRollout } from './wait-for-rollout.ts';

const images: ImageBehaviors = {
  'example.com/missing:*': { pullError: 'not found' },
  'example.com/crashes:*': { exitCode: 3, exitAfterMs: 0, logs: ['cannot read the configuration'] },
  'example.com/slow:*': { unready: true },
};

async function create(env: TestEnvironment, image: string): Promise<{ namespace: string; name: string }> {
  const key = { namespace: env.namespace, name: 'manager' };
  const labels = { app: 'manager' };
  await env.client.create(deployments, {
    metadata: key,
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'manager', image }] } },
    },
  });
  return key;
}

/** Waits for the rollout of a Deployment with this image, and returns what was said. */
async function rollout(image: string, prepare: (env: TestEnvironment) => Promise<unknown> = async () => undefined) {
  const clock = createVirtualClock();
  await using env = await createTestEnvironment({ images, clock });
  await prepare(env);
  const key = await create(env, image);
  const said: string[] = [];
  const options = {
    clock,
    timeout: 60_000,
    say: (line: string) => void said.push(line.replaceAll(env.namespace, 'NS')),
  };
  const failure = await whileTimePasses(clock, async () => waitForRollout(env.client, key, options)).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { said, failure };
}

test('ends when all Pods are available', async () => {
  const { said, failure } = await rollout('example.com/good:v1');
  expect(failure).toBeUndefined();
  expect(said.at(-1)).toBe('Deployment NS/manager: 2 of 2 Pods are available');
});

test.each([
  [
    'an image that does not exist',
    'example.com/missing:v1',
    /image example\.com\/missing:v1: (?:ErrImagePull|ImagePullBackOff)/,
  ],
  [
    'a container that crashes',
    'example.com/crashes:v1',
    /ended with exit code 3\n(?:.*\n)*? {2}\| cannot read the configuration/,
  ],
  ['Pods that are never ready', 'example.com/slow:v1', /0 of 2 Pods are available/],
])('names the cause after the timeout: %s', async (_what, image, cause) => {
  const { failure } = await rollout(image);
  expect(failure).toMatchObject({
    code: 'KB_ROLLOUT_FAILED',
    message: expect.stringMatching(cause),
    hint: expect.stringContaining('kubectl describe pods'),
  });
});

test('names the quota that lets no Pod be created', async () => {
  const { failure } = await rollout('example.com/good:v1', async ({ client, namespace, eventually }) => {
    const metadata = { namespace, name: 'none' };
    await client.create(resourceQuotas, { metadata, spec: { hard: { pods: '0' } } });
    await eventually(async () => {
      expect((await client.get(resourceQuotas, metadata)).status?.hard).toEqual({ pods: '0' });
    });
  });
  expect(failure).toMatchObject({ message: expect.stringContaining('exceeded quota: none') });
});
