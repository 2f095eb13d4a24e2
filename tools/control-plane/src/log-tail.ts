import { open } from 'node:fs/promises';

const TAIL_BYTES = 64 * 1024;
const LINE_LENGTH = 400;

/**
 * The last `lines` non-empty lines of a log file, each cut to 400 characters; empty when the file is missing or empty.
 * Never throws.
 */
export async function logTail(file: string, lines = 20): Promise<string[]> {
  try {
    await using handle = await open(file, 'r');
    const { size } = await handle.stat();
    const start = Math.max(0, size - TAIL_BYTES);
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(size - start), 0, size - start, start);
    return buffer
      .toString('utf8', 0, bytesRead)
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(-lines)
      .map((line) => (line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH)}…` : line));
  } catch {
    return []; // the log only adds to an error that is being reported already
  }
}

/**
 * {@link logTail} as an indented paragraph for an error message: `\n<title>:\n  line…`, or a line that says the log is
 * empty.
 */
export async function describeLog(title: string, file: string, lines?: number): Promise<string> {
  const tail = await logTail(file, lines);
  return tail.length === 0
    ? `\n${title} is empty`
    : `\n${title} ends with:\n${tail.map((line) => `  ${line}`).join('\n')}`;
}
