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
 * Makes a matcher of a regular expression in RE2's syntax, as the API server and CEL read it. Matching takes linear
 * time for every expression: JavaScript's own engine would read some expressions differently, and a hostile one could
 * block the process. Throws a {@link PatternError}. The engine is loaded by the first call; where nothing can be loaded
 * synchronously (browsers), `loadPatternEngine` must have been awaited before.
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
