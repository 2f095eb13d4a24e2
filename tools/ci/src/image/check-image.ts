// The image of a new project without a container: what the Dockerfile says is done in a folder, from a clone of the
// project with nothing in the environment, and what it leaves runs as a process that reconciles an object.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ReplayedImage, replayDockerfile } from './replay-dockerfile.ts';

/** Options of {@link checkImage}. */
export interface ImageCheck {
  /** A project with packages installed, and the kind AppService of batch.example.com/v1alpha1. */
  readonly project: string;
  /** For new folders. */
  readonly folder: string;
  /** The environment of commands in the project. */
  readonly env: NodeJS.ProcessEnv;
}

/** Time limit of each wait in milliseconds: a guard against hanging. */
const PATIENCE = 120_000;

/** Builds and runs the image. Throws an error that says what is wrong with it. */
export async function checkImage({ project, folder, env }: ImageCheck): Promise<void> {
  const checkout = join(folder, 'checkout');
  const into = join(folder, 'image');
  // The user of the image reads what is in it.
  for (const one of [folder, into]) {
    mkdirSync(one, { recursive: true });
    chmodSync(one, 0o755);
  }
  const identity = ['-c', 'user.name=New User', '-c', 'user.email=new@example.com'];
  git(project, 'add', '--all');
  git(project, ...identity, 'commit', '--quiet', '--message', 'Start');
  git(folder, 'clone', '--quiet', project, checkout);
  // The base image has the Node that kb pins, which runs this.
  const image = await replayDockerfile({ context: checkout, into, node: process.execPath, npm: npmFolder(env) });
  checkContents(image);
  await runImage(image, project, join(folder, 'image.kubeconfig'), env);
}

function npmFolder({ PATH = '' }: NodeJS.ProcessEnv): string {
  const found = PATH.split(':').find((part) => existsSync(join(part, 'npm')));
  if (found === undefined) throw new Error('npm is not on the path');
  return realpathSync(found);
}

function git(cwd: string, ...words: readonly string[]): void {
  const { status, stderr } = spawnSync('git', words, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`);
}

function checkContents({ workdir, user, entrypoint }: ReplayedImage): void {
  const has = (path: string): boolean => existsSync(join(workdir, path));
  const missing = ['packages/controller/src/main.ts', 'node_modules/@kb/runtime'].filter((path) => !has(path));
  const needless = ['node_modules/@kb/cli', 'node_modules/typescript', 'node_modules/vitest', 'config'].filter(has);
  const tests = globSync('packages/*/src/**/*.test.ts', { cwd: workdir });
  if (missing.length > 0) throw new Error(`the image lacks ${missing.join(', ')}`);
  if (needless.length + tests.length > 0)
    throw new Error(`the image need not have ${[...needless, ...tests].join(', ')}`);
  if (entrypoint.length === 0) throw new Error('the image has no entrypoint');
  if (user === undefined && process.getuid?.() === 0) throw new Error('the image has no user');
}

async function runImage(
  { workdir, env: own, user, entrypoint }: ReplayedImage,
  project: string,
  kubeconfig: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const serve = ['kb', 'api-server', '--insecure-http', '--kubeconfig', kubeconfig, '--crd', 'config/crd/bases'];
  const server = start(['npx', ...serve], { cwd: project, env });
  let operator: Started | undefined;
  try {
    const url = await until('the API server to start', server, async () => /on (http:\S+)/.exec(server.output())?.[1]);
    chmodSync(kubeconfig, 0o644);
    const flags = ['--leader-elect=false', '--health-probe-bind-address=0'];
    operator = start([...entrypoint, ...flags], { cwd: workdir, env: { ...own, KUBECONFIG: kubeconfig }, ...user });
    const objects = `${url}/apis/batch.example.com/v1alpha1/namespaces/default/appservices`;
    const created = await fetch(objects, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        apiVersion: 'batch.example.com/v1alpha1',
        kind: 'AppService',
        metadata: { name: 'image' },
        spec: {},
      }),
    });
    if (!created.ok) throw new Error(`the object could not be created: ${await created.text()}`);
    await until('the operator of the image to reconcile', operator, async () => {
      const text = await (await fetch(`${objects}/image`)).text();
      return text.includes('"type":"Ready"') ? true : undefined;
    });
  } finally {
    await operator?.stop();
    await server.stop();
  }
}

/** A process that runs until it is stopped. */
interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly stop: () => Promise<void>;
}

function start(
  [command = '', ...words]: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly uid?: number; readonly gid?: number },
): Started {
  const child = spawn(command, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      output += String(error);
      resolve();
    });
    child.once('exit', () => resolve());
  });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => void (output += text));
  return {
    child,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Resolves with what `look` finds. Throws the output of the process if it ends, or if nothing is found in time. */
async function until<T>(what: string, { child, output }: Started, look: () => Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + PATIENCE; Date.now() < end;) {
    const found = await look();
    if (found !== undefined) return found;
    if (child.exitCode !== null || child.pid === undefined) break;
    await sleep(100);
  }
  throw new Error(`waited for ${what}:\n${output()}`);
}
