// A new user, outside the repository: the packed packages from a registry on loopback, an empty npm cache, the machine's own Node (20 in CI), and the README's commands.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { buildPackages, startRegistry } from '@kb/tools-local-registry';
import { packAll } from '@kb/tools-release';

const folder = mkdtempSync(join(tmpdir(), 'kb-new-user-'));
const project = join(folder, 'shop-operator');
const steps: readonly (readonly string[])[] = [
  ['npx', '--yes', 'kb', 'init', '--domain', 'example.com', '--repo', 'example.com/api'],
  ['npx', '--yes', 'kb', 'create', 'api', '--group', 'batch', '--version', 'v1alpha1', '--kind', 'AppService'],
  ['npm', 'install'],
  ['npm', 'test'],
  ['npm', 'start', '--', '--once'],
  ['npx', 'kb', 'generate', '--check'],
  ['npm', 'run', 'typecheck'],
  ['npx', 'kb', 'create', 'api', '--kind', 'Queue'],
  ['npm', 'test'],
  ['npx', 'kb', 'generate', '--check'],
];

/** The machine's environment, without this repository's: its own Node comes first. */
function environment(registry: string): NodeJS.ProcessEnv {
  const node = process.env.KB_SYSTEM_NODE ?? process.execPath;
  const path = (process.env.PATH ?? '').split(delimiter).filter((part) => !part.includes('node_modules'));
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|NX_|KB_|NODE_|INIT_CWD)/i.test(name));
  return {
    ...Object.fromEntries(inherited),
    PATH: [dirname(node), ...path].join(delimiter),
    npm_config_registry: registry,
    npm_config_cache: join(folder, 'npm-cache'),
    npm_config_update_notifier: 'false',
  };
}

function run(
  [command = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    child.once('error', (error) => resolve({ code: 127, output: String(error) }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

await buildPackages();
const registry = await startRegistry({ port: 0 });
let failed = 0;
try {
  for (const packed of packAll({ into: join(folder, 'packed'), suffix: 'hash' })) await registry.publish(packed.folder);
  // A folder that is empty but for what a new repository has.
  mkdirSync(project, { recursive: true });
  spawnSync('git', ['init', '--quiet'], { cwd: project });
  writeFileSync(join(project, 'README.md'), '# shop-operator\n');
  writeFileSync(join(project, 'LICENSE'), 'Mine.\n');
  const env = environment(registry.url);
  const node = spawnSync('node', ['--version'], { env, encoding: 'utf8' }).stdout.trim();
  console.log(`new user: Node ${node} on the path, an empty npm cache`);
  for (const step of steps) {
    const start = Date.now();
    const { code, output } = await run(step, env);
    console.log(
      `${code === 0 ? 'ok  ' : 'FAIL'} ${((Date.now() - start) / 1000).toFixed(1).padStart(6)}s  ${step.join(' ')}`,
    );
    if (code !== 0 || process.argv.includes('--verbose')) console.log(output.replaceAll(/^/gm, '      | '));
    if (code !== 0) {
      failed += 1;
      break;
    }
  }
} finally {
  await registry.stop();
  if (process.argv.includes('--keep')) console.log(`kept: ${project}`);
  else rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;
