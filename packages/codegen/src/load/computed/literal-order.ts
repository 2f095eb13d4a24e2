import type { TypeDeclaration } from '../context/load-context.ts';
import { ts } from '../../compiler.ts';
import { isLibraryFile } from '../program/virtual-library.ts';
import { declaredSymbol } from '../context/declared-symbol.ts';

/** The value of a literal type. */
export type LiteralValue = string | number;

/**
 * Returns the positions of literals in source order, for a type that the compiler computes: the compiler orders them by
 * where it first met them in the program. Follows names, `keyof`, `typeof` and indexed accesses. Literals that only
 * computing produces, such as by a conditional type over a type parameter, have no position.
 */
export function literalOrder(checker: ts.TypeChecker, node: ts.Node): ReadonlyMap<LiteralValue, number> {
  const present = orders.get(node);
  if (present !== undefined) return present;
  const order = new Map<LiteralValue, number>();
  const start = ts.isTypeNode(node) ? node : bodyOf(node.parent);
  for (const type of start === undefined ? [] : typesIn(checker, start, new Map())) {
    if ((type.isStringLiteral() || type.isNumberLiteral()) && !order.has(type.value)) order.set(type.value, order.size);
  }
  orders.set(node, order);
  return order;
}

/** A cache: the same node is looked up for each field of a type computed from it. */
const orders = new WeakMap<ts.Node, ReadonlyMap<LiteralValue, number>>();

/** The parts of type nodes that were visited. */
type Seen = Map<ts.Node, readonly ts.Type[]>;

/** Returns the types in a node, in source order: literals, and the types whose fields or elements are accessed. */
function typesIn(checker: ts.TypeChecker, node: ts.TypeNode, seen: Seen): readonly ts.Type[] {
  const present = seen.get(node);
  if (present !== undefined) return present;
  // For a circular type, the first visit finds everything.
  seen.set(node, []);
  const types = [...new Set(partsOf(checker, node, seen))];
  seen.set(node, types);
  return types;
}

function partsOf(checker: ts.TypeChecker, node: ts.TypeNode, seen: Seen): readonly ts.Type[] {
  if (ts.isParenthesizedTypeNode(node)) return typesIn(checker, node.type, seen);
  if (ts.isIndexedAccessTypeNode(node)) {
    const keys = checker.getTypeFromTypeNode(node.indexType);
    return typesIn(checker, node.objectType, seen).flatMap((type) => accessed(checker, type, keys, seen));
  }
  if (ts.isTypeOperatorNode(node)) {
    return node.operator === ts.SyntaxKind.KeyOfKeyword
      ? keysOf(checker, node.type, seen)
      : typesIn(checker, node.type, seen);
  }
  if (ts.isFunctionTypeNode(node)) return typesIn(checker, node.type, seen);
  if (ts.isTypeQueryNode(node)) {
    const returned = declaredSymbol(checker, node.exprName)?.declarations?.find(ts.isFunctionDeclaration)?.type;
    if (returned !== undefined) return typesIn(checker, returned, seen);
  }
  if (ts.isTypeReferenceNode(node)) return referred(checker, node, seen);
  if (
    ts.isUnionTypeNode(node) ||
    ts.isIntersectionTypeNode(node) ||
    ts.isConditionalTypeNode(node) ||
    ts.isTemplateLiteralTypeNode(node) ||
    ts.isTemplateLiteralTypeSpan(node) ||
    ts.isMappedTypeNode(node)
  ) {
    const parts: ts.Type[] = [];
    ts.forEachChild(node, (child) => {
      const inner = ts.isTypeParameterDeclaration(child) ? child.constraint : child;
      if (inner !== undefined && ts.isTypeNode(inner)) parts.push(...typesIn(checker, inner, seen));
    });
    return parts;
  }
  return [checker.getTypeFromTypeNode(node)];
}

function referred(checker: ts.TypeChecker, node: ts.TypeReferenceNode, seen: Seen): readonly ts.Type[] {
  const declarations = declaredSymbol(checker, node.typeName)?.declarations ?? [];
  const given = (node.typeArguments ?? []).flatMap((argument) => typesIn(checker, argument, seen));
  const members = declarations.filter(ts.isEnumDeclaration).flatMap((declaration) => declaration.members);
  if (members.length > 0) return members.flatMap((member) => literalOf(checker, checker.getConstantValue(member)));
  const alias = declarations.find(ts.isTypeAliasDeclaration);
  if (alias === undefined) return [...given, checker.getTypeFromTypeNode(node)];
  return isLibraryFile(alias.getSourceFile().fileName) ? given : [...given, ...typesIn(checker, alias.type, seen)];
}

function keysOf(checker: ts.TypeChecker, node: ts.TypeNode, seen: Seen): readonly ts.Type[] {
  const properties = checker.getPropertiesOfType(checker.getTypeFromTypeNode(node));
  const isDeclared = properties.some(({ declarations = [] }) => declarations.length > 0);
  return isDeclared
    ? properties.flatMap(({ name }) => [...literalOf(checker, name), ...literalOf(checker, Number(name))])
    : typesIn(checker, node, seen);
}

/** Returns the types that are accessed by keys of a type: its elements, or its fields. */
function accessed(checker: ts.TypeChecker, type: ts.Type, keys: ts.Type, seen: Seen): readonly ts.Type[] {
  if (checker.isTupleType(type) || checker.isArrayType(type)) {
    return [...checker.getTypeArguments(type as ts.TypeReference)];
  }
  const names = new Set(
    (keys.isUnion() ? keys.types : [keys]).flatMap((key) => ('value' in key ? [String(key.value)] : [])),
  );
  return checker.getPropertiesOfType(type).flatMap((property) => {
    if (!names.has(property.name)) return [];
    const declaration = property.declarations?.find(ts.isPropertySignature);
    return declaration?.type === undefined
      ? [checker.getTypeOfSymbol(property)]
      : typesIn(checker, declaration.type, seen);
  });
}

function literalOf(checker: ts.TypeChecker, value: LiteralValue | undefined): ts.Type[] {
  if (typeof value === 'number') return Number.isNaN(value) ? [] : [checker.getNumberLiteralType(value)];
  return value === undefined ? [] : [checker.getStringLiteralType(value)];
}

/** Returns the type of an alias if the declaration is one. */
function bodyOf(parent: ts.Node | TypeDeclaration): ts.TypeNode | undefined {
  return ts.isTypeAliasDeclaration(parent) ? parent.type : undefined;
}
