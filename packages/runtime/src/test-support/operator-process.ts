import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A line of its log. */
export type OperatorLine = Readonly<Record<string, unknown>> & { readonly msg: string };

/** A process of a test's operator. */
export interface OperatorProcess {
  readonly name: string;
  readonly pid: number;
  /** Every line of its log so far. */
  readonly lines: readonly OperatorLine[];
  /** What it printed outside of its log. */
  readonly complaints: readonly string[];
  /**
   * Resolves with the first line of that message, also one that was there before; rejects when the process ends first.
   */
  line(message: string): Promise<OperatorLine>;
  /** Resolves when it has ended, with its exit code or its signal. */
  readonly ended: Promise<number | string>;
  /** Ends it by SIGTERM, or by SIGKILL. Does nothing when it has ended. */
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<number | string>;
}

/** How a test's operator is started. */
export interface OperatorProcessOptions {
  /** A file of `test-support`. */
  readonly program: string;
  readonly name: string;
  readonly kubeconfig: string;
  readonly args?: readonly string[];
  readonly nodeArgs?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts an operator from its sources. */
export function startOperator(options: OperatorProcessOptions): OperatorProcess {
  const { program, name, kubeconfig, args = [], nodeArgs = [], env = {} } = options;
  const file = fileURLToPath(new URL(program, import.meta.url));
  const child: ChildProcess = spawn(
    process.execPath,
    ['--conditions=@kb/source', '--disable-warning=ExperimentalWarning', ...nodeArgs, file, name, ...args],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, NODE_OPTIONS: '', KUBECONFIG: kubeconfig, LOG_FORMAT: 'json', ...env },
    },
  );
  if (child.pid === undefined || !child.stderr) throw new Error(`${program} did not start`);
  const lines: OperatorLine[] = [];
  const complaints: string[] = [];
  const waiting = new Set<() => void>();
  let isOver = false;
  const told = (): void => {
    for (const look of waiting) look();
  };
  createInterface({ input: child.stderr }).on('line', (text) => {
    try {
      lines.push(JSON.parse(text) as OperatorLine);
    } catch {
      complaints.push(text);
    }
    told();
  });
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => {
    isOver = true;
    told();
    return typeof code === 'number' ? code : String(signal);
  });
  return {
    name,
    pid: child.pid,
    lines,
    complaints,
    line: (message) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = lines.find(({ msg }) => msg === message);
          if (!found && !isOver) return;
          waiting.delete(look);
          if (found) resolve(found);
          else {
            const said = [...lines.map((line) => JSON.stringify(line)), ...complaints].slice(-20).join('\n');
            reject(new Error(`${name} ended without saying "${message}":\n${said}`));
          }
        };
        waiting.add(look);
        look();
      }),
    ended,
    end: (signal = 'SIGTERM') => {
      if (!isOver) child.kill(signal);
      return ended;
    },
  };
}
