import { aCount, checkOptions, positiveMilliseconds } from '../check-options.ts';
import { type Milliseconds, minutes } from '../durations.ts';

/** Options of {@link createComputePool}. */
export interface ComputePoolOptions {
  /**
   * The most functions that run concurrently, each in its own thread; others wait. Default: the number of processors
   * that Node reports.
   */
  readonly maxThreads?: number;
  /** How long an idle thread is kept. Default: a minute. */
  readonly idleTimeout?: Milliseconds;
}

/** A function that threads can call: the name of an export of a module. */
export interface ComputedFunction {
  /** `new URL('./plan.ts', import.meta.url)`: loaded once in each thread. */
  readonly module: URL;
  readonly name: string;
}

/** Options of one call. */
export interface ComputeOptions {
  /** Aborts the computation at any point, together with its thread: a reconciler's `signal`. Default: none. */
  readonly signal?: AbortSignal;
}

/** Calls functions in threads, so that they do not block the event loop. */
export interface ComputePool extends AsyncDisposable {
  /**
   * Calls a function in a thread. Its argument and its result are copied (structured clone): plain data. Rejects with
   * the error that it throws, or with the reason of the signal when that is aborted first.
   */
  run<F extends (input: never) => unknown>(
    computed: ComputedFunction,
    input: Parameters<F>[0],
    options?: ComputeOptions,
  ): Promise<Awaited<ReturnType<F>>>;
  /** Ends all threads, even those that are computing. */
  close(): Promise<void>;
}

/** The error for a pool whose package is not installed. */
export class ComputePoolError extends Error {
  override readonly name = 'ComputePoolError';
  readonly code = 'KB_PISCINA_MISSING';
}

/**
 * Creates a thread pool for functions with long computations. On the event loop, they would block everything else:
 * watches, requests, webhooks. The first call starts threads. Requires the package piscina (`npm install piscina`);
 * without it, calls reject with a {@link ComputePoolError}.
 *
 * ```ts
 * import type { plan } from './plan.ts';
 *
 * const pool = createComputePool();
 * const planned = { module: new URL('./plan.ts', import.meta.url), name: 'plan' };
 * controllerFor(apps).reconcile(async ({ key, client, signal }) => {
 *   const steps = await pool.run<typeof plan>(planned, { key, wanted: 100 }, { signal });
 *   …
 * });
 * ```
 *
 * Throws a TypeError if an option is invalid.
 */
export function createComputePool(options: ComputePoolOptions = {}): ComputePool {
  checkOptions('createComputePool', options, { maxThreads: aCount, idleTimeout: positiveMilliseconds });
  const { maxThreads, idleTimeout = minutes(1) } = options;
  let made: Promise<Threads> | undefined;
  let closed = false;

  const make = (): Promise<Threads> =>
    startThreads({ minThreads: 0, ...(maxThreads !== undefined && { maxThreads }), idleTimeout });

  const close = async (): Promise<void> => {
    closed = true;
    await (await made?.catch(() => undefined))?.destroy();
  };

  const run = async <F extends (input: never) => unknown>(
    { module, name }: ComputedFunction,
    input: Parameters<F>[0],
    { signal }: ComputeOptions = {},
  ): Promise<Awaited<ReturnType<F>>> => {
    if (closed) throw new Error('the compute pool is closed');
    signal?.throwIfAborted();
    const pool = await (made ??= make());
    signal?.throwIfAborted();
    try {
      const answer = await pool.run(input, { filename: module.href, name, ...(signal && { signal }) });
      return answer as Awaited<ReturnType<F>>;
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    }
  };

  return {
    run,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The part of piscina that is used. */
interface Threads {
  run(input: unknown, options: { filename: string; name: string; signal?: AbortSignal }): Promise<unknown>;
  destroy(): Promise<void>;
}

/** Loads piscina: only for the first call, because an operator without such functions does not need it. */
async function startThreads(options: {
  minThreads: number;
  maxThreads?: number;
  idleTimeout: number;
}): Promise<Threads> {
  let piscina;
  try {
    piscina = await import('piscina');
  } catch (cause) {
    throw new ComputePoolError(
      'a compute pool needs the package piscina, which is not installed: npm install piscina',
      {
        cause,
      },
    );
  }
  return new piscina.Piscina(options);
}
