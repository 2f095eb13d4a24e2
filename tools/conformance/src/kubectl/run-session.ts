import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { endWithThisProcess, signal } from '../processes.ts';
import { createNormaliser } from './normalise.ts';
import { type Action, type Entry, type CommandResult, silence } from './session.ts';

/** The environment in which sessions run. */
export interface Shell {
  /** Path of a kubeconfig of an administrator. */
  readonly kubeconfig: string;
  /** kubectl's home folder: it keeps its cache of the server's discovery there, for all sessions. */
  readonly home: string;
  /** A folder whose files are available in every session. */
  readonly manifests: string;
  /** Whether there are controllers. */
  readonly workloads: boolean;
}

/** The time limit of a command, in milliseconds: many times what any takes. */
const COMMAND_LIMIT = 300_000;
const POLL_EVERY = 20;

/** Makes kubectl log its requests, to detect when a command in the background has started its watch. */
const WITH_LOG = 'kubectl() { command kubectl -v=6 "$@"; }; ';
const LOG_LINE = /^I\d{4} [\d:.]+ +\d+ \S+:\d+\] .*\n/gm;
const ANSWERED_WATCH = /[?&]watch=true\S* 200 OK/g;

interface Running {
  /** Its output so far. */
  readonly output: () => Pick<CommandResult, 'out' | 'err'>;
  readonly ended: Promise<CommandResult>;
  readonly hasEnded: () => boolean;
  readonly stop: () => void;
}

/**
 * Runs the commands of a session, in a namespace called `name` and in a copy of the folder. Returns its entries with
 * the normalised output, even if commands fail.
 *
 * @param folder - Holds the files that the commands refer to.
 */
export async function runSession(
  { name, folder, entries }: { readonly name: string; readonly folder: string; readonly entries: readonly Entry[] },
  shell: Shell,
): Promise<Entry[]> {
  const work = mkdtempSync(join(tmpdir(), 'kb-session-'));
  const files = join(work, 'files');
  for (const from of [shell.manifests, folder]) cpSync(from, files, { recursive: true });
  mkdirSync(join(work, 'tmp'));
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: shell.home,
    KUBECONFIG: join(work, 'kubeconfig'),
    TMPDIR: join(work, 'tmp'),
    TZ: 'UTC',
    LC_ALL: 'C',
    // A short-lived process needs no garbage collection; Go would collect several times while kubectl starts.
    GOGC: 'off',
  };
  writeFileSync(env.KUBECONFIG, inNamespace(readFileSync(shell.kubeconfig, 'utf8'), name), { mode: 0o600 });
  const start = (command: string): Running => startCommand(command, { cwd: files, env });
  const background = new Map<string, Running>();
  const normalise = createNormaliser(work);
  try {
    await prepareNamespace(name, shell, start);
    const results: Entry[] = [];
    for (const entry of entries) {
      const { out, err, code } = await play(entry.action, background, start);
      results.push({ ...entry, result: { out: normalise(out), err: normalise(err), code } });
    }
    return results;
  } finally {
    for (const running of background.values()) running.stop();
    rmSync(work, { recursive: true, force: true });
  }
}

async function play(
  action: Action,
  background: Map<string, Running>,
  start: (command: string) => Running,
): Promise<CommandResult> {
  if ('run' in action) return start(action.run).ended;
  if ('start' in action) {
    background.set(action.name, start(WITH_LOG + action.start));
    return silence;
  }
  const name = 'name' in action ? action.name : 'ends' in action ? action.ends : action.stop;
  const running = background.get(name);
  if (running === undefined) throw new TypeError(`no command ${name} was started`);
  if ('stop' in action) {
    background.delete(name);
    running.stop();
    const { out, err } = await running.ended;
    // It was stopped on purpose, so its exit code does not count.
    return { out, err: err.replace(LOG_LINE, ''), code: 0 };
  }
  const isSo = (): boolean => {
    if ('ends' in action) return running.hasEnded();
    const { out, err } = running.output();
    if ('watches' in action) return (err.match(ANSWERED_WATCH)?.length ?? 0) >= action.watches;
    return (out + err.replace(LOG_LINE, '')).split(action.until).length > action.times;
  };
  const deadline = Date.now() + COMMAND_LIMIT;
  while (!isSo()) {
    if (Date.now() > deadline) return { ...silence, code: 'timed out' };
    // Checks once more: the last output may have arrived just before the end.
    if (running.hasEnded() && !isSo()) return { ...silence, err: 'the command ended too early\n', code: 1 };
    await sleep(POLL_EVERY);
  }
  return silence;
}

/** Creates the namespace. With controllers, waits for its ServiceAccount, because Pods are refused without it. */
async function prepareNamespace(name: string, shell: Shell, start: (command: string) => Running): Promise<void> {
  const namespace = JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  const commands = [
    `kubectl create -f - <<< '${namespace}'`,
    ...(shell.workloads ? ['kubectl wait --for=create serviceaccount/default --timeout=5m'] : []),
  ];
  for (const command of commands) {
    const { code, err } = await start(command).ended;
    if (code !== 0) throw new Error(`the namespace ${name} cannot be created: ${err}`);
  }
}

function startCommand(
  command: string,
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Running {
  const child = endWithThisProcess(
    spawn('bash', ['-o', 'pipefail', '-c', command], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true }),
    'group',
  );
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  let late = false;
  let over = false;
  const ended = new Promise<CommandResult>((resolve, reject) => {
    const timer = setTimeout(() => {
      late = true;
      signal(child, 'SIGKILL', 'group');
    }, COMMAND_LIMIT);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      over = true;
      resolve({ out, err, code: late ? 'timed out' : (code ?? 1) });
    });
  });
  // A rejection is handled where the result is awaited.
  ended.catch(() => undefined);
  return {
    output: () => ({ out, err }),
    ended,
    hasEnded: () => over,
    // Signals the process group: bash and its children.
    stop: () => {
      if (!over) signal(child, 'SIGTERM', 'group');
    },
  };
}

/** Returns a kubeconfig whose contexts use this namespace. */
function inNamespace(kubeconfig: string, namespace: string): string {
  const config = parse(kubeconfig) as { contexts: { name: string; context: object }[] };
  const contexts = config.contexts.map(({ name, context }) => ({ name, context: { ...context, namespace } }));
  return stringify({ ...config, contexts });
}
