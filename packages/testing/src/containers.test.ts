import type { Pod } from '@kb/kubernetes/core/v1';
import { pods } from '@kb/kubernetes/core/v1';
import { expect, onTestFinished, test } from 'vitest';
import { createTestEnvironment, type TestEnvironment } from './test-environment.ts';

/** Starts an environment with a Pod that runs. */
async function running(): Promise<TestEnvironment> {
  const env = await createTestEnvironment({
    images: {
      'web:*': {
        logs: ['starting', 'ready'],
        exec: async ({ command, stdin, stdout, stderr }) => {
          if (command[0] === 'fail') {
            await stderr(Buffer.from('no'));
            return 3;
          }
          for await (const bytes of stdin) await stdout(bytes);
          return 0;
        },
      },
    },
  });
  onTestFinished(() => env.stop());
  await env.client.create(pods, {
    metadata: { name: 'web', namespace: 'default' },
    spec: { containers: [{ name: 'app', image: 'web:1' }] },
  });
  const isRunning = (pod: Pod): boolean => pod.status?.phase === 'Running';
  await env.eventually(async () => expect(isRunning(await env.client.get(pods, 'default/web'))).toBe(true));
  return env;
}

test('a client reads logs of simulated containers, and runs commands in them', async () => {
  const { client } = await running();
  expect(await client.logs('default/web').text()).toBe('starting\nready\n');
  expect(await client.exec('default/web', { command: ['cat'], stdin: 'hello' })).toEqual({
    exitCode: 0,
    stdout: 'hello',
    stderr: '',
  });
  expect(await client.exec('default/web', { command: ['fail'] })).toEqual({ exitCode: 3, stdout: '', stderr: 'no' });
  await expect(client.exec('default/none', { command: ['x'] })).rejects.toMatchObject({ status: { code: 404 } });
});
