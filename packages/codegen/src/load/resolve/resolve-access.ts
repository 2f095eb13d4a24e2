import type { TypeUse } from '../../model/model.ts';
import { spanOf } from '../comments/comments.ts';
import { ts } from '../../compiler.ts';
import type { LoadContext, Scope } from '../context/load-context.ts';
import { fieldsOf, isPending, underlying, unknownType } from '../../model/type-uses.ts';

/**
 * Resolves `Type['field']` and `List[number]`, keeping the markers of the field's type. Undefined: only the compiler
 * can compute the type.
 */
export function resolveAccess(context: LoadContext, node: ts.TypeNode, scope: Scope): TypeUse | undefined {
  if (!ts.isIndexedAccessTypeNode(node)) return undefined;
  const { objectType, indexType } = node;
  const isElement = indexType.kind === ts.SyntaxKind.NumberKeyword;
  const name =
    ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal) ? indexType.literal.text : undefined;
  if ((!isElement && name === undefined) || !isReference(objectType)) return undefined;
  const type = resolveObject(context, objectType, scope);
  if (type === undefined || isPending(context.types, type)) return undefined;
  // A name without a type has been reported: resolving its fields would add nothing.
  if (underlying(context.types, type).kind === 'unknown') return unknownType;
  if (!isElement) {
    const field = fieldsOf(context.types, type, spanOf(node))?.find((candidate) => candidate.name === name);
    // A field without a schema was not reported at its declaration, because that was never resolved.
    const schemaless = field?.markers.some(({ effect }) => effect.on === 'schemaless') ?? false;
    return schemaless ? undefined : field?.type;
  }
  const list = underlying(context.types, type);
  return list.kind === 'list' ? list.items : undefined;
}

function isReference(node: ts.TypeNode): boolean {
  if (ts.isIndexedAccessTypeNode(node)) return isReference(node.objectType);
  if (ts.isParenthesizedTypeNode(node)) return isReference(node.type);
  return ts.isTypeReferenceNode(node);
}

function resolveObject(context: LoadContext, node: ts.TypeNode, scope: Scope): TypeUse | undefined {
  if (ts.isParenthesizedTypeNode(node)) return resolveObject(context, node.type, scope);
  return ts.isIndexedAccessTypeNode(node) ? resolveAccess(context, node, scope) : context.resolve(node, scope);
}
