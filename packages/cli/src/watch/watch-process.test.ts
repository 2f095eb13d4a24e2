import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createApiServer } from '@kb/apiserver';
import { createClient, systemClock, systemRandom } from '@kb/client';
import { configMaps } from '@kb/kubernetes/core/v1';
import { expect, test } from 'vitest';
import { testFolder } from '../test-support/run-kb.ts';

test.each([
  ['nothing to watch', [], 'KB_WRONG_FLAGS: "kb watch" needs a resource'],
  ['an unknown format', ['pods', '-o', 'yaml'], '--output is text or json, not "yaml"'],
  ['a namespace and all of them', ['pods', '-n', 'a', '-A'], 'exclude each other'],
])('refuses %s', async (_, flags, message) => {
  using folder = testFolder();
  const { code, err } = await folder.kb('watch', ...flags);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});

test('exits with 0 after Ctrl-C', async () => {
  const server = createApiServer({ clock: systemClock, random: systemRandom });
  const listener = await server.listen({ port: 0 });
  using folder = testFolder();
  folder.write('kubeconfig', listener.kubeconfig());
  const client = createClient({ transport: server.transport, clock: systemClock });
  await client.create(configMaps, { metadata: { name: 'one', namespace: 'default' } });
  const launcher = fileURLToPath(new URL('../../bin/kb.js', import.meta.url));
  const flags = ['watch', 'cm', '--kubeconfig', 'kubeconfig', '--field-selector', 'metadata.name=one'];
  const child = spawn(process.execPath, ['--conditions=@kb/source', launcher, ...flags], { cwd: folder.path });
  try {
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    await expect.poll(() => out).toBe('ConfigMap added: default/one\n');
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect([out, err]).toEqual(['ConfigMap added: default/one\n', '']);
  } finally {
    child.kill('SIGKILL');
    await listener.close();
    await server.stop();
  }
});
