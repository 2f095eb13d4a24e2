import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser, Locator, Page } from 'playwright-core';
import { parse } from 'yaml';
import { PATIENCE } from '../patience.ts';
import { endWithThisProcess, signal } from '../processes.ts';
import { repositoryRoot } from '../targets/repository.ts';

/** The page of a `kb dashboard` that runs in a process of its own, as a user has it. */
export interface OpenDashboard {
  /** Opens the page at a fragment (`#/history`). */
  open(fragment?: string): Promise<Page>;
  /** What went wrong in the pages: errors of their scripts, and credentials that they were sent. */
  problems(): readonly string[];
  stop(): Promise<void>;
}

const launcher = path.join(repositoryRoot, 'packages/cli/bin/kb.js');
const viewport = { width: 1280, height: 800 };

/** Starts `kb dashboard` with a kubeconfig. */
export async function openDashboard(browser: Browser, kubeconfig: string): Promise<OpenDashboard> {
  const args = ['--conditions=@kb/source', launcher, 'dashboard', '--kubeconfig', kubeconfig];
  // Where it keeps the address of its page.
  const env = { ...process.env, KUBECACHEDIR: path.join(path.dirname(kubeconfig), 'cache') };
  const child = endWithThisProcess(spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] }));
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => void (printed += chunk.toString()));
  const lines = createInterface({ input: child.stdout });
  const found = Promise.withResolvers<string>();
  lines.on('line', (line) => {
    printed += `${line}\n`;
    const [, url] = /^Page +(\S+)$/.exec(line) ?? [];
    if (url !== undefined) found.resolve(url);
  });
  lines.on('close', () => found.reject(new Error(`kb dashboard ended: ${printed}`)));
  const url = await found.promise;
  const context = await browser.newContext({ viewport });
  context.setDefaultTimeout(PATIENCE);
  const problems: string[] = [];
  const credentials = credentialsIn(kubeconfig);
  return {
    async open(fragment = '') {
      const page = await context.newPage();
      page.on('pageerror', ({ message }) => problems.push(message));
      page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => {
          const text = payload.toString();
          if (credentials.some((one) => text.includes(one)))
            problems.push('the page got credentials of the kubeconfig');
        }),
      );
      await page.goto(url + fragment);
      return page;
    },
    problems: () => problems,
    async stop() {
      await context.close();
      const ended = once(child, 'close');
      signal(child, 'SIGINT');
      await ended;
    },
  };
}

interface UsersOfKubeconfig {
  readonly users: readonly { readonly user: Readonly<Record<string, string>> }[];
}

/** Tokens and keys of a kubeconfig, as they are in it and as they are sent. */
function credentialsIn(kubeconfig: string): string[] {
  const { users } = parse(readFileSync(kubeconfig, 'utf8')) as UsersOfKubeconfig;
  const secrets = users.flatMap(({ user }) => [user['token'] ?? [], user['client-key-data'] ?? []].flat());
  if (secrets.length === 0) throw new Error('the kubeconfig has no credentials that could be looked for');
  return secrets.flatMap((secret) => [secret, Buffer.from(secret, 'base64').toString()]);
}

/** Waits until something is visible; rejects when it does not appear. */
export async function expectSeen(locator: Locator): Promise<void> {
  await locator.first().waitFor();
}

/** Waits until something is no longer there. */
export async function expectGone(locator: Locator): Promise<void> {
  await locator.first().waitFor({ state: 'detached' });
}
