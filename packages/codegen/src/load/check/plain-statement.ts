import { ts } from '../../compiler.ts';
import { isOwnFile } from '../program/names.ts';
import { APIMACHINERY_FILE } from '../program/virtual-apimachinery.ts';
import { isLibraryFile } from '../program/virtual-library.ts';
import { declaredSymbol } from '../context/declared-symbol.ts';
import { isTypeDeclaration } from '../context/load-context.ts';

/**
 * True for a declaration that cannot have a type error, whatever the settings: fields with the names of existing types,
 * strings, numbers, closed sets, and lists and maps of these. Most declarations of APIs are like this, and checking
 * them takes the compiler as long as reading them. False means that the compiler has to check.
 */
export function isPlainStatement(checker: ts.TypeChecker, statement: ts.Node): boolean {
  if (!ts.isInterfaceDeclaration(statement) && !ts.isTypeAliasDeclaration(statement)) return false;
  const { typeParameters, name } = statement;
  if (typeParameters !== undefined || reserved.has(name.text)) return false;
  if (checker.getSymbolAtLocation(name)?.declarations?.length !== 1) return false;
  // Aliases can be circular.
  if (ts.isTypeAliasDeclaration(statement)) return isPlainType(checker, statement.type, false);
  return arePlainMembers(checker, statement.members) && arePlainParents(checker, statement);
}

const reserved: ReadonlySet<string> = new Set(
  'any bigint boolean never null number object string symbol undefined unknown void'.split(' '),
);

/** True when only the interface that kinds extend is extended, and none of its fields is redeclared. */
function arePlainParents(checker: ts.TypeChecker, { heritageClauses, members }: ts.InterfaceDeclaration): boolean {
  return (heritageClauses ?? []).every(({ types }) =>
    types.every(({ expression, typeArguments }) => {
      const [declaration, ...others] = declaredSymbol(checker, expression)?.declarations ?? [];
      return (
        typeArguments === undefined &&
        others.length === 0 &&
        declaration !== undefined &&
        ts.isInterfaceDeclaration(declaration) &&
        declaration.getSourceFile().fileName === APIMACHINERY_FILE &&
        declaration.name.text === 'KubernetesObject' &&
        members.every(({ name }) => name !== undefined && !ofObjects.has(name.getText()))
      );
    }),
  );
}

const ofObjects: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

function arePlainMembers(checker: ts.TypeChecker, members: readonly ts.TypeElement[]): boolean {
  const names = new Set<string>();
  for (const member of members) {
    if (!ts.isPropertySignature(member) || member.type === undefined) return false;
    const { name, modifiers = [] } = member;
    if (!ts.isIdentifier(name) && !ts.isStringLiteral(name)) return false;
    if (names.has(name.text) || modifiers.some(({ kind }) => kind !== ts.SyntaxKind.ReadonlyKeyword)) return false;
    names.add(name.text);
    if (!isPlainType(checker, member.type, true)) return false;
  }
  return true;
}

/** `inside`: within an object, where a reference to an enclosing alias is not circular. */
function isPlainType(checker: ts.TypeChecker, node: ts.TypeNode, inside: boolean): boolean {
  switch (node.kind) {
    case ts.SyntaxKind.StringKeyword:
    case ts.SyntaxKind.NumberKeyword:
    case ts.SyntaxKind.BooleanKeyword:
    case ts.SyntaxKind.UnknownKeyword:
      return true;
    default:
  }
  if (ts.isLiteralTypeNode(node)) {
    return ts.isStringLiteral(node.literal) || ts.isNumericLiteral(node.literal) || node.literal.kind in plainLiterals;
  }
  if (ts.isArrayTypeNode(node)) return isPlainType(checker, node.elementType, inside);
  if (ts.isParenthesizedTypeNode(node)) return isPlainType(checker, node.type, inside);
  if (ts.isUnionTypeNode(node)) return node.types.every((part) => isPlainType(checker, part, inside));
  if (ts.isTypeLiteralNode(node)) return arePlainMembers(checker, node.members);
  return ts.isTypeReferenceNode(node) && isPlainReference(checker, node, inside);
}

const plainLiterals: Readonly<Partial<Record<ts.SyntaxKind, true>>> = {
  [ts.SyntaxKind.NullKeyword]: true,
  [ts.SyntaxKind.TrueKeyword]: true,
  [ts.SyntaxKind.FalseKeyword]: true,
};

function isPlainReference(checker: ts.TypeChecker, node: ts.TypeReferenceNode, inside: boolean): boolean {
  const [declaration] = declaredSymbol(checker, node.typeName)?.declarations ?? [];
  if (declaration === undefined || !isTypeDeclaration(declaration)) return false;
  const { fileName } = declaration.getSourceFile();
  const given = node.typeArguments;
  if (isLibraryFile(fileName)) {
    const [keys, values, ...others] = given ?? [];
    const isMap = declaration.name.text === 'Record' && keys?.kind === ts.SyntaxKind.StringKeyword;
    return isMap && values !== undefined && others.length === 0 && isPlainType(checker, values, inside);
  }
  if (given !== undefined) return false;
  if (ts.isEnumDeclaration(declaration)) return true;
  if (declaration.typeParameters !== undefined) return false;
  return inside || isOwnFile(fileName) || ts.isInterfaceDeclaration(declaration);
}
