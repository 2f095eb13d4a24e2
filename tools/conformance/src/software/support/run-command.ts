import { spawn } from 'node:child_process';
import { endWithThisProcess, signal } from '../../processes.ts';

/** A program and its arguments. */
export type Command = readonly [string, ...string[]];

/** What a command printed, and its exit code. */
export interface CommandEnd {
  readonly out: string;
  readonly err: string;
  /** Null if a signal ended it. */
  readonly code: number | null;
}

/** Settings of {@link runCommand}. */
export interface CommandOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The text for its standard input. Default: none. */
  readonly input?: string;
  /** The time limit in minutes, after which it is killed. Default: 5. */
  readonly minutes?: number;
}

/** Runs a command to its end. Rejects if it cannot be started, or does not end in time. */
export async function runCommand(
  [program, ...args]: Command,
  { cwd, env, input = '', minutes = 5 }: CommandOptions,
): Promise<CommandEnd> {
  const child = endWithThisProcess(
    spawn(program, args, { cwd, env: { ...process.env, ...env }, detached: true }),
    'group',
  );
  const ended = Promise.withResolvers<number | null>();
  child.once('error', ended.reject).once('close', ended.resolve);
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  // A program may end without reading its input.
  child.stdin.on('error', () => undefined).end(input);
  const timer = setTimeout(() => {
    signal(child, 'SIGKILL', 'group');
    ended.reject(new Error(`${program} ${args.join(' ')} did not end in ${minutes} minutes:\n${out}${err}`));
  }, minutes * 60_000);
  try {
    const code = await ended.promise;
    return { out, err, code };
  } finally {
    clearTimeout(timer);
  }
}

/** Runs a command that must succeed. Rejects with what it printed if it does not. */
export async function mustRun(command: Command, options: CommandOptions): Promise<string> {
  const { out, err, code } = await runCommand(command, options);
  if (code !== 0) throw new Error(`${command.join(' ')}: exit code ${code}\n${out}${err}`);
  return out;
}

/**
 * Runs commands that install or build something, one after another. Returns why one of them failed, so that its program
 * is skipped; undefined if all succeeded.
 */
export async function whyNotInstalled(
  commands: readonly Command[],
  options: CommandOptions,
): Promise<string | undefined> {
  for (const command of commands) {
    const { out, err, code } = await runCommand(command, options).catch((error: unknown) => ({
      out: '',
      err: String(error),
      code: 1,
    }));
    // Maven writes its errors to standard output.
    if (code !== 0) return `${command.join(' ')}: ${(err.trim() || out.trim()).split('\n').at(-1)}`;
  }
  return undefined;
}
