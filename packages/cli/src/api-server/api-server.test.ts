import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { request as secureRequest } from 'node:https';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { testFolder } from '../test-support/run-kb.ts';

test.each([
  [
    'an address that is open to others',
    ['--host', '0.0.0.0', '--insecure-http'],
    1,
    'KB_NOT_LOOPBACK: the embedded API server does not listen on 0.0.0.0 without authentication and TLS',
  ],
  [
    'the same with tokens alone',
    ['--host', '0.0.0.0', '--insecure-http', '--token-file', 'tokens.csv'],
    1,
    'does not listen on 0.0.0.0 without TLS',
  ],
  ['a file of tokens that is not there', ['--token-file', 'none.csv'], 2, 'none.csv'],
  ['HTTPS and its contrary', ['--tls', '--insecure-http'], 2, '--tls and --insecure-http exclude each other'],
  [
    'an invalid host',
    ['--allowed-host', 'https://kb.example:80'],
    2,
    '--allowed-host is a host name or an address without a port, not "https://kb.example:80"',
  ],
  [
    'an unknown admission plugin',
    ['--enable-admission-plugins', 'PodSecurity,PodSecurityPolicy'],
    2,
    'KB_WRONG_FLAGS: enable-admission-plugins plugin "PodSecurityPolicy" is unknown',
  ],
  ['a misspelt admission plugin', ['--disable-admission-plugins', 'ServiceAcount'], 2, 'did you mean ServiceAccount?'],
  ['a folder of nodes', ['--nodes', '.'], 1, 'KB_NODES_INVALID'],
  ['a folder of images', ['--images', '.'], 1, 'cannot be read: it is a folder'],
  [
    'a folder as the audit log',
    ['--audit-policy-file', 'policy.yaml', '--audit-log-path', '.'],
    2,
    'cannot be written: it is a folder',
  ],
  ['an unknown mode', ['--authorization-mode', 'ABAC'], 2, 'AlwaysAllow, RBAC or Node,RBAC, not "ABAC"'],
  ['nodes without workloads', ['--nodes', '3', '--no-workloads'], 2, '--nodes needs the simulated node'],
  ['a number of nodes that is too large', ['--nodes', '100000'], 2, '--nodes takes a number from 1 to 5000, or a file'],
  ['images without a node', ['--images', 'images.yaml', '--no-workloads'], 2, '--images needs the simulated node'],
  ['RBAC without users', ['--authorization-mode', 'Node,RBAC', '--insecure-http'], 2, 'RBAC needs users'],
  ['a host with a port', ['--allowed-host', 'kb.example:80'], 2, 'without a port'],
  ['authorities over HTTP', ['--client-ca-file', 'tokens.csv', '--insecure-http'], 2, '--client-ca-file needs HTTPS'],
  ['authorities that are not', ['--client-ca-file', 'tokens.csv'], 2, '--client-ca-file: there is no certificate'],
  ['a malformed file of tokens', ['--token-file', 'bad.csv'], 1, 'KB_TOKEN_FILE_INVALID'],
])('refuses %s', async (_, flags, code, message) => {
  using folder = testFolder();
  folder.write('tokens.csv', 'secret,ann,u\n');
  folder.write('bad.csv', 'secret\n');
  folder.write('policy.yaml', 'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{ level: None }]\n');
  const run = await folder.kb('api-server', ...flags);
  expect(run.code).toBe(code);
  expect(run.err).toContain(message);
  expect(run.err).not.toContain('secret');
});

interface Running {
  readonly out: string;
  /** The status of the response to a list of namespaces, from the server of a kubeconfig. */
  readonly statusWith: (headers: Record<string, string>, file?: string) => Promise<number | undefined>;
}

/** Runs `kb api-server` in a process of its own for the duration of a test. */
async function whileRunning(
  cwd: string,
  flags: readonly string[],
  check: (running: Running) => Promise<void>,
): Promise<void> {
  const launcher = fileURLToPath(new URL('../../bin/kb.js', import.meta.url));
  const args = ['--conditions=@kb/source', launcher, 'api-server', '--no-workloads', ...flags];
  // The environment of the tests may ask for colours.
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, NO_COLOR: '1' } });
  try {
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    const last = flags.includes('--insecure-http') ? 'Embedded API server' : 'kubectl --kubeconfig';
    await expect.poll(() => out).toContain(last);
    await check({
      out,
      statusWith: (headers, file = '.kb/api-server.kubeconfig') => statusOf(path.join(cwd, file), headers),
    });
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
}

/** The server and the credentials in a kubeconfig. */
function accessOf(file: string): { server: string; ca: string | undefined; token: string | undefined } {
  const config = parse(readFileSync(file, 'utf8'));
  const { server, 'certificate-authority-data': authority } = config.clusters[0].cluster;
  const ca = authority === undefined ? undefined : Buffer.from(authority, 'base64').toString();
  return { server, ca, token: config.users[0].user.token };
}

