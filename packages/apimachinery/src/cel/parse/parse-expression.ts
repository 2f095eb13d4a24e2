import type { Expr } from '../ast/expr.ts';
import { type CelIssue, countCharacters, locationOf, wholeExpression } from '../issue.ts';
import type { Macros } from './macros/macro.ts';
import { TooManyNodesError } from './macros/node-factory.ts';
import { type ParseOptions, ParseState, TooDeepError } from './parse-state.ts';
import { readExpression } from './read-expression.ts';
import { CelSyntaxError } from './token-stream.ts';

/** An expression that follows the grammar, or what is wrong with it. */
export type ParsedExpression =
  | { readonly expr: Expr; readonly issues?: never }
  | {
      readonly expr?: never;
      readonly issues: readonly CelIssue[];
      /** Whether the text does not follow the grammar: cel-go has other words for that. */
      readonly isSyntaxError: boolean;
    };

const MAX_CHARACTERS = 100_000;

/** Reads an expression, and expands its macros, as cel-go does. Its time grows with the length of the text. */
export function parseExpression(text: string, macros: Macros, options: ParseOptions = {}): ParsedExpression {
  const size = text.length > MAX_CHARACTERS ? countCharacters(text, 0, text.length) : 0;
  if (size > MAX_CHARACTERS)
    return refused(`expression code point size exceeds limit: size: ${size}, limit ${MAX_CHARACTERS}`);
  const state = new ParseState(text, macros, options, readExpression);
  try {
    const expr = state.readExpression();
    if (!state.tokens.is('end')) state.tokens.fail('an operator or the end');
    if (state.isTooDeep) return refused('max recursion depth exceeded');
    return state.issues.length === 0 ? { expr } : { issues: state.issues, isSyntaxError: false };
  } catch (error) {
    if (error instanceof CelSyntaxError)
      return { issues: [{ ...locationOf(text, error.offset), message: error.message }], isSyntaxError: true };
    if (error instanceof TooDeepError) return refused(error.message);
    if (error instanceof TooManyNodesError) return refused(`the macros of the expression make ${error.message}`);
    throw error;
  }
}

function refused(message: string): ParsedExpression {
  return { issues: [{ ...wholeExpression, message }], isSyntaxError: false };
}
