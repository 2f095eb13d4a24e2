import type { Expr } from '../ast/expr.ts';
import { MacroNodes } from './macros/node-factory.ts';
import type { ParseState } from './parse-state.ts';

/** What a macro gets that has no target. */
const noTarget: Expr = { id: 0, offset: 0, kind: 'literal', type: 'null' };

/** Reads a call from its parenthesis on, and expands it if it is a macro. */
export function readCall(state: ParseState, name: string, target?: Expr): Expr {
  let depth = target === undefined ? 0 : state.depth;
  const place = state.place(state.tokens.expect('(').start);
  const args: Expr[] = [];
  while (!state.tokens.is(')')) {
    if (args.length > 0) state.tokens.expect(',');
    args.push(state.readExpression());
    depth = Math.max(depth, state.depth);
  }
  state.tokens.expect(')');
  state.setDepth(target === undefined ? depth : 1 + depth);
  const expand = state.macros.get(`${name}:${args.length}:${target !== undefined}`);
  // The macros of a tree that is too deep are not expanded: it is refused at the end.
  if (expand === undefined || state.isTooDeep)
    return { ...place, kind: 'call', name, args, ...(target !== undefined && { target }) };
  const nodes = new MacroNodes(state.numbers, place.offset);
  const expansion = expand(nodes, args, target ?? noTarget);
  return expansion.kind === 'mistake' ? state.report(expansion.message, expansion.at.offset) : expansion;
}
