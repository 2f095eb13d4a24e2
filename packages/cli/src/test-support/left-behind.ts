import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { expect } from 'vitest';
import type { TestFolder } from './run-kb.ts';
import type { RunningDev } from './running-dev.ts';

/** Interrupts a `kb dev`, and checks that nothing of it is left: no process, no port and no credentials. */
export async function expectNothingLeft(dev: RunningDev, folder: TestFolder): Promise<void> {
  const code = await dev.interrupt();
  expect([code, dev.errors()]).toEqual([expect.toBeOneOf([0, 130]), '']);
  const urls = dev.events.flatMap((event) =>
    event.event === 'cluster' && event.embedded ? [event.server] : event.event === 'page' ? [event.url] : [],
  );
  for (const url of urls) expect(await isServed(url)).toBe(false);
  await expectNoTraces(folder);
}

/** Waits until no process that runs something of a folder is left, and no credentials in it. */
export async function expectNoTraces(folder: TestFolder): Promise<void> {
  // A process that is killed needs a moment.
  await expect.poll(() => processesOf(folder.path)).toEqual([]);
  const files = ['kubeconfig', 'operator.kubeconfig'].map((name) => path.join(folder.path, '.kb', name));
  await expect.poll(() => files.filter((file) => existsSync(file))).toEqual([]);
}

/** Returns the processes (by their arguments) that run something of a folder. Linux only. */
export function processesOf(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return words.includes(folder) ? [words.slice(0, 300)] : [];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}

/** Whether something listens at the address of a URL. */
function isServed(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
