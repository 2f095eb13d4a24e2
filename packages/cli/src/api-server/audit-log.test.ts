import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { createVirtualClock } from '@kb/apimachinery';
import { createApiServer } from '@kb/apiserver';
import { expect, test } from 'vitest';
import { testFolder } from '../test-support/run-kb.ts';
import { openAuditLog } from './audit-log.ts';

const policy = (level: string): string =>
  `apiVersion: audit.k8s.io/v1\nkind: Policy\nomitStages: [RequestReceived]\nrules:\n- level: ${level}\n`;

test('a line is added to the log for each event, as the policy wants it', async () => {
  using folder = testFolder();
  folder.write('policy.yaml', policy('Request'));
  const flags = { 'audit-policy-file': 'policy.yaml', 'audit-log-path': 'logs/audit.log' };
  const log = await openAuditLog(flags, folder.path, () => undefined);
  if (!log) throw new Error('the log is not open');
  const api = createApiServer({ clock: createVirtualClock(), audit: log.options });
  const body = Buffer.from(JSON.stringify({ metadata: { name: 'a' }, data: { x: '<1>' } }));
  const headers = { 'content-type': 'application/json' };
  await api.transport.send({ method: 'POST', path: '/api/v1/namespaces/default/configmaps', headers, body });
  await api.transport.send({ method: 'GET', path: '/version', headers: {} });
  log.close();
  const file = path.join(folder.path, 'logs/audit.log');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { readonly requestURI: string }).requestURI)).toEqual([
    '/api/v1/namespaces/default/configmaps',
    '/version',
  ]);
  expect(lines[0]).toContain('"x":"\\u003c1\\u003e"');
  const mode = process.platform === 'win32' ? 0o600 : statSync(file).mode & 0o777;
  expect(mode).toBe(0o600);
});

test('without a policy nothing is audited, which is said', async () => {
  const said: string[] = [];
  const flags = { 'audit-policy-file': undefined, 'audit-log-path': 'audit.log' };
  expect(await openAuditLog(flags, '/', (line) => said.push(line))).toBeUndefined();
  expect(said).toEqual(['Without --audit-policy-file nothing is audited.']);
});

test('without a path no event is logged, which is said', async () => {
  using folder = testFolder();
  folder.write('policy.yaml', policy('Metadata'));
  const said: string[] = [];
  const flags = { 'audit-policy-file': 'policy.yaml', 'audit-log-path': undefined };
  expect(await openAuditLog(flags, folder.path, (line) => said.push(line))).toBeUndefined();
  expect(said).toEqual(['Without --audit-log-path no audit event is logged.']);
});

test('a policy with mistakes is refused, and odd fields are reported', async () => {
  using folder = testFolder();
  folder.write('wrong.yaml', policy('All'));
  folder.write('odd.yaml', `${policy('None')}  unknown: 1\n`);
  const open = (file: string): ReturnType<typeof openAuditLog> =>
    openAuditLog({ 'audit-policy-file': file, 'audit-log-path': undefined }, folder.path, (line) => said.push(line));
  const said: string[] = [];
  await expect(open('wrong.yaml')).rejects.toMatchObject({
    code: 'KB_WRONG_FLAGS',
    message:
      'loading audit policy file: rules[0].level: Unsupported value: "All": supported values: "None", "Metadata", "Request", "RequestResponse": from file wrong.yaml',
  });
  await open('odd.yaml');
  expect(said).toEqual([
    'The audit policy odd.yaml is odd: unknown field "rules[0].unknown"',
    'Without --audit-log-path no audit event is logged.',
  ]);
});
