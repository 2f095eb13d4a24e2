import { hostname } from 'node:os';
import { createClient, createTransport, loadKubeConfig, systemClock, systemRandom } from '@kb/client';
import type { CacheOptions } from '../cache/cache.ts';
import type { Controller } from '../controller/controller.ts';
import type { Milliseconds } from '../durations.ts';
import { createLogger, type Logger, type LogLevel } from '../log/logger.ts';
import { jsonSink, textSink } from '../log/sinks.ts';
import { createManager } from './manager.ts';

/** Options of {@link runManager}. */
export interface RunManagerOptions {
  readonly controllers: readonly Controller[];
  readonly cache?: CacheOptions;
  /**
   * Default: a logger to standard error: plain lines on a terminal, else JSON lines. The environment chooses otherwise: `LOG_FORMAT=text|json`,
   * `LOG_LEVEL=debug|info|error`.
   */
  readonly log?: Logger;
  /** Default: 30 seconds. */
  readonly gracefulShutdownTimeout?: Milliseconds;
}

/**
 * Runs controllers as a process: what `main.ts` calls. The API server is that of `$KUBECONFIG`, the pod's service account, or `~/.kube/config`. SIGINT and
 * SIGTERM stop it gracefully, a second one at once. Resolves when all has ended, with the exit code for the process: 0, or 1 when something went wrong, which
 * then has been logged. Never rejects.
 *
 * ```ts
 * process.exitCode = await runManager({ controllers });
 * ```
 */
export async function runManager(options: RunManagerOptions): Promise<number> {
  const log = options.log ?? processLogger();
  const stop = new AbortController();
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stop.signal.aborted) process.exit(1);
    log.info('Stopping', { signal });
    stop.abort(new Error(`stopped by ${signal}`));
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  try {
    await connectAndRun(options, log, stop.signal);
    log.info('Stopped');
    return 0;
  } catch (error) {
    log.error(error, 'The manager stopped');
    return 1;
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}

async function connectAndRun(options: RunManagerOptions, log: Logger, signal: AbortSignal): Promise<void> {
  const access = await loadKubeConfig({ env: process.env });
  const transport = createTransport(access);
  try {
    const client = createClient({
      transport,
      clock: systemClock,
      random: systemRandom,
      onWarning: (warning) => log.info('Warning of the API server', { warning }),
    });
    // A kubeconfig that leads nowhere is told at once, and not after the caches did not fill.
    await client.getJson('/version', { signal });
    const { controllers, cache, gracefulShutdownTimeout } = options;
    const manager = createManager({
      client,
      clock: systemClock,
      random: systemRandom,
      controllers,
      cache: { freeze: process.env['NODE_ENV'] !== 'production', ...cache },
      log,
      hostname: hostname(),
      ...(gracefulShutdownTimeout !== undefined && { gracefulShutdownTimeout }),
    });
    await manager.start(signal);
  } finally {
    await transport.close();
  }
}

function processLogger(): Logger {
  const { LOG_FORMAT: format = process.stderr.isTTY ? 'text' : 'json', LOG_LEVEL: level = 'info' } = process.env;
  const write = (text: string): void => void process.stderr.write(text);
  return createLogger({
    clock: systemClock,
    sink: format === 'text' ? textSink(write) : jsonSink(write),
    level: isLevel(level) ? level : 'info',
  });
}

const isLevel = (text: string): text is LogLevel => text === 'debug' || text === 'info' || text === 'error';
