import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SuiteResult } from '../../suite.ts';
import { endWithThisProcess, signal } from '../../processes.ts';
import { type Command, mustRun, whyNotInstalled } from './run-command.ts';
import type { Place } from './software.ts';

/** A program that runs beside the cluster with the token of one of its ServiceAccounts. */
export interface AccountProgram {
  /** A name for its log. */
  readonly name: string;
  readonly command: Command;
  /** NAMESPACE/NAME of the ServiceAccount. Default: it is an administrator. */
  readonly account?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** True: it finds its account as in a Pod, in a file system of its own. Needs `account`. Default: false. */
  readonly inCluster?: boolean;
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

async function start(program: AccountProgram, place: Place): Promise<Running> {
  const { name, account, env } = program;
  const { kubeconfig, folder } = place;
  const asAccount = account === undefined ? kubeconfig : await kubeconfigOf(account, place);
  const [file, ...args] = program.inCluster === true ? await commandInPod(program, asAccount, place) : program.command;
  const log = path.join(folder, `${name}.log`);
  const child = endWithThisProcess(
    spawn(file, args, {
      cwd: folder,
      env: {
        ...process.env,
        HOME: folder,
        ...env,
        KUBECONFIG: asAccount,
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

/**
 * Returns a command that shows a program the files and variables of a Pod, and then becomes the program. The files are
 * on a file system that only this process sees.
 */
async function commandInPod(
  { name, command, account = '' }: AccountProgram,
  kubeconfig: string,
  place: Place,
): Promise<Command> {
  const files = path.join(place.folder, `${name}-account`);
  const script = `mkdir -p "$FILES" && config() { kubectl config view --raw --minify -o "$1"; } &&
    config 'jsonpath={.users[0].user.token}' > "$FILES/token" &&
    config 'jsonpath={.clusters[0].cluster.certificate-authority-data}' | base64 -d > "$FILES/ca.crt" &&
    printf %s "$NAMESPACE" > "$FILES/namespace" && config 'jsonpath={.clusters[0].cluster.server}'`;
  const [namespace = ''] = account.split('/');
  const server = new URL(
    await mustRun(['bash', '-c', script], {
      cwd: place.folder,
      env: { KUBECONFIG: kubeconfig, FILES: files, NAMESPACE: namespace },
    }),
  );
  const mounted = '/run/secrets/kubernetes.io/serviceaccount';
  const becomes = `mount -t tmpfs tmpfs /run && mkdir -p ${mounted} && mount --bind "$0" ${mounted} && exec "$@"`;
  const variables = [`KUBERNETES_SERVICE_HOST=${server.hostname}`, `KUBERNETES_SERVICE_PORT=${server.port}`];
  return [...unshared, 'env', ...variables, 'bash', '-c', becomes, files, ...command];
}

/** Gives a command mounts of its own, also without the permissions of an administrator. */
const unshared = ['unshare', '--map-root-user', '--mount'] as const;

/** Returns why this machine cannot run a program as in a Pod; undefined if it can. */
export const whyNotInPods = (): Promise<string | undefined> =>
  whyNotInstalled([[...unshared, 'mount', '-t', 'tmpfs', 'tmpfs', '/run']], { cwd: tmpdir() });

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
