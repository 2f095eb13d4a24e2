import type { TypeUse, UnionBranch } from '../model/model.ts';
import { spanOf } from './comments.ts';
import { ts } from './compiler.ts';
import type { LoadContext, Scope } from './load-context.ts';
import { oneLine, unionOf } from './union-of.ts';

/** A union as it is written. */
export function resolveUnion(context: LoadContext, node: ts.UnionTypeNode, scope: Scope): TypeUse {
  let nullable = false;
  const parts: UnionBranch[] = [];
  for (const part of node.types) {
    if (part.kind === ts.SyntaxKind.UndefinedKeyword || part.kind === ts.SyntaxKind.NeverKeyword) continue;
    if (isNull(part)) nullable = true;
    else parts.push({ name: oneLine(part.getText()), type: context.resolve(part, scope), span: spanOf(part) });
  }
  return unionOf(context, { parts, nullable, text: node.getText(), span: spanOf(node) });
}

/** True for the type `null`. */
export function isNull(node: ts.TypeNode): boolean {
  return ts.isLiteralTypeNode(node) && node.literal.kind === ts.SyntaxKind.NullKeyword;
}
