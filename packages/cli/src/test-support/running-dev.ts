import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFailed } from 'vitest';
import type { DevEvent } from '../dev/events/dev-event.ts';
import type { TestFolder } from './run-kb.ts';

/** A `kb dev` that runs in a process of its own. */
export interface RunningDev extends AsyncDisposable {
  readonly child: ChildProcess;
  /** Everything that it events so far. */
  readonly events: readonly DevEvent[];
  /** What it printed to standard error so far. */
  errors(): string;
  /** Resolves with the next event of a kind that passes the check, after those that were waited for before. */
  next<E extends DevEvent['event']>(
    kind: E,
    check?: (event: Extract<DevEvent, { readonly event: E }>) => boolean,
  ): Promise<Extract<DevEvent, { readonly event: E }>>;
  /** Whether it told an event of a kind that passes the check: for events that come in any order. */
  has<E extends DevEvent['event']>(
    kind: E,
    check?: (event: Extract<DevEvent, { readonly event: E }>) => boolean,
  ): boolean;
  /** Sends Ctrl-C. Resolves with the exit code. */
  interrupt(): Promise<number | null>;
}

/** Makes the packages that a new project in this folder needs importable, as npm would install them. */
export function linkPackages(folder: TestFolder, name: string): void {
  const modules = path.join(folder.path, 'node_modules');
  const repository = fileURLToPath(new URL('../../../../node_modules', import.meta.url));
  mkdirSync(path.join(modules, `@${name}`), { recursive: true });
  for (const installed of ['@kb', 'typescript', '@typescript', '@types'])
    symlinkSync(path.join(repository, installed), path.join(modules, installed));
  for (const own of ['api', 'client', 'controller'])
    symlinkSync(path.join(folder.path, 'packages', own), path.join(modules, `@${name}`, own));
}

/** Starts `kb dev --json` in a folder. Throws what it printed if it ends while an event is waited for. */
export function runningDev(folder: TestFolder, ...flags: readonly string[]): RunningDev {
  const launcher = fileURLToPath(new URL('../../bin/kb.js', import.meta.url));
  const args = ['--conditions=@kb/source', launcher, 'dev', '--json', ...flags];
  const child = spawn(process.execPath, args, { cwd: folder.path, stdio: ['ignore', 'pipe', 'pipe'] });
  const events: DevEvent[] = [];
  let errors = '';
  let seen = 0;
  let arrived = Promise.withResolvers<void>();
  child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()));
  createInterface({ input: child.stdout }).on('line', (line) => {
    // What kb prints with --json is an event a line.
    events.push(JSON.parse(line) as DevEvent);
    arrived.resolve();
  });
  onTestFailed(() => console.error(`kb dev told last: ${JSON.stringify(events.slice(-8), undefined, 1)}${errors}`));
  const ended = once(child, 'exit');
  void ended.then(() => arrived.resolve());
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const interrupt = async (): Promise<number | null> => {
    if (isRunning()) child.kill('SIGINT');
    await ended;
    return child.exitCode;
  };
  return {
    child,
    events,
    errors: () => errors,
    async next(kind, check = () => true) {
      for (;;) {
        for (; seen < events.length; seen += 1) {
          const event = events[seen];
          if (event === undefined || !isOf(event, kind) || !check(event)) continue;
          seen += 1;
          return event;
        }
        if (!isRunning())
          throw new Error(`kb dev ended before "${kind}": ${errors}${JSON.stringify(events.slice(-5))}`);
        arrived = Promise.withResolvers();
        await arrived.promise;
      }
    },
    has: (kind, check = () => true) => events.some((event) => isOf(event, kind) && check(event)),
    interrupt,
    async [Symbol.asyncDispose]() {
      await interrupt();
    },
  };
}

function isOf<E extends DevEvent['event']>(
  event: DevEvent,
  kind: E,
): event is Extract<DevEvent, { readonly event: E }> {
  return event.event === kind;
}
