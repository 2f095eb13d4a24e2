import type { Clock } from '@kb/apimachinery';
import { createLogger, type LogEntry, type Logger, textSink } from '@kb/runtime';
import { rephrase } from './error-stacks.ts';

/** How many different errors are reported with a failure. */
const KEPT = 10;

/** Keeps the errors that controllers log, for the message of a failed wait. */
export interface TestLog {
  readonly log: Logger;
  /** Adds the last errors to the message of a failed wait, and throws it again. */
  explain(this: void, error: unknown): never;
}

/** A group of equal errors. */
interface Told {
  /** The time of the last one, as in its line. */
  readonly time: string;
  /** The line without its time. */
  readonly text: string;
  readonly stack: string | undefined;
  readonly count: number;
}

/** Makes an empty log. */
export function createTestLog(clock: Clock): TestLog {
  /** Errors by text, the last logged at the end. */
  const errors = new Map<string, Told>();
  const sink = (entry: LogEntry): void => {
    const { line, stack } = linesOf(entry);
    const space = line.indexOf(' ');
    const [time, text] = [line.slice(0, space), line.slice(space + 1)];
    const count = (errors.get(text)?.count ?? 0) + 1;
    errors.delete(text);
    errors.set(text, { time, text, stack, count });
    const [oldest] = errors.keys();
    if (errors.size > KEPT && oldest !== undefined) errors.delete(oldest);
  };
  return {
    log: createLogger({ clock, sink, level: 'error' }),
    explain: (error) => {
      if (error instanceof Error && errors.size > 0 && !error.message.includes(HEADING)) {
        rephrase(error, `${error.message}\n\n${HEADING}\n${tell([...errors.values()])}`);
      }
      throw error;
    },
  };
}

const HEADING = 'The last errors that controllers logged:';

/** Returns the line of an entry, without the parts that differ between attempts, and its stack. */
function linesOf(entry: LogEntry): Pick<Told, 'stack'> & { readonly line: string } {
  const { reconcileID: _, ...values } = entry.values;
  let text = '';
  textSink((written) => (text = written.trimEnd()))({ ...entry, values });
  const stack = entry.error instanceof Error ? entry.error.stack : undefined;
  if (stack === undefined || !text.endsWith(`\n${stack}`)) return { line: text, stack: undefined };
  return { line: text.slice(0, -stack.length - 1), stack };
}

/** Formats each error once, with the stack of the last one that has a stack. */
function tell(errors: readonly Told[]): string {
  const last = errors.findLast(({ stack }) => stack !== undefined);
  return errors
    .map((error) => {
      const { time, text, stack, count } = error;
      const line = `${time} ${text}${count > 1 ? ` (${count} times)` : ''}`;
      // Not formatted as a stack: test runners would read its frames as those of the failure.
      return (error === last ? `${line}\n${stack}` : line).replaceAll('\n', '\n  | ');
    })
    .join('\n');
}
