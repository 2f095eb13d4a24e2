import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { endWithThisProcess, signal } from '../processes.ts';
import { createNormaliser } from './normalise.ts';
import { type Action, type Entry, type Said, silence } from './session.ts';

/** Where sessions are run. */
export interface Shell {
  /** Path of a kubeconfig with every right. */
  readonly kubeconfig: string;
  /** kubectl's home: what it learns of the server is kept there from session to session. */
  readonly home: string;
  /** A folder whose files every session has beside its own. */
  readonly manifests: string;
  /** Whether there are controllers. */
  readonly workloads: boolean;
}

/** A guard against hanging, in milliseconds: many times what any command takes. */
const COMMAND_LIMIT = 300_000;
const POLL_EVERY = 20;

/** Makes kubectl log its requests: how one that goes on tells when it watches. */
const WITH_LOG = 'kubectl() { command kubectl -v=6 "$@"; }; ';
const LOG_LINE = /^I\d{4} [\d:.]+ +\d+ \S+:\d+\] .*\n/gm;
const ANSWERED_WATCH = /[?&]watch=true\S* 200 OK/g;

interface Running {
  /** What it has said so far. */
  readonly said: () => Pick<Said, 'out' | 'err'>;
  readonly ended: Promise<Said>;
  readonly hasEnded: () => boolean;
  readonly stop: () => void;
}

/**
 * Runs the commands of a session, in its own namespace and its own copy of the folder, and returns its entries with the
 * normalised output. The namespace is called `name`. Resolves whatever the commands do.
 *
 * @param folder - Holds the files that the commands name.
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
    // Go collects garbage several times while kubectl starts; a command is over before it needs to.
    GOGC: 'off',
  };
  writeFileSync(env.KUBECONFIG, inNamespace(readFileSync(shell.kubeconfig, 'utf8'), name), { mode: 0o600 });
  const start = (command: string): Running => startCommand(command, { cwd: files, env });
  const background = new Map<string, Running>();
  const normalise = createNormaliser(work);
  try {
    await prepareNamespace(name, shell, start);
    const said: Entry[] = [];
    for (const entry of entries) {
      const { out, err, code } = await play(entry.action, background, start);
      said.push({ ...entry, said: { out: normalise(out), err: normalise(err), code } });
    }
    return said;
  } finally {
    for (const running of background.values()) running.stop();
    rmSync(work, { recursive: true, force: true });
  }
}

async function play(
  action: Action,
  background: Map<string, Running>,
  start: (command: string) => Running,
): Promise<Said> {
  if ('run' in action) return start(action.run).ended;
  if ('start' in action) {
    background.set(action.name, start(WITH_LOG + action.start));
    return silence;
  }
  const name = 'name' in action ? action.name : 'ends' in action ? action.ends : action.stop;
  const running = background.get(name);
  if (running === undefined) throw new TypeError(`there is no command ${name}`);
  if ('stop' in action) {
    background.delete(name);
    running.stop();
    const { out, err } = await running.ended;
    // This command was ended on purpose.
    return { out, err: err.replace(LOG_LINE, ''), code: 0 };
  }
  const isSo = (): boolean => {
    if ('ends' in action) return running.hasEnded();
    const { out, err } = running.said();
    if ('watches' in action) return (err.match(ANSWERED_WATCH)?.length ?? 0) >= action.watches;
    return (out + err.replace(LOG_LINE, '')).split(action.until).length > action.times;
  };
  const deadline = Date.now() + COMMAND_LIMIT;
  while (!isSo()) {
    if (Date.now() > deadline) return { ...silence, code: 'timed out' };
    // What has ended says nothing more.
    if (running.hasEnded() && !isSo()) return { ...silence, err: 'it has ended before\n', code: 1 };
    await sleep(POLL_EVERY);
  }
  return silence;
}

/** With controllers, no Pod can be made in a namespace as long as its ServiceAccount is not there. */
async function prepareNamespace(name: string, shell: Shell, start: (command: string) => Running): Promise<void> {
  const namespace = JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  const commands = [
    `kubectl create -f - <<< '${namespace}'`,
    ...(shell.workloads ? ['kubectl wait --for=create serviceaccount/default --timeout=5m'] : []),
  ];
  for (const command of commands) {
    const { code, err } = await start(command).ended;
    if (code !== 0) throw new Error(`the namespace ${name} cannot be made: ${err}`);
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
  const ended = new Promise<Said>((resolve, reject) => {
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
  // Looked at when it is waited for.
  ended.catch(() => undefined);
  return {
    said: () => ({ out, err }),
    ended,
    hasEnded: () => over,
    // The group: bash, and what it started.
    stop: () => {
      if (!over) signal(child, 'SIGTERM', 'group');
    },
  };
}

/** A kubeconfig whose contexts are in a namespace. */
function inNamespace(kubeconfig: string, namespace: string): string {
  const config = parse(kubeconfig) as { contexts: { name: string; context: object }[] };
  const contexts = config.contexts.map(({ name, context }) => ({ name, context: { ...context, namespace } }));
  return stringify({ ...config, contexts });
}
