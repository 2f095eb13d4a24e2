import { Worker } from 'node:worker_threads';
import type { Diagnostic, WritePlan } from '@kb/codegen';

/** What the generator found, and would write. */
export interface GeneratorResult {
  readonly diagnostics: readonly Diagnostic[];
  /** What was generated; undefined if the project file is invalid. */
  readonly files?: readonly unknown[];
  readonly plan?: WritePlan;
}

/** The answer of the thread: a result, or the error that was thrown. */
export type GeneratorAnswer = GeneratorResult | { readonly error: unknown };

/** The generator in a thread. */
export interface Generator {
  /** Generates a project's files, and writes nothing. One call at a time. Rejects if the thread is ended. */
  generate(root: string): Promise<GeneratorResult>;
  stop(): Promise<void>;
}

/** Returns a generator, whose thread is started at its first use. */
export function createGenerator(): Generator {
  let thread: Worker | undefined;
  return {
    generate(root) {
      thread ??= startThread();
      const worker = thread;
      return new Promise((resolve, reject) => {
        const done = (): void => {
          worker.off('message', answered);
          worker.off('error', ended);
          worker.off('exit', ended);
        };
        const answered = (answer: GeneratorAnswer): void => {
          done();
          if ('error' in answer) reject(answer.error instanceof Error ? answer.error : new Error(String(answer.error)));
          else resolve(answer);
        };
        const ended = (error: unknown): void => {
          done();
          thread = undefined;
          reject(error instanceof Error ? error : new Error('the generator was ended'));
        };
        worker.on('message', answered);
        worker.on('error', ended);
        worker.on('exit', ended);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of a thread, not of a window
        worker.postMessage(root);
      });
    },
    async stop() {
      await thread?.terminate();
      thread = undefined;
    },
  };
}

function startThread(): Worker {
  const suffix = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new Worker(new URL(`./generator-thread.${suffix}`, import.meta.url), { name: 'generator' });
}
