import type { Expr } from '../ast/expr.ts';
import { reservedNames } from './operators.ts';
import type { ParseState } from './parse-state.ts';
import { readCall } from './read-call.ts';
import { readList, readMap, readStruct } from './read-collections.ts';
import { readLiteral } from './read-literal.ts';
import type { Token } from './read-token.ts';

/** Reads a value without operators: a constant, a name, a call, a list, a map, or an expression in parentheses. */
export function readPrimary(state: ParseState): Expr {
  state.depth = 0;
  const { current } = state.tokens;
  switch (current.kind) {
    case '(': {
      state.tokens.take();
      const expr = state.readExpression();
      state.tokens.expect(')');
      return expr;
    }
    case '[':
      return readList(state, state.place(state.tokens.take().start));
    case '{':
      return readMap(state, state.place(state.tokens.take().start));
    case '.':
    case 'identifier':
      return readName(state, current.start);
    default:
      return readConstant(state, current);
  }
}

function readConstant(state: ParseState, first: Token): Expr {
  const sign = state.tokens.isSignedNumber() ? state.tokens.take() : undefined;
  const token = state.tokens.current;
  const text = state.tokens.textOf(token);
  const literal = readLiteral(token.kind, sign === undefined ? text : `-${text}`);
  if (literal === undefined) return state.tokens.fail('an expression');
  state.tokens.take();
  if ('problem' in literal) return state.report(literal.problem, first.start);
  return { ...state.place(first.start), kind: 'literal', ...literal };
}

/** A variable, a function or the type of an object. */
function readName(state: ParseState, start: number): Expr {
  const dot = state.tokens.skip('.') === undefined ? '' : '.';
  const typeName = state.tokens.typeName();
  if (typeName !== undefined) return readStruct(state, dot + typeName);
  const token = state.tokens.expect('identifier');
  const name = state.tokens.textOf(token);
  if (reservedNames.has(name)) return readReserved(state, name, start);
  if (state.tokens.is('(')) return readCall(state, dot + name);
  return { ...state.place(token.start), kind: 'ident', name: dot + name };
}

function readReserved(state: ParseState, name: string, start: number): Expr {
  // The arguments of a call are read, but their mistakes are not reported.
  const reported = state.issues.length;
  if (state.tokens.is('(')) readCall(state, '');
  state.keepIssues(reported);
  state.depth = 0;
  return state.report(`reserved identifier: ${name}`, start);
}
