import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { kubeconfig, writeKubeconfig } from './kubeconfig.ts';

const server = 'https://127.0.0.1:1234';

test('a kubeconfig carries the authority and the token', () => {
  expect(kubeconfig({ server, caPem: 'PEM', user: { token: 'secret' } })).toBe(`apiVersion: v1
kind: Config
current-context: kb-control-plane
clusters:
- name: kb-control-plane
  cluster:
    server: "https://127.0.0.1:1234"
    certificate-authority-data: UEVN
users:
- name: kb-control-plane
  user:
    token: "secret"
contexts:
- name: kb-control-plane
  context: { cluster: kb-control-plane, user: kb-control-plane, namespace: "default" }
`);
});

test('a kubeconfig that impersonates, with names that YAML would not read as strings', () => {
  const user = { token: 'secret', as: 'system:serviceaccount:a:b', asGroups: ['yes', 'a"b\n- c'] };
  const text = kubeconfig({ server, caPem: 'PEM', user, namespace: '123' });
  expect(text).toContain('    as: "system:serviceaccount:a:b"\n    as-groups: ["yes", "a\\"b\\n- c"]\n');
  expect(text).toContain('namespace: "123"');
});

test('only the owner can read the file', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'kb-kubeconfig-'));
  try {
    const file = join(directory, 'config');
    await writeKubeconfig(file, { server, caPem: 'PEM', user: { token: 'secret' } });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
