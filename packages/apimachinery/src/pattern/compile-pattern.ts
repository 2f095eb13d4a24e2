import type { RE2JS } from 're2js';
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
 * {@link PatternError}, also for an expression of more than 262,144 characters. The first call loads the engine; on
 * platforms without synchronous loading (browsers), `loadPatternEngine` must be awaited first.
 */
export function compilePattern(pattern: string): Matcher {
  const expression = compileExpression(pattern);
  return (text) => expression.test(text);
}

/** Compiled expressions: definitions repeat a few dozens of times, and users write them. Forgotten all at once. */
const compiled = new Map<string, RE2JS>();
const MOST_COMPILED = 200;
/** Expressions with more instructions are not kept. */
const MOST_INSTRUCTIONS = 2000;

/** Compiles an expression with the engine, as `compilePattern` does. */
function compileExpression(pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  const expression = compileWithEngine(pattern);
  if (expression.programSize() > MOST_INSTRUCTIONS) return expression;
  if (compiled.size >= MOST_COMPILED) compiled.clear();
  compiled.set(pattern, expression);
  return expression;
}

/**
 * The most characters of an expression. Go refuses expressions by their instructions, and takes some of three million
 * characters; the engine needs seconds and a gigabyte for them.
 */
const MOST_CHARACTERS = 256 * 1024;

function compileWithEngine(pattern: string): RE2JS {
  if (pattern.length > MOST_CHARACTERS)
    throw new PatternError(messageOf('error parsing regexp: expression too large', pattern));
  const engine = patternEngine();
  try {
    return engine.RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof engine.RE2JSException)
      throw new PatternError(messageOf(error.message, pattern), { cause: error });
    throw error;
  }
}

/** A regular expression that finds its matches. */
export interface Finder {
  /** Whether there is a match anywhere in a text. */
  matches(text: string): boolean;
  /** The matches, from left to right, that do not overlap; a negative count: all. */
  findAll(text: string, count: number): string[];
  /** How many instructions the expression has for the engine: each may look at each character of a text. */
  readonly instructions: number;
}

/** Compiles a regular expression in RE2's syntax, as `compilePattern` does. */
export function compileFinder(pattern: string): Finder {
  const expression = compileExpression(pattern);
  return {
    instructions: expression.programSize(),
    matches: (text) => expression.test(text),
    findAll: (text, count) => {
      const found: string[] = [];
      const matcher = expression.matcher(text);
      let previousEnd = -1;
      while (found.length !== count && matcher.find()) {
        // Go finds no empty match where the one before ends.
        if (matcher.start() === matcher.end() && matcher.start() === previousEnd) continue;
        found.push(text.slice(matcher.start(), matcher.end()));
        previousEnd = matcher.end();
      }
      return found;
    },
  };
}

/** Go's message, which always names the invalid part of the expression. */
function messageOf(message: string, pattern: string): string {
  if (message.endsWith('`')) return message;
  return `${message}: \`${message.endsWith('trailing backslash at end of expression') ? '' : pattern}\``;
}
