import { patternEngine } from './pattern-engine.ts';

/** Whether a text has a match of an expression, anywhere in it. */
export type Matcher = (text: string) => boolean;

/**
 * A regular expression that RE2 does not accept. `message` is Go's: `error parsing regexp: missing closing ): …`.
 */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/**
 * Compiles a regular expression in RE2's syntax, as used by the API server and CEL. Matching takes linear time;
 * JavaScript's own engine reads some expressions differently, and a hostile one could block the process. Throws a
 * {@link PatternError}. The first call loads the engine; on platforms without synchronous loading (browsers),
 * `loadPatternEngine` must be awaited first.
 */
export function compilePattern(pattern: string): Matcher {
  const engine = patternEngine();
  try {
    const expression = engine.RE2JS.compile(pattern);
    return (text) => expression.test(text);
  } catch (error) {
    if (error instanceof engine.RE2JSException)
      throw new PatternError(messageOf(error.message, pattern), { cause: error });
    throw error;
  }
}

/** Go's message, which always names the invalid part of the expression. */
function messageOf(message: string, pattern: string): string {
  if (message.endsWith('`')) return message;
  return `${message}: \`${message.endsWith('trailing backslash at end of expression') ? '' : pattern}\``;
}
