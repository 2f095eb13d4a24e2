import { ts } from '../compiler.ts';
import { PRINT_WIDTH } from './fit-list.ts';
import { indentationAt, type Insertion, inserted, lineBreakOf } from './insertion.ts';
import type { ListEdit } from './list-entry.ts';
import { boundNames, fitImports, importEdits, isImported } from './named-imports.ts';
import { callsOf, findNode, parseSource } from './parse-source.ts';
import type { ChainCall } from './wanted-edits.ts';

/** The implementation of `addToChain`, which loads the compiler. */
export function editChain(text: string, wanted: ChainCall): ListEdit {
  const source = parseSource(text);
  if (source === undefined) return { problem: 'it is not valid TypeScript', line: undefined };
  const { callee, argument, method } = wanted;
  const all = callsOf(source, callee).filter((call) => call.arguments[0]?.getText(source) === argument);
  const [first] = all;
  // An author who begins the chain in another way adds the call by hand.
  if (first === undefined)
    return callsMethod(source, method)
      ? { text }
      : { problem: `it does not call ${callee}(${argument})`, line: undefined };
  if (all.some((call) => callsAfter(call).some(({ name }) => name.text === method))) return { text };
  const [begin, ...others] = all.length === 1 ? all : all.filter((call) => variableOf(call) === wanted.variable);
  if (begin === undefined || others.length > 0) {
    const place = begin === undefined ? `, and none of them is ${wanted.variable}` : ` for ${wanted.variable}`;
    const { line } = source.getLineAndCharacterOfPosition((begin ?? first).getStart(source));
    return { problem: `it calls ${callee}(${argument}) several times${place}`, line: line + 1 };
  }
  const chain = callsAfter(begin);
  const end = chain.at(-1)?.parent.getEnd() ?? begin.getEnd();
  const taken = takenName(source, wanted);
  if (taken !== undefined) {
    const { line } = source.getLineAndCharacterOfPosition(begin.getStart(source));
    return { problem: `the name ${taken} is used for something else`, line: line + 1 };
  }
  const eol = lineBreakOf(text);
  let statement: ts.Node = begin;
  while (statement.parent !== source) statement = statement.parent;
  const edits: Insertion[] = [
    ...callEdits(source, begin, chain, { at: end, text: `.${method}(${wanted.arguments})` }),
    { at: withComments(source, statement), text: wanted.before.replaceAll('\n', eol) },
    ...importEdits(source, wanted.imports),
  ];
  return { text: fitImports(inserted(text, edits), wanted.imports) };
}

function callsMethod(source: ts.SourceFile, method: string): boolean {
  const found = findNode(
    source,
    (node): node is ts.PropertyAccessExpression =>
      ts.isPropertyAccessExpression(node) && node.name.text === method && ts.isCallExpression(node.parent),
  );
  return found !== undefined;
}

/** The methods that are called on the result of a call, in order. */
function callsAfter(begin: ts.Node): ts.PropertyAccessExpression[] {
  const { parent } = begin;
  if (ts.isParenthesizedExpression(parent)) return callsAfter(parent);
  if (!ts.isPropertyAccessExpression(parent) || !ts.isCallExpression(parent.parent)) return [];
  return [parent, ...callsAfter(parent.parent)];
}

/** The variable of the declaration that a node is in; undefined if it is in a function, or in no declaration. */
function variableOf(node: ts.Node): string | undefined {
  if (ts.isFunctionLike(node)) return undefined;
  if (ts.isVariableDeclaration(node)) return ts.isIdentifier(node.name) ? node.name.text : undefined;
  return ts.isSourceFile(node) ? undefined : variableOf(node.parent);
}

/** A name that the edit would bind, and that the source binds to something else. */
function takenName(source: ts.SourceFile, { before, imports }: ChainCall): string | undefined {
  const bound = boundNames(source);
  const declared = parseSource(before);
  const own = declared === undefined ? [] : [...boundNames(declared)];
  const imported = imports.filter((one) => !isImported(source, one)).map(({ importName }) => importName);
  return [...own, ...imported].find((name) => bound.has(name));
}

/** The call on a line of its own if the chain has its calls so, or becomes too long; otherwise on the same line. */
function callEdits(
  source: ts.SourceFile,
  begin: ts.Node,
  chain: readonly ts.PropertyAccessExpression[],
  { at, text: call }: Insertion,
): Insertion[] {
  const { text } = source;
  const start = begin.getStart(source);
  const written = text.slice(start, at);
  const eol = lineBreakOf(text);
  const line = /\n([ \t]*)\./.exec(written);
  if (line !== null) return [{ at, text: eol + (line[1] ?? '') + call }];
  const below = `${eol}${indentationAt(text, start)}  `;
  if (written.includes('\n')) return [{ at, text: below + call }];
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const rest = /^[^\r\n]*/.exec(text.slice(at))?.[0] ?? '';
  const before = at - lineStart + rest.length;
  if (before > PRINT_WIDTH || before + call.length <= PRINT_WIDTH) return [{ at, text: call }];
  return [...chain.map(({ expression }) => ({ at: expression.getEnd(), text: below })), { at, text: below + call }];
}

/** The start of a statement, with the doc comment above it. */
function withComments({ text }: ts.SourceFile, statement: ts.Node): number {
  let at = statement.getStart();
  for (const comment of (ts.getLeadingCommentRanges(text, statement.getFullStart()) ?? []).toReversed()) {
    at = comment.pos;
  }
  return at;
}
