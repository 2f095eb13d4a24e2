import type { Expr } from '../ast/expr.ts';
import type { ParseState } from './parse-state.ts';
import { readCall } from './read-call.ts';
import { readFieldName } from './read-collections.ts';
import { readPrimary } from './read-primary.ts';
import type { Token } from './read-token.ts';

/** Reads a value, with the fields, indexes and calls after it: `self.items[0].size()`. */
export function readMember(state: ParseState): Expr {
  let operand = readPrimary(state);
  for (;;) {
    const token = state.tokens.skip('.') ?? state.tokens.skip('[');
    if (token === undefined) return operand;
    operand = token.kind === '.' ? readField(state, operand, token) : readIndex(state, operand, token);
  }
}

function readField(state: ParseState, operand: Expr, dot: Token): Expr {
  const isOptional = state.takeOptional('.?', dot.start);
  const name = state.tokens.current;
  const field = readFieldName(state, name.start) ?? '';
  if (name.kind === 'identifier' && !isOptional && state.tokens.is('(')) return readCall(state, field, operand);
  state.setDepth(1 + state.depth);
  if (!isOptional) return { ...state.place(dot.start), kind: 'select', operand, field, isTest: false };
  const literal: Expr = { ...state.place(name.start), kind: 'literal', type: 'string', value: field };
  return { ...state.place(dot.start), kind: 'call', name: '_?._', args: [operand, literal] };
}

function readIndex(state: ParseState, operand: Expr, bracket: Token): Expr {
  const operandDepth = state.depth;
  const place = state.place(bracket.start);
  const name = state.takeOptional('[?', bracket.start) ? '_[?_]' : '_[_]';
  const index = state.readExpression();
  state.tokens.expect(']');
  state.setDepth(1 + Math.max(operandDepth, state.depth));
  return { ...place, kind: 'call', name, args: [operand, index] };
}
