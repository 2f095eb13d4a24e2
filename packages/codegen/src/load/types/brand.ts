import { ts } from '../../compiler.ts';
import { isOwnFile } from '../program/names.ts';
import { isMark } from './mark.ts';

/** Names of brands that are not symbols. */
const BRAND_NAME = /^(?:[_$].*|brand|tag|nominal|opaque|flavou?r)$/i;

/**
 * True for an object type that exists only for the compiler: `{ readonly __brand: 'X' }`, or `{ [brand]: 'X' }` with a
 * unique symbol. No value has its properties. `strict`, for a type beside an object with fields: the name must begin
 * with two underscores, and its type must be a literal.
 */
export function isBrand(checker: ts.TypeChecker, type: ts.Type, strict: boolean): boolean {
  if ((type.flags & ts.TypeFlags.Object) === 0 || checker.isArrayType(type) || checker.isTupleType(type)) return false;
  if (type.getCallSignatures().length > 0 || checker.getIndexInfosOfType(type).length > 0) return false;
  const properties = checker.getPropertiesOfType(type);
  return properties.length > 0 && properties.every((property) => isBrandProperty(checker, property, strict));
}

/** True for a property whose key is a symbol, which JSON cannot have. */
function isSymbolNamed({ name }: ts.Symbol): boolean {
  // The compiler has no printable name for such a property.
  return name.startsWith('__@');
}

function isBrandProperty(checker: ts.TypeChecker, property: ts.Symbol, strict: boolean): boolean {
  if (isSymbolNamed(property)) return true;
  // The property that kb's own scalars carry is not an author's brand, and neither is a field of Kubernetes with such a
  // name.
  if (property.declarations?.some((declaration) => isOwnFile(declaration.getSourceFile().fileName)) === true)
    return false;
  if (!strict) return BRAND_NAME.test(property.name);
  const type = checker.getNonNullableType(checker.getTypeOfSymbol(property));
  return property.name.startsWith('__') && (type.isLiteral() || (type.flags & ts.TypeFlags.UniqueESSymbol) !== 0);
}

/** The properties that values can have: a mapped type over a branded object has those of the brand too. */
export function withoutBrandProperties(
  checker: ts.TypeChecker,
  properties: readonly ts.Symbol[],
): readonly ts.Symbol[] {
  const rest = properties.filter((property) => {
    const owner = property.declarations?.[0]?.parent;
    const isOwner = owner !== undefined && (ts.isTypeLiteralNode(owner) || ts.isInterfaceDeclaration(owner));
    return !isOwner || !isBrand(checker, checker.getTypeAtLocation(owner), true);
  });
  return rest.length > 0 ? rest : properties;
}

/** The primitives in an intersection that a brand turns into other types. */
export function primitivesOf(type: ts.Type): readonly ts.Type[] {
  return type.isIntersection() ? type.types.filter(({ flags }) => (flags & primitive) !== 0) : [];
}

const primitive =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.BigIntLike |
  ts.TypeFlags.TemplateLiteral;

/**
 * True for a scalar restricted to some of its values, or intersected with an object: its name no longer describes it.
 */
export function isNarrowed(checker: ts.TypeChecker, type: ts.Type): boolean {
  const whole = ts.TypeFlags.String | ts.TypeFlags.Number | ts.TypeFlags.BigInt;
  return isBesideObjects(checker, type) || primitivesOf(type).some(({ flags }) => (flags & whole) === 0);
}

/** True for a string or a number beside an object that is not a brand: no JSON value is both. */
export function isBesideObjects(checker: ts.TypeChecker, type: ts.Type): boolean {
  const primitives = primitivesOf(type);
  if (!type.isIntersection() || primitives.length === 0) return false;
  return type.types.some((part) => !primitives.includes(part) && !isMark(part) && !isBrand(checker, part, false));
}

/** What to do about a string or a number beside an object that is not a brand. */
export const SCALAR_BESIDE_FIELDS =
  "text or a number cannot have fields: for a branded string, write string & { readonly __brand: 'Name' }; for data, write an object with a field for each";

/** The same hint, with the types of an explicit intersection. */
export function mixedHint({ types }: ts.IntersectionTypeNode): string {
  const scalar = types.find(({ kind }) => keywords.has(kind))?.getText();
  const members = types.flatMap((part) =>
    ts.isTypeLiteralNode(part) ? part.members.filter(ts.isPropertySignature) : [],
  );
  const fields = members.filter(({ name }) => ts.isIdentifier(name) && !BRAND_NAME.test(name.text));
  const names = fields.map(({ name }) => name.getText());
  if (scalar === undefined || fields.length === 0) return SCALAR_BESIDE_FIELDS;
  const brand =
    fields.length < members.length ? `remove ${names.join(' and ')}` : `write ${scalar} & { readonly __brand: 'Name' }`;
  const value = names.includes('value') ? 'text' : 'value';
  const data = [`${value}: ${scalar}`, ...fields.map((field) => field.getText().replace(/[;,]$/, ''))].join('; ');
  return `it mixes a ${scalar} with fields: for a branded ${scalar}, ${brand}; for data, write { ${data} }`;
}

const keywords: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.StringKeyword,
  ts.SyntaxKind.NumberKeyword,
  ts.SyntaxKind.BooleanKeyword,
]);
