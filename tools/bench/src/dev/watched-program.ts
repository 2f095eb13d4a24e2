import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A program whose lines are waited for. */
export interface WatchedProgram {
  /** Resolves when a line has this text, which is looked for in lines after those that were waited for before. */
  line(text: string): Promise<void>;
  /** Ends it with SIGINT. Resolves when it has ended. */
  stop(): Promise<void>;
}

/** Starts Node with arguments. Waiting for a line rejects if the program ends before. */
export function watchProgram(
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): WatchedProgram {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let arrived = Promise.withResolvers<void>();
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => {
      lines.push(line);
      arrived.resolve();
    });
  const ended = once(child, 'exit');
  void ended.then(() => arrived.resolve());
  let seen = 0;
  return {
    async line(text) {
      for (;;) {
        for (; seen < lines.length; seen += 1) {
          if (lines[seen]?.includes(text) !== true) continue;
          seen += 1;
          return;
        }
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`${args.join(' ')} ended before "${text}":\n${lines.slice(-20).join('\n')}`);
        arrived = Promise.withResolvers();
        await arrived.promise;
      }
    },
    async stop() {
      child.kill('SIGINT');
      await ended;
    },
  };
}
