import type { Expr, MapEntry, StructField } from '../ast/expr.ts';
import type { ParseState, Place } from './parse-state.ts';
import type { TokenKind } from './read-token.ts';

/** Reads the name of a field. Returns undefined, and reports it at `reportAt`, if it is in backquotes. */
export function readFieldName(state: ParseState, reportAt: number): string | undefined {
  const name = state.tokens.skip('identifier');
  if (name !== undefined) return state.tokens.textOf(name);
  if (state.tokens.skip('escaped identifier') === undefined) state.tokens.fail('the name of a field');
  state.report("unsupported syntax: '`'", reportAt);
  return undefined;
}

/** Reads a list from after its bracket on. */
export function readList(state: ParseState, place: Place): Expr {
  const elements: Expr[] = [];
  const optionals: number[] = [];
  readItems(state, ']', () => {
    if (state.takeOptional('?', state.tokens.current.start)) optionals.push(elements.length);
    elements.push(state.readExpression());
  });
  return { ...place, kind: 'list', elements, optionals };
}

/** Reads a map from after its brace on. */
export function readMap(state: ParseState, place: Place): Expr {
  const entries: MapEntry[] = [];
  readItems(state, '}', () => {
    const isOptional = state.takeOptional('?', state.tokens.current.start);
    const id = state.numbers.take();
    const key = state.readExpression();
    const depth = state.depth;
    const offset = state.tokens.expect(':').start;
    entries.push({ id, offset, key, value: state.readExpression(), isOptional });
    state.depth = Math.max(depth, state.depth);
  });
  return { ...place, kind: 'map', entries };
}

/** Reads an object with a type from its brace on. */
export function readStruct(state: ParseState, typeName: string): Expr {
  const place = state.place(state.tokens.expect('{').start);
  const fields: StructField[] = [];
  const { start } = state.tokens.current;
  readItems(state, '}', () => {
    const isOptional = state.takeOptional('?', state.tokens.current.start);
    const id = state.numbers.take();
    const name = readFieldName(state, start);
    const reported = state.issues.length;
    const offset = state.tokens.expect(':').start;
    const value = state.readExpression();
    // The value of a field whose name is refused is read, but its mistakes are not reported.
    if (name === undefined) state.keepIssues(reported);
    fields.push({ id, offset, name: name ?? '', value, isOptional });
  });
  return { ...place, kind: 'struct', typeName, fields };
}

/** What stands between brackets, separated by commas; a comma may be the last. */
function readItems(state: ParseState, close: TokenKind, readItem: () => void): void {
  let depth = 0;
  let isLast = state.tokens.skip(',') !== undefined;
  while (!isLast && !state.tokens.is(close)) {
    readItem();
    depth = Math.max(depth, state.depth);
    isLast = state.tokens.skip(',') === undefined;
  }
  state.tokens.expect(close);
  state.depth = depth;
}
