import type { Clock, LogLine } from '@kb/apimachinery';
import type { ContainerLogs, OutputLine } from '../kubelet/options/container-behavior.ts';

/** Returns the lines of an author's logs. `time`: of lines that have none. */
export function logLines(logs: ContainerLogs, time: number): LogLine[] {
  if (typeof logs !== 'string') return logs.flatMap((line) => splitLine(line, time));
  return logs === '' ? [] : splitLine(logs.replace(/\n$/, ''), time);
}

/** Returns the lines that an author's function prints; each has the time at which it is printed. */
export async function* logLinesFrom(
  lines: AsyncIterable<OutputLine>,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<LogLine> {
  const iterator = lines[Symbol.asyncIterator]();
  const over = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  try {
    for (;;) {
      // A function that does not use the signal must not keep the client's connection.
      const next = await Promise.race([iterator.next(), over]);
      if (next === undefined || next.done) return;
      yield* splitLine(next.value, clock.now());
    }
  } finally {
    // It may wait for what never comes.
    void iterator.return?.();
  }
}

function splitLine(line: OutputLine, defaultTime: number): LogLine[] {
  const { text, time = defaultTime, stream = 'stdout' } = typeof line === 'string' ? { text: line } : line;
  return text.split('\n').map((one) => ({ time, stream, text: one }));
}
