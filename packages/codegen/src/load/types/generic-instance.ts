import { ts } from '../../compiler.ts';
import type { TypeDeclaration } from '../context/load-context.ts';
import { isLibraryFile } from '../program/virtual-library.ts';

/** Generic types of the library that are resolved without the compiler. */
const libraryOperators: ReadonlySet<string> = new Set([
  'Array',
  'NoInfer',
  'NonNullable',
  'Omit',
  'Partial',
  'Pick',
  'Readonly',
  'ReadonlyArray',
  'Record',
  'Required',
]);

const answers = new WeakMap<TypeDeclaration, boolean>();

/**
 * True for a generic declaration that does more than insert its type parameters: one with mapped or conditional types,
 * or with accesses to fields of a parameter. Only the compiler can compute an instance of it.
 */
export function needsCompiler(checker: ts.TypeChecker, declaration: TypeDeclaration): boolean {
  return isComputed(checker, declaration, new Set());
}

function isComputed(checker: ts.TypeChecker, declaration: TypeDeclaration, seen: Set<TypeDeclaration>): boolean {
  const known = answers.get(declaration);
  if (known !== undefined) return known;
  if (seen.has(declaration)) return false;
  seen.add(declaration);
  const result =
    !ts.isEnumDeclaration(declaration) && (declaration.typeParameters?.length ?? 0) > 0 && computes(declaration);
  // Among declarations that refer to each other, only the result for the first is certain.
  if (seen.size === 1 || result) answers.set(declaration, result);
  return result;

  function computes(node: ts.Node): boolean {
    if (ts.isTypeNode(node) && isOperator(checker, node) && mentionsTypeParameter(checker, node)) return true;
    if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
      const target = genericTarget(checker, node);
      if (target !== undefined && mentionsTypeParameter(checker, node) && isComputed(checker, target, seen))
        return true;
    }
    return ts.forEachChild(node, (child) => computes(child) || undefined) ?? false;
  }
}

/** True when a type node depends on the type parameters of the generic declaration around it. */
export function mentionsTypeParameter(checker: ts.TypeChecker, node: ts.Node): boolean {
  if (ts.isIdentifier(node)) {
    return ((checker.getSymbolAtLocation(node)?.flags ?? 0) & ts.SymbolFlags.TypeParameter) !== 0;
  }
  return ts.forEachChild(node, (child) => mentionsTypeParameter(checker, child) || undefined) ?? false;
}

/** True for types that only the compiler can evaluate. */
function isOperator(checker: ts.TypeChecker, node: ts.TypeNode): boolean {
  if (ts.isTypeReferenceNode(node)) {
    const symbol = checker.getSymbolAtLocation(node.typeName);
    const [declaration] = symbol?.declarations ?? [];
    return (
      declaration !== undefined &&
      isLibraryFile(declaration.getSourceFile().fileName) &&
      symbol !== undefined &&
      !libraryOperators.has(symbol.name)
    );
  }
  return (
    ts.isMappedTypeNode(node) ||
    ts.isConditionalTypeNode(node) ||
    ts.isIndexedAccessTypeNode(node) ||
    ts.isTemplateLiteralTypeNode(node) ||
    ts.isTypeQueryNode(node) ||
    (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.KeyOfKeyword && !isKeysArgument(node))
  );
}

/** `keyof T` as the second argument of Pick and Omit is resolved with the fields of T. */
function isKeysArgument(node: ts.TypeNode): boolean {
  const { parent } = node;
  return (
    ts.isTypeReferenceNode(parent) &&
    ts.isIdentifier(parent.typeName) &&
    ['Pick', 'Omit', 'Record'].includes(parent.typeName.text)
  );
}

function genericTarget(
  checker: ts.TypeChecker,
  node: ts.TypeReferenceNode | ts.ExpressionWithTypeArguments,
): TypeDeclaration | undefined {
  const symbol = checker.getSymbolAtLocation(ts.isTypeReferenceNode(node) ? node.typeName : node.expression);
  const target =
    symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
  return target?.declarations?.find(
    (declaration): declaration is TypeDeclaration =>
      ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration),
  );
}
