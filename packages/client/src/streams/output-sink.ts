import { concatBytes } from '@kb/apimachinery/codec';
import { StreamError } from '../errors/stream-error.ts';
import type { StreamOutput } from '../container-streams.ts';

/** Takes the output of a process. */
export interface OutputSink {
  /** Resolves when the next chunk may come. */
  write(chunk: Uint8Array): void | Promise<void>;
  /** Returns the collected text, and releases the stream. */
  finish(): string;
}

/** The output that a result collects by default, in bytes. */
const MAX_OUTPUT = 16 << 20;

/** Creates a sink: the caller's, or one that collects at most `limit` bytes. */
export function outputSink(output: StreamOutput | undefined, limit: number = MAX_OUTPUT): OutputSink {
  if (output === undefined) return collect(limit);
  if (typeof output === 'function') return { write: output, finish: () => '' };
  const writer = output.getWriter();
  return {
    write: (chunk) => writer.write(chunk),
    finish: () => {
      writer.releaseLock();
      return '';
    },
  };
}

function collect(limit: number): OutputSink {
  const chunks: Uint8Array[] = [];
  let length = 0;
  return {
    write: (chunk) => {
      length += chunk.length;
      if (length > limit) {
        const hint = 'pass stdout and stderr to take it as it comes, or a higher maxOutput';
        throw new StreamError('KB_OUTPUT_TOO_LONG', `the process wrote more than ${limit} bytes: ${hint}`);
      }
      chunks.push(chunk);
    },
    finish: () => new TextDecoder().decode(concatBytes(chunks, length)),
  };
}
