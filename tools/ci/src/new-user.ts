// Runs the commands of the README and of docs/external-apis.md as a new user would: outside the repository, with the
// packed packages from a local registry, an empty npm cache, an empty npm configuration, no terminal, and the machine's
// own Node (20 in CI). On this registry, as on the public one, the name `kb` is a stranger's: fails if any command of
// the pages, of hints or of a new project runs it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { buildPackages, newUserEnvironment, startRegistry } from '@kb/tools-local-registry';
import { COMMAND_PACKAGE, packAll } from '@kb/tools-release';
import { checkImage } from './image/check-image.ts';
import { isNetworkTrouble } from './network.ts';
import { callUninstalled, strangersPackage } from './new-user/before-installation.ts';
import { type Step, stepsOf } from './new-user/walk-through.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'kb-new-user-'));
const init = ['init', '--domain', 'example.com', '--repo', 'example.com/api'];
const readme: readonly Step[] = [
  ['npx', COMMAND_PACKAGE, ...init],
  ['npm', 'install'],
  ['npx', 'kb', 'create', 'api', '--group', 'batch', '--version', 'v1alpha1', '--kind', 'AppService'],
  ['npm', 'test'],
  ['npm', 'start', '--', '--once'],
  ['npx', 'kb', 'generate', '--check'],
  ['npm', 'run', 'typecheck'],
  ['npm', 'run', 'lint'],
  ['npm', 'run', 'format:check'],
  ['npm', 'run', 'build'],
  ['npx', 'kb', 'create', 'api', '--kind', 'Queue'],
  ['npm', 'test'],
  ['npx', 'kb', 'generate', '--check'],
].map((words) => ({ kind: 'run', words }));

/** The CRDs of the Gateway API, if available locally: CI fetches nothing from elsewhere. */
const gatewayApi = join(root, '../shared/corpus/crds/gateway-api');

/** docs/external-apis.md, with the local CRDs instead of the release file. */
function externalApis(): Step[] {
  const page = readFileSync(join(root, 'docs/external-apis.md'), 'utf8');
  return stepsOf(page.replaceAll(/https:\/\/\S+\/standard-install\.yaml/g, gatewayApi));
}

function run(
  [command = '', ...args]: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    child.once('error', (error) => resolve({ code: 127, output: String(error) }));
    // nx forces colours on what it runs.
    child.once('close', (code) => resolve({ code: code ?? 1, output: stripVTControlCharacters(output) }));
  });
}

/**
 * Runs the steps in a folder that has only the files of a new repository. Resolves with whether all of them succeeded.
 */
async function follow(steps: readonly Step[], project: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  mkdirSync(project, { recursive: true });
  spawnSync('git', ['init', '--quiet'], { cwd: project });
  writeFileSync(join(project, 'README.md'), '# shop-operator\n');
  writeFileSync(join(project, 'LICENSE'), 'Mine.\n');
  let putBack = (): void => undefined;
  for (const step of steps) {
    if (step.kind === 'run') {
      const went = await take(step, project, env);
      putBack();
      putBack = () => undefined;
      if (!went) return false;
      continue;
    }
    const file = join(project, step.file);
    const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
    if (step.kind === 'replace') {
      if (!before.includes(step.from)) throw new Error(`${step.file} has not what is to be replaced:\n${step.from}`);
      putBack = () => writeFileSync(file, before);
    }
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, step.kind === 'replace' ? before.replace(step.from, step.to) : step.content);
    console.log(`ok            ${step.kind} ${step.file}`);
  }
  return true;
}

/** Runs a command, and prints its result. */
async function take(
  { words, failsWith }: Extract<Step, { kind: 'run' }>,
  project: string,
  env: NodeJS.ProcessEnv,
): Promise<boolean> {
  const start = Date.now();
  let { code, output } = await run(words, project, env);
  if (code !== 0 && failsWith === undefined && isNetworkTrouble(output)) {
    console.log(`tried again, because of the network: ${words.join(' ')}\n${output.replaceAll(/^/gm, '      | ')}`);
    ({ code, output } = await run(words, project, env));
  }
  const went = failsWith === undefined ? code === 0 : code !== 0 && output.includes(failsWith);
  const seconds = ((Date.now() - start) / 1000).toFixed(1).padStart(6);
  console.log(`${went ? 'ok  ' : 'FAIL'} ${seconds}s  ${words.join(' ')}${failsWith === undefined ? '' : ' (fails)'}`);
  if (!went || process.argv.includes('--verbose')) console.log(output.replaceAll(/^/gm, '      | '));
  if (!went && failsWith !== undefined) console.log(`it should fail, and say: ${failsWith}`);
  return went;
}

await buildPackages();
const stranger = strangersPackage(join(folder, 'stranger'));
const registry = await startRegistry({ port: 0, stored: ['kb'] });
let wentWell = true;
try {
  for (const packed of packAll({ into: join(folder, 'packed'), suffix: 'hash' })) await registry.publish(packed.folder);
  await registry.publish(stranger.folder);
  const env = newUserEnvironment(folder, registry.url);
  const node = spawnSync('node', ['--version'], { env, encoding: 'utf8' }).stdout.trim();
  console.log(`new user: Node ${node} on the path, an empty npm cache`);
  wentWell = await follow(readme, join(folder, 'shop-operator'), env);
  if (wentWell) {
    await checkImage({ project: join(folder, 'shop-operator'), folder, env });
    console.log("ok            the Dockerfile's steps without a container, and the operator that they make");
  }
  wentWell = (await callUninstalled({ root, folder, init, run: (words, cwd) => run(words, cwd, env) })) && wentWell;
  console.log('docs/external-apis.md:');
  if (!existsSync(gatewayApi)) console.log(`SKIPPED: the CRDs of the Gateway API are not at hand (${gatewayApi})`);
  else wentWell = (await follow(externalApis(), join(folder, 'sites'), env)) && wentWell;
  // Otherwise the checks above say nothing: the package runs where nothing refuses it.
  if (stranger.hasRun()) throw new Error("a command ran the stranger's package kb");
  await run(['npx', 'kb'], folder, env);
  if (!stranger.hasRun()) throw new Error("npx kb should run the stranger's package in a folder without a project");
} finally {
  await registry.stop();
  if (process.argv.includes('--keep')) console.log(`kept: ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}
process.exitCode = wentWell ? 0 : 1;
