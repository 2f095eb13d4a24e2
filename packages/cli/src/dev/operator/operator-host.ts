// `kb dev` loads this into the operator's process before the main module (--import). It imports what the operator needs
// while another one still runs, lets the main module wait for a signal, answers kb while the event loop runs, and ends
// the process when kb is killed.
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { FromOperator, ToOperator } from './operator-messages.ts';

/** The module that the main module imports last, after which it runs. */
const GATE = 'kb-dev:gate';
/** How long the operator may take to end after kb was killed, in milliseconds. */
const GRACE = 5000;
const openGate = Symbol.for('kb.dev.gate');

if (process.channel && process.argv[1] !== undefined) await host(pathToFileURL(process.argv[1]).href);

async function host(main: string): Promise<void> {
  const asked = { load: Promise.withResolvers<void>(), run: Promise.withResolvers<void>() };
  let preloaded: Promise<void> | undefined;
  const listen = (message: ToOperator): void => {
    if (message.dev === 'preload') preloaded = importAll(message.modules);
    if (message.dev === 'load') asked.load.resolve();
    if (message.dev === 'run') asked.run.resolve();
    if (message.dev === 'ping') answer();
  };
  process.on('message', listen);
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
    // kb is gone, so nothing else would kill an operator that ignores SIGTERM.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), GRACE).unref();
  });

  const report = reportImports();
  const waitToRun = async (): Promise<void> => {
    report.loaded();
    await asked.run.promise;
    // From now on the channel does not keep the process alive.
    process.channel?.unref();
  };
  Object.assign(globalThis, { [openGate]: waitToRun });
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === GATE ? { url: GATE, format: 'module', shortCircuit: true } : next(specifier, context),
    load(url, context, next) {
      if (url === GATE) {
        const source = `await globalThis[Symbol.for('kb.dev.gate')]();`;
        return { format: 'module', source, shortCircuit: true };
      }
      report.imported(url);
      const loaded = next(url, context);
      if (url !== main) return loaded;
      // Appended, so that no line or column moves; imports are evaluated in their order, before the rest.
      if (loaded.format?.startsWith('module') && loaded.source !== undefined && loaded.source !== null)
        return { ...loaded, source: `${textOf(loaded.source)}\nimport '${GATE}';` };
      // A CommonJS module cannot wait.
      report.loaded();
      process.channel?.unref();
      return loaded;
    },
  });

  await asked.load.promise;
  await preloaded;
}

function answer(): void {
  const message: FromOperator = { dev: 'pong' };
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

/** A module that is gone, or fails, is reported when the operator itself imports it. */
async function importAll(modules: readonly string[]): Promise<void> {
  for (const url of modules) await import(url).catch(() => undefined);
}

/** Reports the files that are imported: all at once while loading, and later ones as they come. */
function reportImports(): { imported(url: string): void; loaded(): void } {
  let files: string[] = [];
  let isLoaded = false;
  const send = (dev: 'loaded' | 'imported'): void => {
    const message: FromOperator = { dev, files };
    files = [];
    if (process.connected) process.send?.(message);
  };
  return {
    imported(url) {
      if (!url.startsWith('file:')) return;
      files.push(url);
      if (isLoaded && files.length === 1) setImmediate(() => send('imported'));
    },
    loaded() {
      isLoaded = true;
      send('loaded');
    },
  };
}

function textOf(source: string | ArrayBuffer | NodeJS.TypedArray): string {
  return typeof source === 'string' ? source : new TextDecoder().decode(source);
}
