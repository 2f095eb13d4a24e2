import { nearestName } from '../../text/nearest-name.ts';
import { ts } from '../../compiler.ts';
import { declaredSymbol } from '../context/declared-symbol.ts';
import type { TypeError } from './type-errors.ts';

/**
 * Suggests, as a hint, the key that was probably meant in a type error: the compiler itself does so in few of its
 * errors. Undefined if none is close.
 */
export function nearestKey({ file, start, length }: TypeError, checker: ts.TypeChecker): string | undefined {
  const node = nodeAt(file, start, start + length);
  if (node === undefined) return undefined;
  if (ts.isIdentifier(node)) {
    const { parent } = node;
    if (!ts.isPropertyAccessExpression(parent) || parent.name !== node) return undefined;
    return hintFor(node.text, namesIn(checker.getTypeAtLocation(parent.expression), checker));
  }
  if (!ts.isTypeNode(node)) return undefined;
  const keys = keysFor(node, checker);
  for (const wrong of literalsOf(checker.getTypeFromTypeNode(node))) {
    const hint = keys.includes(wrong) ? undefined : (elementHint(node, wrong, checker) ?? hintFor(wrong, keys));
    if (hint !== undefined) return hint;
  }
  return undefined;
}

function hintFor(wrong: string, keys: readonly string[]): string | undefined {
  const near = nearestName(wrong, keys);
  return near === undefined || !isMisspelling(wrong, near) ? undefined : `did you mean '${near}'?`;
}

/** Between names of one or two letters, every name is close to every other. */
function isMisspelling(wrong: string, near: string): boolean {
  return wrong.length > 2 || wrong.toLowerCase() === near.toLowerCase();
}

/** The hint for a field of a list's elements that was looked up in the list. */
function elementHint(node: ts.TypeNode, key: string, checker: ts.TypeChecker): string | undefined {
  const { parent } = node;
  if (!ts.isIndexedAccessTypeNode(parent) || parent.indexType !== node) return undefined;
  const list = checker.getNonNullableType(checker.getTypeFromTypeNode(parent.objectType));
  if (!checker.isArrayType(list)) return undefined;
  const [element] = checker.getTypeArguments(list as ts.TypeReference);
  return element?.getProperty(key) === undefined
    ? undefined
    : `did you mean ${parent.objectType.getText()}[number]['${key}']?`;
}

/** The type or name that spans exactly from `start` to `end`. */
function nodeAt(node: ts.Node, start: number, end: number): ts.Node | undefined {
  if (start < node.pos || end > node.end) return undefined;
  if ((ts.isTypeNode(node) || ts.isIdentifier(node)) && node.end === end && node.getStart() === start) return node;
  return ts.forEachChild(node, (child) => nodeAt(child, start, end));
}

/** The keys that are allowed in the place of a type. */
function keysFor(node: ts.TypeNode, checker: ts.TypeChecker): readonly string[] {
  const { parent } = node;
  if (ts.isIndexedAccessTypeNode(parent) && parent.indexType === node) return propertiesOf(parent.objectType, checker);
  if (!ts.isTypeReferenceNode(parent)) return [];
  const given = parent.typeArguments ?? [];
  const parameters = (declaredSymbol(checker, parent.typeName)?.declarations ?? []).flatMap((declaration) =>
    ts.isTypeAliasDeclaration(declaration) || ts.isInterfaceDeclaration(declaration)
      ? [declaration.typeParameters ?? []]
      : [],
  )[0];
  const constraint = parameters?.[given.findIndex((argument) => argument === node)]?.constraint;
  if (constraint === undefined) return [];
  if (!ts.isTypeOperatorNode(constraint) || constraint.operator !== ts.SyntaxKind.KeyOfKeyword)
    return literalsOf(checker.getTypeFromTypeNode(constraint));
  // `K extends keyof T`: the argument for T here.
  const of = constraint.type.getText();
  const argument = given[parameters?.findIndex(({ name }) => name.text === of) ?? -1];
  return propertiesOf(argument ?? constraint.type, checker);
}

function propertiesOf(node: ts.TypeNode, checker: ts.TypeChecker): string[] {
  const type = checker.getTypeFromTypeNode(node);
  // Nobody means the methods of strings and numbers as keys.
  const hasKeys = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection | ts.TypeFlags.TypeParameter)) !== 0;
  return hasKeys ? namesIn(type, checker) : [];
}

function namesIn(type: ts.Type, checker: ts.TypeChecker): string[] {
  return checker
    .getPropertiesOfType(checker.getApparentType(type))
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('__'));
}

function literalsOf(type: ts.Type): string[] {
  return (type.isUnion() ? type.types : [type]).flatMap((part) => (part.isStringLiteral() ? [part.value] : []));
}
