import type { TypeUse } from '../../model/model.ts';
import { spanOf } from '../comments/comments.ts';
import { ts } from '../../compiler.ts';
import type { LoadContext, Scope } from '../context/load-context.ts';
import { unknownType } from '../../model/type-uses.ts';

/** Resolves the elements of a list; undefined is refused, because JSON does not have it. */
export function resolveListItem(context: LoadContext, node: ts.TypeNode, scope: Scope): TypeUse {
  const inner = ts.isParenthesizedTypeNode(node) ? node.type : node;
  const parts = ts.isUnionTypeNode(inner) ? inner.types : [inner];
  const part = parts.find(({ kind }) => kind === ts.SyntaxKind.UndefinedKeyword);
  if (part === undefined) return context.resolve(node, scope);
  context.reporter.report(spanOf(part), {
    code: 'KB_NO_SCHEMA',
    message: 'the elements of a list cannot be undefined: JSON has no such value',
    hint: 'remove undefined, or write null for an element that can be null',
  });
  return unknownType;
}
