import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { drained, type ProcessStreams } from '@kb/apimachinery';

/** A program of this machine. */
export interface LocalCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** Default: the folder of this process. */
  readonly directory: string | undefined;
}

/**
 * Runs a program without a shell, connected with a client; resolves with its exit code, 128 and the signal's number if
 * a signal has ended it. It is killed when the client goes away. Rejects if it cannot be started.
 */
export async function runLocally({ file, args, directory }: LocalCommand, streams: ProcessStreams): Promise<number> {
  const { signal, stdin, stdout, stderr } = streams;
  signal.throwIfAborted();
  const child = spawn(file, args, { stdio: 'pipe', ...(directory !== undefined && { cwd: directory }) });
  await once(child, 'spawn');
  const kill = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  if (signal.aborted) kill();
  try {
    const ended = once(child, 'close');
    // The input may never end: the process decides when it is over.
    void feed(stdin, child.stdin);
    const outputs = Promise.all([drain(child.stdout, stdout), drain(child.stderr, stderr)]);
    // Output that the client does not take ends the process.
    outputs.catch(kill);
    const [code, by] = (await ended) as [number | null, NodeJS.Signals | null];
    await outputs;
    return code ?? 128 + (by === null ? 0 : constants.signals[by]);
  } finally {
    signal.removeEventListener('abort', kill);
    kill();
  }
}

async function feed(input: AsyncIterable<Uint8Array>, stdin: Writable): Promise<void> {
  // A process may end without reading its input.
  stdin.on('error', () => undefined);
  try {
    for await (const bytes of input) {
      if (!stdin.writable) return;
      if (!stdin.write(bytes)) await drained(stdin);
    }
  } catch {
    // The client is gone, or the process has closed its input.
  } finally {
    stdin.end();
  }
}

async function drain(output: Readable, send: (bytes: Uint8Array) => Promise<void>): Promise<void> {
  for await (const bytes of output) await send(bytes as Buffer);
}
