import { createPublicKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readAuthority, writeCredentials } from './credentials.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'kb-credentials-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

test('secrets are new each time, match each other, and are readable only by the owner', async () => {
  const credentials = await writeCredentials(directory);
  const { tokenFile, serviceAccountKeyFile, serviceAccountPublicKeyFile } = credentials;
  for (const file of [tokenFile, serviceAccountKeyFile, serviceAccountPublicKeyFile]) {
    expect(statSync(file).mode & 0o777).toBe(0o600);
  }
  expect(readFileSync(tokenFile, 'utf8').split('\n')[0]).toBe(`${credentials.adminToken},admin,admin,"system:masters"`);
  const derived = createPublicKey(readFileSync(serviceAccountKeyFile)).export({ type: 'spki', format: 'pem' });
  expect(derived).toBe(readFileSync(serviceAccountPublicKeyFile, 'utf8'));
  const again = await writeCredentials(directory);
  expect(new Set([again.adminToken, again.controllerManagerToken, credentials.adminToken]).size).toBe(3);
});

test('the authority is the certificate that may sign, once the file is complete', async () => {
  const pair = readFileSync(new URL('testdata/serving-and-authority.crt', import.meta.url), 'utf8');
  const file = join(directory, 'apiserver.crt');
  expect(await readAuthority(file)).toBeUndefined();
  for (const part of [0, 10, pair.length / 2, pair.length - 5]) {
    writeFileSync(file, pair.slice(0, part));
    expect(await readAuthority(file)).toBeUndefined();
  }
  writeFileSync(file, pair);
  expect(new X509Certificate((await readAuthority(file)) ?? '').subject).toBe('CN=test-ca');
});
