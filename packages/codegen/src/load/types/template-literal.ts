import { spanOf } from '../comments/comments.ts';
import { ts } from '../../compiler.ts';
import type { LoadContext } from '../context/load-context.ts';
import { integers } from './integers.ts';
import { markOf } from './mark.ts';

const WHOLE_NUMBER = '-?[0-9]+';
const ANY_NUMBER = '-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?';

/**
 * The regular expression (RE2, without anchors) of the strings that a template literal type allows; undefined after a
 * report. The compiler has already expanded placeholders of literals.
 */
export function patternOfType(context: LoadContext, type: ts.Type, node: ts.Node): string | undefined {
  const { texts, types } = type as ts.TemplateLiteralType;
  let source = escapeText(texts[0] ?? '');
  for (const [index, placeholder] of types.entries()) {
    const inner = placeholderPattern(context, placeholder, node);
    if (inner === undefined) return undefined;
    source += inner + escapeText(texts[index + 1] ?? '');
  }
  return source;
}

/** A regular expression that matches exactly the string. */
export function escapeText(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

function placeholderPattern(context: LoadContext, type: ts.Type, node: ts.Node): string | undefined {
  if ((type.flags & ts.TypeFlags.String) !== 0) return String.raw`[\s\S]*`;
  if ((type.flags & ts.TypeFlags.Number) !== 0) return ANY_NUMBER;
  if ((type.flags & ts.TypeFlags.BigInt) !== 0) return WHOLE_NUMBER;
  if ((type.flags & ts.TypeFlags.TemplateLiteral) !== 0) return patternOfType(context, type, node);
  const name = markOf(context.checker, type);
  if (name !== undefined) {
    if (integers.has(name)) return WHOLE_NUMBER;
    if (name === 'float32' || name === 'float64') return ANY_NUMBER;
  }
  context.reporter.report(spanOf(node), {
    code: 'KB_NO_SCHEMA',
    message: `a pattern cannot express \${${context.checker.typeToString(type)}} is`,
    hint: 'write string with a marker +kubebuilder:validation:Pattern, or a template of string, number, int32, boolean and literals',
  });
  return undefined;
}
