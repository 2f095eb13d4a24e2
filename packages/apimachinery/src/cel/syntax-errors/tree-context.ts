import { ErrorNode, ParserRuleContext, TerminalNode, type Token } from 'antlr4ng';
import { readLiteral } from '../parse/read-literal.ts';
import type { TokenKind } from '../parse/read-token.ts';
import { lexerTable, parserTable } from './cel-grammar.ts';

/** The alternatives that the recognizer chose, by the contexts whose rules have several. */
export type Alternatives = ReadonlyMap<ParserRuleContext, number>;

/** The first part of a context that a rule of this name read. */
export function partOf(context: ParserRuleContext | undefined, rule: string): ParserRuleContext | undefined {
  return partsOf(context, rule)[0];
}

/** All these parts. */
export function partsOf(context: ParserRuleContext | undefined, rule: string): ParserRuleContext[] {
  return (context?.children ?? []).filter(
    (child): child is ParserRuleContext => child instanceof ParserRuleContext && ruleOf(child) === rule,
  );
}

/** The name of the rule that read a context. */
export function ruleOf(context: ParserRuleContext): string {
  return parserTable.ruleNames[context.ruleIndex] ?? '';
}

/** The first token of a context with one of these texts or kinds. */
export function tokenOf(context: ParserRuleContext | undefined, ...names: readonly string[]): Token | undefined {
  return tokensOf(context, ...names)[0];
}

/** All these tokens. What was skipped after an error is not among them; what was missing is. */
export function tokensOf(context: ParserRuleContext | undefined, ...names: readonly string[]): Token[] {
  return (context?.children ?? []).flatMap((child) => {
    if (!(child instanceof TerminalNode)) return [];
    const { symbol } = child;
    if (child instanceof ErrorNode && symbol.text?.startsWith('<missing ') !== true) return [];
    return names.includes(nameOf(symbol)) ? [symbol] : [];
  });
}

/** The text of a token that is always the same, or its kind. */
function nameOf({ type }: Token): string {
  const literal = parserTable.literalNames[type];
  return literal?.slice(1, -1) ?? lexerTable.symbolicNames[type] ?? '';
}

/** Why a name of a field is refused. */
export function problemOfName(name: ParserRuleContext | undefined): string | undefined {
  if (tokenOf(name, 'IDENTIFIER') !== undefined) return undefined;
  return tokenOf(name, 'ESC_IDENTIFIER') === undefined ? 'unsupported ident kind' : "unsupported syntax: '`'";
}

/** The place of a token, from 1. */
export function placeOf({ line, column }: Token): { readonly line: number; readonly column: number } {
  return { line, column: column + 1 };
}

/** The constant that a context has, or what is wrong with it; undefined: it has none. */
export function literalIn(context: ParserRuleContext): ReturnType<typeof readLiteral> | undefined {
  const sign = tokenOf(context, '-')?.text ?? '';
  const token = tokenOf(context, ...Object.keys(literalKinds));
  const kind = token === undefined ? undefined : literalKinds[nameOf(token)];
  return kind === undefined ? undefined : readLiteral(kind, sign + (token?.text ?? ''));
}

/** The tokens of constants, by their names here and in our own parser. */
const literalKinds: Readonly<Record<string, TokenKind>> = {
  NUM_INT: 'int',
  NUM_UINT: 'uint',
  NUM_FLOAT: 'double',
  STRING: 'string',
  BYTES: 'bytes',
  true: 'true',
  false: 'false',
  null: 'null',
};
