import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import type { SuiteResult } from '../../suite.ts';
import { endWithThisProcess, signal } from '../../processes.ts';
import { type Command, mustRun } from './run-command.ts';
import type { Place } from './software.ts';

/** A program that runs beside the cluster with the token of one of its ServiceAccounts. */
export interface AccountProgram {
  /** A name for its log. */
  readonly name: string;
  readonly command: Command;
  /** NAMESPACE/NAME of the ServiceAccount. Default: it is an administrator. */
  readonly account?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The lines of a program's log that a failure shows. */
const SHOWN_LINES = 10;

/** Runs cases while programs run. The last failure also shows what the programs printed last. */
export async function whileRunning(
  programs: readonly AccountProgram[],
  place: Place,
  cases: () => Promise<SuiteResult>,
): Promise<SuiteResult> {
  const running: Running[] = [];
  try {
    for (const program of programs) running.push(await start(program, place));
    const { total, failures } = await cases();
    const last = failures.at(-1);
    if (!last) return { total, failures };
    const message = [last.message, ...running.map(({ lastLines }) => lastLines())].join('\n');
    return { total, failures: [...failures.slice(0, -1), { ...last, message }] };
  } finally {
    await Promise.all(running.map(({ stop }) => stop()));
  }
}

interface Running {
  readonly lastLines: () => string;
  readonly stop: () => Promise<void>;
}

async function start({ name, command, account, env }: AccountProgram, place: Place): Promise<Running> {
  const { kubeconfig, folder } = place;
  const [file, ...args] = command;
  const log = path.join(folder, `${name}.log`);
  const child = endWithThisProcess(
    spawn(file, args, {
      cwd: folder,
      env: {
        ...process.env,
        HOME: folder,
        ...env,
        KUBECONFIG: account === undefined ? kubeconfig : await kubeconfigOf(account, place),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  const lines = createWriteStream(log);
  // Fails when it cannot be started; then its log is empty, and its cases fail.
  child.once('error', (error) => lines.write(`${error.message}\n`));
  child.stdout.pipe(lines, { end: false });
  child.stderr.pipe(lines, { end: false });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => lines.end(resolve));
  });
  return {
    lastLines: () =>
      [
        `${log}:`,
        ...readFileSync(log, 'utf8')
          .split('\n')
          .slice(-SHOWN_LINES - 1),
      ].join('\n'),
    async stop() {
      signal(child, 'SIGTERM');
      const timer = setTimeout(() => signal(child, 'SIGKILL'), 10_000);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** Writes a kubeconfig with a token of a ServiceAccount (NAMESPACE/NAME), and returns its path. */
async function kubeconfigOf(account: string, { kubeconfig, folder }: Place): Promise<string> {
  const file = path.join(folder, `${account.replace('/', '_')}.kubeconfig`);
  const script = `token=$(kubectl -n "$NAMESPACE" create token "$NAME" --duration=2h) &&
    cp "$KUBECONFIG" "$FILE" && export KUBECONFIG="$FILE" &&
    kubectl config set-credentials account --token="$token" && kubectl config set-context --current --user=account`;
  const [namespace = '', name = ''] = account.split('/');
  await mustRun(['bash', '-c', script], {
    cwd: folder,
    env: { KUBECONFIG: kubeconfig, NAMESPACE: namespace, NAME: name, FILE: file },
  });
  return file;
}

/** Returns ports of loopback that are free. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const listening = Promise.withResolvers<void>();
      const server = createServer().once('error', listening.reject).listen(0, '127.0.0.1', listening.resolve);
      await listening.promise;
      return server;
    }),
  );
  return Promise.all(
    servers.map(async (server) => {
      const address = server.address();
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      await closed.promise;
      return typeof address === 'object' && address !== null ? address.port : 0;
    }),
  );
}
