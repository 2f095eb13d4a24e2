import type { Clock } from '@kb/apimachinery';
import { createLogger, type Logger, textSink } from '@kb/runtime';

/** How many lines are told with a failure. */
const kept = 10;

/** Keeps what controllers log as errors, for the day that a test waits in vain. */
export interface TestLog {
  readonly log: Logger;
  /** Adds the last error lines to the message of a failed wait, and throws it again. */
  explain(this: void, error: unknown): never;
}

/** Makes an empty log. */
export function createTestLog(clock: Clock): TestLog {
  const lines: string[] = [];
  const sink = textSink((text) => {
    lines.push(text.trimEnd());
    if (lines.length > kept) lines.shift();
  });
  return {
    log: createLogger({ clock, sink, level: 'error' }),
    explain: (error) => {
      if (error instanceof Error && lines.length > 0 && !error.message.includes(heading)) {
        error.message = `${error.message}\n\n${heading}\n${lines.join('\n')}`;
      }
      throw error;
    },
  };
}

const heading = 'The last errors that controllers logged:';
