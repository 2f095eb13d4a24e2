import type { LoadContext } from '../context/load-context.ts';
import { ts } from '../../compiler.ts';
import { declaredSymbol } from '../context/declared-symbol.ts';
import { reportMissing } from './missing-type.ts';

/**
 * Reports the names in a node that are not types and so make the compiler compute `any`. Returns whether there are any.
 */
export function reportMissingIn(context: LoadContext, node: ts.Node): boolean {
  if (ts.isTypeReferenceNode(node) && declaredSymbol(context.checker, node.typeName)?.declarations === undefined) {
    reportMissing(context, node.typeName, undefined);
    return true;
  }
  let found = false;
  ts.forEachChild(node, (child) => {
    if (reportMissingIn(context, child)) found = true;
  });
  return found;
}

/** True for a type that is computed from the field or alias whose type it is, which the compiler resolves to `any`. */
export function isCircular(checker: ts.TypeChecker, node: ts.Node): boolean {
  const owner = ownerOf(node);
  return owner !== undefined && !saysAny(node) && leadsTo(checker, node, owner, new Set());
}

/** True when the author wrote `any`. */
function saysAny(node: ts.Node): boolean {
  return (
    node.kind === ts.SyntaxKind.AnyKeyword || (ts.forEachChild(node, (child) => saysAny(child) || undefined) ?? false)
  );
}

/** The field or the alias whose type contains a node. */
function ownerOf(node: ts.Node): ts.Node | undefined {
  let owner: ts.Node | undefined = node;
  while (owner !== undefined && !ts.isPropertySignature(owner) && !ts.isTypeAliasDeclaration(owner)) {
    owner = owner.parent;
  }
  return owner;
}

function leadsTo(checker: ts.TypeChecker, node: ts.Node, owner: ts.Node, seen: Set<ts.Node>): boolean {
  if (seen.has(node)) return false;
  seen.add(node);
  for (const target of targetsOf(checker, node)) {
    if (target === owner || (target.type !== undefined && leadsTo(checker, target.type, owner, seen))) return true;
  }
  return ts.forEachChild(node, (child) => leadsTo(checker, child, owner, seen) || undefined) ?? false;
}

/** The fields that an indexed access reads, or the alias that a name refers to. */
function targetsOf(checker: ts.TypeChecker, node: ts.Node): (ts.PropertySignature | ts.TypeAliasDeclaration)[] {
  if (ts.isTypeReferenceNode(node)) {
    return (declaredSymbol(checker, node.typeName)?.declarations ?? []).filter(ts.isTypeAliasDeclaration);
  }
  if (!ts.isIndexedAccessTypeNode(node)) return [];
  const keys = checker.getTypeFromTypeNode(node.indexType);
  const object = checker.getTypeFromTypeNode(node.objectType);
  return (keys.isUnion() ? keys.types : [keys]).flatMap((key) => {
    const property = key.isStringLiteral() ? object.getProperty(key.value) : undefined;
    return property?.declarations?.filter(ts.isPropertySignature) ?? [];
  });
}
