/**
 * The command: `main.ts build | start | path`. Results go to standard output, everything else to standard error, so
 * that `KUBEBUILDER_ASSETS=$(… path)` works. Exit codes: 0 done, 1 failed, 2 wrong arguments.
 */
import { parseArgs } from 'node:util';
import { buildControlPlane } from './build/build.ts';
import { ControlPlaneError } from './errors.ts';
import { findControlPlane } from './find.ts';
import { startControlPlane } from './start.ts';

const HELP = `Usage: main.ts <command> [options]

A real Kubernetes control plane on loopback, for tests.

Commands:
  build    build etcd, kube-apiserver and kube-controller-manager into the cache, unless they are there; needs Go
  start    start them, print the path of a kubeconfig, and stay until Ctrl-C
  path     print the folder of the programs; fails when there are none

Options:
  --build            start: build first if needed
  --if-possible      build: if it fails, for example because Go is missing, only print a warning
  --no-controllers   start: etcd and kube-apiserver only
  -h, --help         print this text

Environment:
  KUBEBUILDER_ASSETS   folder with etcd, kube-apiserver and (optional) kube-controller-manager, used instead of building
  KB_CACHE_DIR         where built programs are kept; by default \${XDG_CACHE_HOME:-~/.cache}/kb
`;

const say = (line: string): void => console.error(line);

async function main(args: string[]): Promise<number> {
  const parsed = parse(args);
  if (typeof parsed === 'string') {
    say(`${parsed}\n\n${HELP}`);
    return 2;
  }
  const { command, values } = parsed;
  if (values.help === true) {
    process.stdout.write(HELP);
    return 0;
  }
  const cancel = new AbortController();
  const stopRequest = new Promise<void>((resolve) => {
    const onSignal = (): void => {
      cancel.abort(new Interrupted());
      resolve();
    };
    // Only once: a second Ctrl-C ends this process immediately, and the supervisor cleans up.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, onSignal);
  });
  const signal = cancel.signal;
  switch (command) {
    case 'path': {
      const { binaries, reason } = findControlPlane();
      if (binaries === undefined) throw new ControlPlaneError('KB_CONTROL_PLANE_NOT_FOUND', reason);
      console.log(binaries.directory);
      return 0;
    }
    case 'build': {
      try {
        console.log((await buildControlPlane({ log: say, signal })).directory);
      } catch (error) {
        if (values['if-possible'] !== true || !(error instanceof ControlPlaneError)) throw error;
        say(`WARNING: there is no control plane: ${error.message}`);
      }
      return 0;
    }
    case 'start': {
      if (values.build === true) await buildControlPlane({ log: say, signal });
      return await start(values['no-controllers'] !== true, signal, stopRequest);
    }
  }
}

async function start(controllers: boolean, signal: AbortSignal, stopRequest: Promise<void>): Promise<number> {
  const begun = performance.now();
  const failure = Promise.withResolvers<ControlPlaneError>();
  const plane = await startControlPlane({ controllers, signal, onComponentExit: failure.resolve });
  const keepAlive = setInterval(() => undefined, 1 << 30);
  try {
    say(
      `Kubernetes ${plane.version} at ${plane.url}, ready in ${((performance.now() - begun) / 1000).toFixed(1)} s; logs in ${plane.directory}; Ctrl-C ends it`,
    );
    console.log(plane.kubeconfigPath);
    const failed = await Promise.race([stopRequest, failure.promise]);
    if (failed === undefined) return 0;
    throw failed;
  } finally {
    clearInterval(keepAlive);
    await plane.stop();
  }
}

class Interrupted extends Error {}

const commands = ['build', 'start', 'path'] as const;
type Command = (typeof commands)[number];

interface Parsed {
  command: Command;
  values: { help?: boolean; build?: boolean; 'no-controllers'?: boolean; 'if-possible'?: boolean };
}

/** Returns the command and its options, or what is wrong with them. */
function parse(args: string[]): Parsed | string {
  const options = {
    help: { type: 'boolean', short: 'h' },
    build: { type: 'boolean' },
    'no-controllers': { type: 'boolean' },
    'if-possible': { type: 'boolean' },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [name, ...rest] = positionals;
    const command = commands.find((known) => known === name);
    if (values.help === true) return { command: command ?? 'path', values };
    if (command === undefined) return name === undefined ? 'a command is missing' : `there is no command ${name}`;
    if (rest.length > 0) return `unexpected argument ${rest.join(' ')}`;
    if (command !== 'build' && values['if-possible']) return '--if-possible belongs to build';
    if (command !== 'start' && (values.build || values['no-controllers']))
      return '--build and --no-controllers belong to start';
    return { command, values };
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
      return error.message;
    throw error;
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = error instanceof Interrupted ? 130 : 1;
  if (error instanceof ControlPlaneError) {
    const hint =
      error.code === 'KB_CONTROL_PLANE_NOT_FOUND' && !process.env['KUBEBUILDER_ASSETS']
        ? '\nTo build one (needs Go): main.ts build'
        : '';
    say(`error: ${error.message}${hint}`);
  } else if (!(error instanceof Interrupted)) {
    throw error;
  }
}
