import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { configMaps } from '@kb/kubernetes/core/v1';
import { afterEach, expect, test, vi } from 'vitest';
import { controllerFor } from '../controller/builder.ts';
import { createLogger, type LogEntry } from '../log/logger.ts';
import { systemClock } from '@kb/client';
import { runManager } from './run-manager.ts';

const controllers = [controllerFor(configMaps).reconcile(() => undefined)];

let folder = '';

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const nowhere = `
apiVersion: v1
kind: Config
clusters: [{ name: a, cluster: { server: 'http://127.0.0.1:1' } }]
users: [{ name: a, user: { token: a-secret } }]
contexts: [{ name: a, context: { cluster: a, user: a } }]
current-context: a
`;

test.each([
  ['a file that is not there', undefined, 'kubeconfig'],
  ['a server that does not listen', nowhere, 'http://127.0.0.1:1'],
])('a kubeconfig that points nowhere: %s gives exit code 1 and says so once', async (_name, content, text) => {
  folder = mkdtempSync(path.join(tmpdir(), 'kb-run-manager-'));
  const file = path.join(folder, 'kubeconfig');
  if (content !== undefined) writeFileSync(file, content);
  vi.stubEnv('KUBECONFIG', file);
  const entries: LogEntry[] = [];
  const log = createLogger({ clock: systemClock, sink: (entry) => void entries.push(entry) });
  expect(await runManager({ controllers, log })).toBe(1);
  const errors = JSON.stringify(entries.filter(({ level }) => level === 'error'));
  expect(errors).toContain(text);
  expect(errors).not.toContain('a-secret');
});
