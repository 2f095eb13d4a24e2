import { ts } from '../../compiler.ts';
import { oneLine } from '../types/union.ts';
import type { TypeError } from './type-errors.ts';

/** The compiler's codes for a type argument, and for a value, of the wrong type. */
const WRONG_ARGUMENT = 2344;
const WRONG_VALUE = 2322;

/**
 * Returns what to do about a value, or a literal as a type argument, that its type does not allow, with the allowed
 * ones; undefined for other errors.
 */
export function literalHint({ code, file, start, length }: TypeError, checker: ts.TypeChecker): string | undefined {
  const node = code === WRONG_ARGUMENT || code === WRONG_VALUE ? nodeAt(file, start, start + length) : undefined;
  if (node === undefined) return undefined;
  if (code === WRONG_VALUE) return hintOfValue(node, checker);
  return hintOfArgument(ts.isLiteralTypeNode(node.parent) ? node.parent : node, checker);
}

function hintOfArgument(node: ts.Node, checker: ts.TypeChecker): string | undefined {
  const constraint = constraintOf(node, checker);
  const allowed = constraint === undefined ? undefined : textsOf(checker.getTypeFromTypeNode(constraint));
  if (constraint === undefined || allowed === undefined || !ts.isLiteralTypeNode(node)) return undefined;
  if (!ts.isTypeReferenceNode(constraint))
    return `write ${listed(allowed, 'or')}, or add ${node.getText()} to the constraint`;
  const name = constraint.typeName.getText();
  const declared = checker.getTypeFromTypeNode(constraint).aliasSymbol?.declarations?.[0];
  const place =
    declared !== undefined && declared.getSourceFile() === node.getSourceFile()
      ? ` (line ${node.getSourceFile().getLineAndCharacterOfPosition(declared.getStart()).line + 1})`
      : '';
  return `${name} allows ${listed(allowed, 'and')}: use one of them, or add ${node.getText()} to ${name}${place}`;
}

/**
 * The constraint of the type parameter of a type argument; undefined if it depends on another parameter, or on the keys
 * of a type.
 */
function constraintOf(node: ts.Node, checker: ts.TypeChecker): ts.TypeNode | undefined {
  const { parent } = node;
  if (!ts.isTypeReferenceNode(parent)) return undefined;
  const index = (parent.typeArguments ?? []).findIndex((argument) => argument === node);
  const symbol = checker.getSymbolAtLocation(parent.typeName);
  const target =
    symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
  for (const declaration of target?.declarations ?? []) {
    if (!ts.isTypeAliasDeclaration(declaration) && !ts.isInterfaceDeclaration(declaration)) continue;
    const constraint = declaration.typeParameters?.[index]?.constraint;
    if (constraint !== undefined && !ts.isTypeOperatorNode(constraint)) return constraint;
  }
  return undefined;
}

function hintOfValue(node: ts.Node, checker: ts.TypeChecker): string | undefined {
  const value = valueAt(node);
  const wanted = value === undefined ? undefined : checker.getContextualType(value);
  const where = value === undefined ? undefined : typePlace(value);
  if (value === undefined || wanted === undefined || where === undefined) return undefined;
  const allowed = textsOf(wanted);
  if (allowed === undefined) return `write ${wordFor(wanted, checker)} here, or change ${where}`;
  return ts.isStringLiteral(value)
    ? `write ${listed(allowed, 'or')}, or add ${value.getText()} to ${where}`
    : `write ${listed(allowed, 'or')} here, or change ${where}`;
}

/** The value that is wrong; the value of a key, if the compiler points at the key. */
function valueAt(node: ts.Node): ts.Expression | undefined {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer;
  return ts.isVariableDeclaration(parent) ? parent.initializer : ts.isExpression(node) ? node : undefined;
}

/** Describes what gives a value its type. */
function typePlace(value: ts.Node): string | undefined {
  for (let node = value.parent; !ts.isSourceFile(node); node = node.parent) {
    if (ts.isSatisfiesExpression(node)) return 'the type in satisfies';
    if (ts.isVariableDeclaration(node))
      return node.type === undefined ? undefined : `the type of ${node.name.getText()}`;
    if (ts.isStatement(node)) return undefined;
  }
  return undefined;
}

function wordFor(type: ts.Type, checker: ts.TypeChecker): string {
  if ((type.flags & ts.TypeFlags.Number) !== 0) return 'a number';
  if ((type.flags & ts.TypeFlags.String) !== 0) return 'a string';
  if ((type.flags & ts.TypeFlags.Boolean) !== 0) return 'true or false';
  return `a value of the type ${oneLine(checker.typeToString(type))}`;
}

/** The strings that a type allows, in quotes; undefined if it allows other values, or too many for a sentence. */
function textsOf(type: ts.Type): readonly string[] | undefined {
  const parts = type.isUnion() ? type.types : [type];
  const texts = parts.flatMap((part) => (part.isStringLiteral() ? [`'${part.value}'`] : []));
  return texts.length === parts.length && texts.length <= MAX_LISTED ? texts : undefined;
}

const MAX_LISTED = 8;

function listed(texts: readonly string[], word: 'and' | 'or'): string {
  const last = texts.at(-1) ?? '';
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} ${word} ${last}`;
}

/** The innermost node that spans exactly from `start` to `end`. */
function nodeAt(node: ts.Node, start: number, end: number): ts.Node | undefined {
  if (start < node.pos || end > node.end) return undefined;
  const inner = ts.forEachChild(node, (child) => nodeAt(child, start, end));
  if (inner !== undefined) return inner;
  return node.end === end && node.getStart() === start && !ts.isSourceFile(node) ? node : undefined;
}
