import { compilePattern, PatternError } from '@kb/apimachinery/schema';
import type { ValueProblem } from '../define/marker-definition.ts';

/**
 * The problem of a regular expression that API servers must be able to read, in terms of JavaScript's syntax; undefined
 * for a valid one. `items`: it is for the elements of a list.
 */
export function patternProblem(pattern: string, items: boolean): ValueProblem | undefined {
  const [, inner, flags] = /^\/(.+)\/([dgimsuvy]*)$/.exec(pattern) ?? [];
  if (inner !== undefined) {
    const right = flags?.includes('i') === true ? `(?i)${inner}` : inner;
    return `an expression has no delimiters here, as it has in JavaScript: write ${right}; slashes that are meant are written [/]`;
  }
  try {
    compilePattern(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof PatternError) return inWords(pattern, error, items);
    throw error;
  }
}

/** Names the JavaScript syntax that API servers do not have. */
function inWords(pattern: string, error: PatternError, items: boolean): ValueProblem {
  const [lookaround] = /\(\?<?[!=]/.exec(pattern) ?? [];
  if (lookaround !== undefined) {
    return {
      argument: '',
      message: `the API server's regular expressions have no lookahead or lookbehind: ${lookaround}`,
      hint: lookaroundHint(pattern, lookaround, items),
    };
  }
  const references = /\\[1-9]/.test(pattern) ? '; it has no references to groups, such as \\1' : '';
  return `the API server cannot read the expression: ${error.message}${references}`;
}

const RULE = '// +kubebuilder:validation:XValidation:rule=';

function lookaroundHint(pattern: string, lookaround: string, items: boolean): string {
  const of = (call: string, not = ''): string => (items ? `self.all(item, ${not}item.${call})` : `${not}self.${call}`);
  const [, start] = /^\^\(\?!([\w-]+)\)/.exec(pattern) ?? [];
  if (start !== undefined)
    return `remove (?!${start}), and put a rule on a line of its own above the field: ${RULE}"${of(`startsWith('${start}')`, '!')}"`;
  return `rewrite it without ${lookaround}, or put each condition into a rule on a line of its own above the field: ${RULE}"${of(`matches('[0-9]')`)}"`;
}
