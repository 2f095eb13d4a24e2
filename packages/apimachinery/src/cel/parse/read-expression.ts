import type { Expr } from '../ast/expr.ts';
import { balance, calculations, relations } from './operators.ts';
import type { ParseState, Place } from './parse-state.ts';
import { readMember } from './read-member.ts';
import type { TokenKind } from './read-token.ts';

/** Reads an expression: `a || b ? c : d`. */
export function readExpression(state: ParseState): Expr {
  return state.nested('expression', () => readConditional(state));
}

function readConditional(state: ParseState): Expr {
  const condition = readOr(state);
  const conditionDepth = state.depth;
  const operator = state.tokens.skip('?');
  if (operator === undefined) return condition;
  const place = state.place(operator.start);
  const then = readOr(state);
  const thenDepth = state.depth;
  state.tokens.expect(':');
  const otherwise = readExpression(state);
  state.setDepth(1 + Math.max(conditionDepth, thenDepth, state.depth));
  return { ...place, kind: 'call', name: '_?_:_', args: [condition, then, otherwise] };
}

function readOr(state: ParseState): Expr {
  return readChain(state, '||', '_||_', () => readChain(state, '&&', '_&&_', () => readRelation(state)));
}

function readChain(state: ParseState, kind: TokenKind, name: string, readTerm: () => Expr): Expr {
  const terms = [readTerm()];
  const operators: Place[] = [];
  let depth = state.depth;
  for (let token = state.tokens.skip(kind); token !== undefined; token = state.tokens.skip(kind)) {
    terms.push(readTerm());
    operators.push(state.place(token.start));
    depth = Math.max(depth, state.depth);
  }
  state.depth = depth;
  return balance(name, terms, operators);
}

function readRelation(state: ParseState): Expr {
  return state.nested('relation', () => {
    let left = readCalculation(state, 0);
    for (;;) {
      const name = relations[state.tokens.current.kind];
      if (name === undefined) return left;
      left = readBinary(state, name, left, () => state.nested('relation', () => readCalculation(state, 0)));
    }
  });
}

function readCalculation(state: ParseState, precedence: number): Expr {
  return state.nested('calculation', () => {
    let left = readUnary(state);
    for (;;) {
      const operator = calculations[state.tokens.current.kind];
      if (operator === undefined || operator.precedence < precedence) return left;
      left = readBinary(state, operator.name, left, () => readCalculation(state, operator.precedence + 1));
    }
  });
}

function readBinary(state: ParseState, name: string, left: Expr, readRight: () => Expr): Expr {
  const leftDepth = state.depth;
  const place = state.place(state.tokens.take().start);
  const right = readRight();
  state.setDepth(1 + Math.max(leftDepth, state.depth));
  return { ...place, kind: 'call', name, args: [left, right] };
}

function readUnary(state: ParseState): Expr {
  const { kind, start } = state.tokens.current;
  if ((kind !== '!' && kind !== '-') || state.tokens.isSignedNumber()) return readMember(state);
  let isOdd = false;
  while (state.tokens.skip(kind) !== undefined) isOdd = !isOdd;
  if (!isOdd) return readMember(state);
  const place = state.place(start);
  return { ...place, kind: 'call', name: kind === '!' ? '!_' : '-_', args: [readMember(state)] };
}
