import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { request } from 'node:https';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { testFolder } from '../testing/run-kb.ts';

test.each([
  [
    'an address that is open to others',
    ['--host', '0.0.0.0'],
    1,
    'KB_NOT_LOOPBACK: the embedded API server does not listen on 0.0.0.0 without authentication and TLS',
  ],
  [
    'the same with tokens alone',
    ['--host', '0.0.0.0', '--token-file', 'tokens.csv'],
    1,
    'does not listen on 0.0.0.0 without TLS',
  ],
  ['a file of tokens that is not there', ['--token-file', 'none.csv'], 1, 'none.csv'],
  ['a file of tokens that is none', ['--token-file', 'bad.csv'], 1, 'KB_TOKEN_FILE_INVALID'],
])('%s is refused', async (_, flags, code, message) => {
  using folder = testFolder();
  folder.write('tokens.csv', 'secret,ann,u\n');
  folder.write('bad.csv', 'secret\n');
  const run = await folder.kb('api-server', ...flags);
  expect(run.code).toBe(code);
  expect(run.err).toContain(message);
  expect(run.err).not.toContain('secret');
});

test('--tls: a kubeconfig for its owner alone, with which one gets in, and without which one does not', async () => {
  using folder = testFolder();
  const file = path.join(folder.path, 'kubeconfig');
  const launcher = fileURLToPath(new URL('../../bin/kb.js', import.meta.url));
  const flags = ['api-server', '--tls', '--no-workloads', '--kubeconfig', file];
  const child = spawn(process.execPath, ['--conditions=@kb/source', launcher, ...flags], { cwd: folder.path });
  try {
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    await expect.poll(() => out).toContain('kubectl --kubeconfig');
    expect(out).toMatch(/Embedded API server on https:\/\/127\.0\.0\.1:\d+ /);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const config = parse(readFileSync(file, 'utf8'));
    const { server, 'certificate-authority-data': authority } = config.clusters[0].cluster;
    const { token } = config.users[0].user;
    const ca = Buffer.from(authority, 'base64').toString();
    expect(out).not.toContain(token);
    const statusWith = (authorization: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const asked = request(`${server}/api/v1/namespaces`, { ca, headers: { authorization } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        asked.on('error', reject).end();
      });
    expect([await statusWith(`Bearer ${token}`), await statusWith('Bearer other'), await statusWith('')]).toEqual([
      200, 401, 403,
    ]);
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
});
