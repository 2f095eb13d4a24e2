import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { projectCommand, remoteCommand } from './how-to-run.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'kb-how-to-run-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['npm/11.19.1 node/v26.10.0 linux x64 workspaces/false', 'npx @kb/cli init'],
  ['pnpm/10.2.0 npm/? node/v26.10.0 linux x64', 'pnpm dlx @kb/cli init'],
  ['yarn/4.6.0 npm/? node/v26.10.0 linux x64', 'yarn dlx @kb/cli init'],
  ['yarn/1.22.22 npm/? node/v26.10.0 linux x64', 'npx @kb/cli init'],
  ['bun/1.2.4 npm/? node/v24.0.0 linux x64', 'bunx @kb/cli init'],
  ['another/1.0.0', 'npx @kb/cli init'],
  [undefined, 'npx @kb/cli init'],
])('without an installation, %s runs %s', (userAgent, command) => {
  expect(remoteCommand('init', { npm_config_user_agent: userAgent })).toBe(command);
});

test('the installation comes first until kb is installed in the project', () => {
  expect(projectCommand('generate', folder)).toBe('"npm install", then "npx kb generate"');
  mkdirSync(path.join(folder, 'node_modules/@kb/cli'), { recursive: true });
  expect(projectCommand('generate', folder)).toBe('"npx kb generate"');
});

test("a stranger's package kb is not an installation", () => {
  mkdirSync(path.join(folder, 'node_modules/kb'), { recursive: true });
  expect(projectCommand('generate', folder)).toBe('"npm install", then "npx kb generate"');
});