function statusOf(file: string, headers: Record<string, string>): Promise<number | undefined> {
  const { server, ca } = accessOf(file);
  const send = server.startsWith('https') ? secureRequest : request;
  return new Promise((resolve, reject) => {
    // The Host header is not checked against the certificate.
    const options = { ca, headers, servername: 'localhost' };
    const asked = send(`${server}/api/v1/namespaces`, options, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on('error', reject).end();
  });
}

test.each([[], ['--tls']])(
  'serves HTTPS to clients with the kubeconfig, which only its owner can read (%j)',
  async (...flags) => {
    using folder = testFolder();
    const file = path.join(folder.path, 'kubeconfig');
    await whileRunning(folder.path, [...flags, '--kubeconfig', 'kubeconfig'], async ({ out, statusWith }) => {
      expect(out).toMatch(/Embedded API server on https:\/\/127\.0\.0\.1:\d+ /);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const { token = '' } = accessOf(file);
      expect(token).toMatch(/^[\da-f]{48}$/);
      expect(out).not.toContain(token);
      const authorizations = [`Bearer ${token}`, 'Bearer other', ''];
      const statuses = authorizations.map((authorization) => statusWith({ authorization }, 'kubeconfig'));
      expect(await Promise.all(statuses)).toEqual([200, 401, 403]);
    });
    expect(existsSync(file)).toBe(true);
  },
);

test('keeps the default kubeconfig in .kb, out of version control, and removes it at the end; the certificate stays', async () => {
  using folder = testFolder();
  const state = path.join(folder.path, '.kb');
  const cas: (string | undefined)[] = [];
  const tokens: (string | undefined)[] = [];
  for (let run = 0; run < 2; run += 1) {
    await whileRunning(folder.path, [], async ({ out, statusWith }) => {
      expect(out).toContain(`kubectl --kubeconfig ${path.join('.kb', 'api-server.kubeconfig')} get namespaces`);
      const file = path.join(state, 'api-server.kubeconfig');
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const { ca, token } = accessOf(file);
      cas.push(ca);
      tokens.push(token);
      expect(await statusWith({ authorization: `Bearer ${token ?? ''}` })).toBe(200);
    });
    expect(readdirSync(state).toSorted()).toEqual(['.gitignore', 'api-server.pem']);
    expect(statSync(path.join(state, 'api-server.pem')).mode & 0o777).toBe(0o600);
    expect(folder.read('.kb/.gitignore')).toBe('*\n');
  }
  expect(cas[1]).toBe(cas[0]);
  expect(tokens[1]).not.toBe(tokens[0]);
});

test('refuses requests with a foreign host or origin unless its name is allowed', async () => {
  using folder = testFolder();
  const flags = ['--allowed-host', 'kb.example', '--allowed-host', '192.0.2.1'];
  await whileRunning(folder.path, flags, async ({ statusWith }) => {
    const authorization = `Bearer ${accessOf(path.join(folder.path, '.kb/api-server.kubeconfig')).token ?? ''}`;
    const status = (headers: Record<string, string>): Promise<number | undefined> =>
      statusWith({ authorization, ...headers });
    expect(await status({ host: 'evil.example' })).toBe(403);
    expect(await status({ host: 'kb.example:8080' })).toBe(200);
    expect(await status({ host: '192.0.2.1' })).toBe(200);
    expect(await status({ origin: 'https://evil.example' })).toBe(403);
    expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403);
  });
});

test('--insecure-http serves plain HTTP without a token, but refuses foreign hosts', async () => {
  using folder = testFolder();
  const flags = ['--insecure-http', '--kubeconfig', 'kubeconfig'];
  await whileRunning(folder.path, flags, async ({ out, statusWith }) => {
    expect(out).toMatch(/Embedded API server on http:\/\/127\.0\.0\.1:\d+ .*every program on this machine/);
    await expect.poll(() => existsSync(path.join(folder.path, 'kubeconfig'))).toBe(true);
    expect(await statusWith({}, 'kubeconfig')).toBe(200);
    expect(await statusWith({ host: 'evil.example' }, 'kubeconfig')).toBe(403);
  });
  expect(existsSync(path.join(folder.path, '.kb'))).toBe(false);
});

test('prints a line about what the server accepts and does not enforce', async () => {
  using folder = testFolder();
  folder.write(
    'policy.yaml',
    'apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: a, namespace: default }\nspec: { podSelector: {} }\n',
  );
  await whileRunning(folder.path, ['--crd', 'policy.yaml'], async ({ out }) => {
    expect(out).toContain(
      'Not enforced NetworkPolicy default/a: the embedded API server stores NetworkPolicies, and there is no network on which they act',
    );
  });
});
