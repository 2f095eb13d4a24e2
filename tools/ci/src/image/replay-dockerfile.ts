import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, globSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { promisify } from 'node:util';
import { readDockerIgnore } from './docker-ignore.ts';
import { type Instruction, readDockerfile, type Stage } from './dockerfile.ts';

/** What the last stage leaves behind. */
export interface ReplayedImage {
  /** The folder that is `/` in the image. */
  readonly root: string;
  readonly workdir: string;
  readonly env: NodeJS.ProcessEnv;
  /** User and group of its process; undefined if this process may not run others as them. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
  readonly entrypoint: readonly string[];
}

/** Options of a replay. */
export interface ReplayOptions {
  /** The checkout. */
  readonly context: string;
  /** An empty folder for the stages. */
  readonly into: string;
  /** The `node` of the base image's version, and the folder of npm. */
  readonly node: string;
  readonly npm: string;
}

interface State {
  readonly root: string;
  workdir: string;
  readonly env: NodeJS.ProcessEnv;
  user: { uid: number; gid: number } | undefined;
  entrypoint: string[];
}

/**
 * Does what the Dockerfile of a checkout says without a container: each stage is a folder, `COPY` obeys
 * `.dockerignore`, and `RUN` runs with nothing in the environment but what an image has. Throws for a base image other
 * than Node's of the version of `node`, for an instruction that it does not know, and for a command that fails.
 */
export async function replayDockerfile(options: ReplayOptions): Promise<ReplayedImage> {
  const { context, into, node } = options;
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim().slice(1);
  const stages = readDockerfile(readFileSync(join(context, 'Dockerfile'), 'utf8'));
  const done = new Map<string, State>();
  let last: State | undefined;
  for (const [index, stage] of stages.entries()) {
    if (stage.image !== `node:${version}-slim`) throw new Error(`${stage.image} is not node:${version}-slim`);
    last = await replayStage(stage, join(into, String(index)), done, options);
    if (stage.name !== undefined) done.set(stage.name, last);
  }
  if (last === undefined) throw new Error('the Dockerfile has no stage');
  return last;
}

async function replayStage(
  stage: Stage,
  root: string,
  done: ReadonlyMap<string, State>,
  { context, node, npm }: ReplayOptions,
): Promise<State> {
  const bin = join(root, 'usr/local/bin');
  mkdirSync(bin, { recursive: true });
  mkdirSync(join(root, 'home'));
  copyFileSync(node, join(bin, 'node'));
  chmodSync(join(bin, 'node'), 0o755);
  const env = { PATH: [bin, npm, '/usr/bin', '/bin'].join(':'), HOME: join(root, 'home') };
  const state: State = { root, workdir: root, env, user: undefined, entrypoint: [] };
  for (const instruction of stage.instructions) await follow(instruction, state, done, context);
  return state;
}

async function follow(
  { name, text }: Instruction,
  state: State,
  done: ReadonlyMap<string, State>,
  context: string,
): Promise<void> {
  const inside = (path: string): string => join(path.startsWith('/') ? state.root : state.workdir, path);
  switch (name) {
    case 'WORKDIR':
      state.workdir = inside(text);
      mkdirSync(state.workdir, { recursive: true });
      return;
    case 'ENV':
      for (const [variable = '', value = ''] of text.split(' ').map((word) => word.split('=')))
        state.env[variable] = value.startsWith('/') ? inside(value) : value;
      return;
    case 'COPY': {
      const words = text.split(' ');
      const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined;
      const [source = '', target = ''] = words;
      if (from === undefined) return copyContext(context, source, inside(target));
      const stage = done.get(from);
      if (stage === undefined) throw new Error(`COPY --from=${from}: there is no such stage`);
      return cpSync(join(stage.root, source), inside(target), { recursive: true, verbatimSymlinks: true });
    }
    case 'USER': {
      const [uid = 0, gid = 0] = text.split(':').map(Number);
      if (uid === 0) throw new Error('the image runs as root');
      if (process.getuid?.() === 0) state.user = { uid, gid };
      return;
    }
    case 'RUN':
      return runIn(state, text);
    case 'ENTRYPOINT':
      state.entrypoint = JSON.parse(text) as string[];
      return;
    default:
      throw new Error(`the replay does not know ${name}`);
  }
}

function copyContext(context: string, source: string, target: string): void {
  const ignored = readDockerIgnore(readFileSync(join(context, '.dockerignore'), 'utf8'));
  const under = posix.normalize(source);
  for (const file of globSync(['**/*', '**/.*'], { cwd: context })) {
    const name = file.replaceAll('\\', '/');
    if (ignored(name) || !statSync(join(context, file)).isFile()) continue;
    const relative = posix.relative(under, name);
    if (relative.startsWith('..')) continue;
    mkdirSync(dirname(join(target, relative)), { recursive: true });
    copyFileSync(join(context, file), join(target, relative));
  }
}

const execute = promisify(execFile);

/** Time limit of a command in milliseconds: a guard against hanging. */
const PATIENCE = 600_000;

/**
 * Absolute paths of the command are those of the image. Waits without blocking this process, which may serve the
 * registry that the command asks.
 */
async function runIn({ root, workdir, env, user }: State, text: string): Promise<void> {
  const outside = /^\/(?:dev|bin|usr\/bin)\//;
  const command = text.replaceAll(/(?<=\s)\/\S+/g, (path) => (outside.test(path) ? path : join(root, path)));
  const owned = process.getuid?.() === 0 ? command : command.replaceAll(/ -[og] \d+/g, '');
  try {
    await execute('/bin/sh', ['-c', owned], { cwd: workdir, env, ...user, timeout: PATIENCE });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`RUN ${text} failed:\n${stdout}${stderr}`, { cause: error });
  }
}
