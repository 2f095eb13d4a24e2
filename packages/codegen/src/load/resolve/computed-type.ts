import type { Finding } from '../../diagnostic/reporter.ts';
import type { TypeUse } from '../../model/model.ts';
import { spanOf } from '../comments/comments.ts';
import { ts } from '../program/compiler.ts';
import { isBrand, primitivesOf, scalarBesideFields } from './brand.ts';
import { resolveComputedObject } from './computed-object.ts';
import type { ComputedPlace, LoadContext, TypeDeclaration } from '../load-context.ts';
import { literalOrder, type LiteralValue } from './literal-order.ts';
import { fractionalLiteral, numberOfLibrary, plainNumberInside } from './number-findings.ts';
import { isCircular, reportMissingIn } from './why-any.ts';
import { builtInMarkOf, halfOf, isMark, markOf, withNames } from '../types/mark.ts';
import { patternOfType } from '../types/template-literal.ts';
import { tupleOf } from '../types/tuple.ts';
import { compareText } from '../../text/compare-text.ts';
import { unknownType } from '../types/type-uses.ts';
import { oneLine, unionOf } from '../types/union.ts';
import { apimachineryFile, apimachineryType } from '../program/virtual-apimachinery.ts';
import { builtInNameOf } from '../program/virtual-kubernetes.ts';
import { isLibraryFile } from '../program/virtual-library.ts';

/** How deep types may be nested that have no name. */
const maxDepth = 20;

/**
 * The type that the compiler computed: of indexed accesses, mapped and conditional types, which only it can evaluate.
 * Declared types that it still knows keep their names.
 */
export function resolveComputed(context: LoadContext, type: ts.Type, place: ComputedPlace): TypeUse {
  const { checker } = context;
  // What the true branch of a condition knows of its type is what the type is there.
  if ((type.flags & ts.TypeFlags.Substitution) !== 0)
    return resolveComputed(context, (type as ts.SubstitutionType).baseType, place);
  const named = namedType(context, type, place);
  if (named !== undefined) return named;
  const { outer, node, written } = place;
  if (outer.includes(type) || outer.length > maxDepth) return reportNesting(context, type, place);
  const inner: ComputedPlace = {
    node,
    outer: [...outer, type],
    ...(written !== undefined && { written }),
    ...(place.library !== undefined && { library: place.library }),
  };
  if (type.isUnion()) return computedUnion(context, type, inner);
  const literal = literalValue(checker, type);
  if (literal !== undefined) return literalType(context, literal, node);
  if ((type.flags & ts.TypeFlags.String) !== 0) return { kind: 'scalar', scalar: 'string' };
  if ((type.flags & ts.TypeFlags.Boolean) !== 0) return { kind: 'scalar', scalar: 'boolean' };
  if ((type.flags & ts.TypeFlags.Unknown) !== 0) return { kind: 'json' };
  if ((type.flags & ts.TypeFlags.Number) !== 0) return plainNumber(context, place);
  if ((type.flags & ts.TypeFlags.TemplateLiteral) !== 0) {
    const source = patternOfType(context, type, node);
    return source === undefined ? unknownType : { kind: 'pattern', source };
  }
  if (checker.isTupleType(type)) return computedTuple(context, type as ts.TupleTypeReference, inner);
  if (checker.isArrayType(type)) {
    const [items] = checker.getTypeArguments(type as ts.TypeReference);
    return items === undefined ? unknownType : { kind: 'list', items: listItem(context, items, inner) };
  }
  const branded = brandedType(context, type, inner);
  if (branded !== undefined) return branded;
  const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
  if (type.isIntersection() && isEmptyIntersection(checker, type)) {
    context.reporter.report(spanOf(node), {
      code: 'KB_NO_SCHEMA',
      message: `no value fits all parts of ${oneLine(type.types.map((part) => checker.typeToString(part)).join(' & '))}`,
      hint: 'the literals of a field that several parts have must have one in common',
    });
    return unknownType;
  }
  if (isObject && !isFunction(type) && !isClass(type)) {
    return resolveComputedObject(context, type, inner);
  }
  return refuse(context, type, place);
}

/**
 * Text, a number or a closed set that a brand, or any other object beside it, makes another type of for the compiler.
 */
function brandedType(context: LoadContext, type: ts.Type, place: ComputedPlace): TypeUse | undefined {
  const primitives = primitivesOf(type);
  const [only] = primitives;
  if (!type.isIntersection() || only === undefined) return undefined;
  const isOneOfThem = primitives.length === 1 && !isBesideObjects(context.checker, type);
  return isOneOfThem ? resolveComputed(context, only, place) : refuse(context, type, place);
}

/**
 * True for a scalar of which only some values are meant, or with an object beside it: it is no longer what its name
 * says.
 */
function isNarrowed(checker: ts.TypeChecker, type: ts.Type): boolean {
  const whole = ts.TypeFlags.String | ts.TypeFlags.Number | ts.TypeFlags.BigInt;
  return isBesideObjects(checker, type) || primitivesOf(type).some(({ flags }) => (flags & whole) === 0);
}

/** True for text or a number with an object beside it that is no brand: no value in JSON is both. */
function isBesideObjects(checker: ts.TypeChecker, type: ts.Type): boolean {
  const primitives = primitivesOf(type);
  if (!type.isIntersection() || primitives.length === 0) return false;
  return type.types.some((part) => !primitives.includes(part) && !isMark(part) && !isBrand(checker, part, false));
}

/** The elements of a list: undefined is no JSON. */
function listItem(context: LoadContext, items: ts.Type, place: ComputedPlace): TypeUse {
  const parts = items.isUnion() ? items.types : [items];
  if (parts.some((part) => (part.flags & ts.TypeFlags.Undefined) !== 0)) {
    context.reporter.report(spanOf(place.node), {
      code: 'KB_NO_SCHEMA',
      message: 'the elements of a list cannot be undefined: JSON has no such value',
      hint: 'remove undefined (write NonNullable<T[K]>[] where an optional field of a type brings it in), or write null for an element that can be null',
    });
    return unknownType;
  }
  return resolveComputed(context, items, place);
}

function computedTuple(context: LoadContext, type: ts.TupleTypeReference, place: ComputedPlace): TypeUse {
  const { elementFlags } = type.target;
  const elements = context.checker.getTypeArguments(type).map((element, index) => {
    const flags = elementFlags[index] ?? ts.ElementFlags.Required;
    return {
      type: resolveComputed(context, element, place),
      optional: (flags & ts.ElementFlags.Optional) !== 0,
      rest: (flags & ts.ElementFlags.Variable) !== 0,
    };
  });
  return tupleOf(context, elements, place.node);
}

function computedUnion(context: LoadContext, type: ts.UnionType, place: ComputedPlace): TypeUse {
  const span = spanOf(place.node);
  const members = type.types.filter((part) => (part.flags & ts.TypeFlags.Undefined) === 0);
  const rest = inOrder(
    members.filter((part) => (part.flags & ts.TypeFlags.Null) === 0),
    literalOrder(context.checker, place.written ?? place.node),
  );
  const parts = withoutHalves(context.checker, rest).map((part) =>
    'kind' in part
      ? { name: part.kind, type: part, span }
      : { name: oneLine(context.checker.typeToString(part)), type: resolveComputed(context, part, place), span },
  );
  const text = withNames(context.checker.typeToString(type));
  return unionOf(context, { parts, nullable: rest.length < members.length, text, span });
}

/**
 * The compiler has the members of a union in the order in which it met them anywhere: here, literals as the source has
 * them, those that only computing makes by their values behind them, and declared types as they are declared.
 */
function inOrder(types: readonly ts.Type[], order: ReadonlyMap<LiteralValue, number>): ts.Type[] {
  const placed = types.map((type) => {
    const isPlain = type.isLiteral() && (type.flags & ts.TypeFlags.EnumLiteral) === 0;
    const declaration = isPlain ? undefined : (type.aliasSymbol ?? type.getSymbol())?.declarations?.[0];
    const value = isPlain && typeof type.value !== 'object' ? type.value : '';
    const place = isPlain ? (order.get(value) ?? order.size) : -1;
    return { type, value, place, file: declaration?.getSourceFile().fileName ?? '', position: declaration?.pos ?? 0 };
  });
  placed.sort(
    (a, b) =>
      a.place - b.place ||
      (typeof a.value === 'number' && typeof b.value === 'number'
        ? a.value - b.value
        : compareText(String(a.value), String(b.value)) || compareText(a.file, b.file) || a.position - b.position),
  );
  return placed.map(({ type }) => type);
}

/** The declared type that the compiler still knows by its name. */
function namedType(context: LoadContext, type: ts.Type, { own, alias }: ComputedPlace): TypeUse | undefined {
  const marked = isNarrowed(context.checker, type) ? undefined : markedType(context, type);
  if (marked !== undefined) return marked;
  for (const symbol of [type.aliasSymbol, type.getSymbol()]) {
    const declarations = symbol?.declarations ?? [];
    const declaration = declarations.find(isNamed);
    if (symbol === undefined || declaration === undefined) continue;
    if ([own, alias].some((each) => each !== undefined && declarations.includes(each))) continue;
    const { fileName } = declaration.getSourceFile();
    if (isLibraryFile(fileName)) continue;
    if (fileName === apimachineryFile) return apimachineryType(symbol.name);
    const builtIn = builtInNameOf(fileName, declaration.name.text);
    if (builtIn !== undefined) return { kind: 'builtIn', name: builtIn };
    const generic = !ts.isEnumDeclaration(declaration) && (declaration.typeParameters?.length ?? 0) > 0;
    // A helper of another package has no name that an author gave.
    if (generic && fileName.includes('node_modules/')) continue;
    return generic ? context.resolveInstance(declaration, type) : context.resolveDeclaration(declaration, []);
  }
  return undefined;
}

/**
 * Scalars and such carry their name in a property, which survives where the compiler maps over them as if they were
 * objects.
 */
function markedType({ checker }: LoadContext, type: ts.Type): TypeUse | undefined {
  const half = halfOf(checker, type);
  // Half of a Quantity is text without its format, or a number of no size.
  if (half !== undefined) return half.base === 'text' ? { kind: 'scalar', scalar: 'string' } : numberOf(half.name);
  const builtIn = builtInMarkOf(checker, type);
  if (builtIn !== undefined) return { kind: 'builtIn', name: builtIn };
  const name = markOf(checker, type);
  return name === undefined ? undefined : apimachineryType(name);
}

function numberOf(name: string): TypeUse | undefined {
  return name === 'IntOrString' ? { kind: 'scalar', scalar: 'int' } : apimachineryType(name);
}

/** Both halves of an IntOrString, or of a Quantity, are one type. */
function withoutHalves(checker: ts.TypeChecker, types: readonly ts.Type[]): readonly (ts.Type | TypeUse)[] {
  const halves = types.map((type) => (isNarrowed(checker, type) ? undefined : halfOf(checker, type)));
  return types.flatMap((type, index): (ts.Type | TypeUse)[] => {
    const half = halves[index];
    const isWhole = half !== undefined && halves.some((other) => other?.name === half.name && other.base !== half.base);
    if (!isWhole) return [type];
    const use =
      halves.findIndex((other) => other?.name === half.name) === index ? apimachineryType(half.name) : undefined;
    return use === undefined ? [] : [use];
  });
}

function isNamed(declaration: ts.Declaration): declaration is TypeDeclaration {
  return (
    ts.isInterfaceDeclaration(declaration) ||
    ts.isTypeAliasDeclaration(declaration) ||
    ts.isEnumDeclaration(declaration)
  );
}

function literalValue(checker: ts.TypeChecker, type: ts.Type): string | number | boolean | undefined {
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
  return (type.flags & ts.TypeFlags.BooleanLiteral) === 0 ? undefined : checker.typeToString(type) === 'true';
}

/** True for an intersection of objects that no value is one of: the compiler has no properties of it. */
function isEmptyIntersection(checker: ts.TypeChecker, type: ts.IntersectionType): boolean {
  if (checker.getPropertiesOfType(type).length > 0) return false;
  return type.types.some((part) => checker.getPropertiesOfType(part).length > 0);
}

function isFunction(type: ts.Type): boolean {
  return type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0;
}

function isClass(type: ts.Type): boolean {
  return ((type.getSymbol()?.flags ?? 0) & ts.SymbolFlags.Class) !== 0;
}

function plainNumber(context: LoadContext, { node, library }: ComputedPlace): TypeUse {
  if (context.allowsFloats(node)) return { kind: 'scalar', scalar: 'number' };
  context.reporter.report(spanOf(node), library === undefined ? plainNumberInside : numberOfLibrary(library));
  return unknownType;
}

function literalType(context: LoadContext, value: string | number | boolean, node: ts.Node): TypeUse {
  if (typeof value !== 'number' || Number.isInteger(value) || context.allowsFloats(node))
    return { kind: 'enum', values: [value] };
  context.reporter.report(spanOf(node), fractionalLiteral(value));
  return unknownType;
}

function reportNesting(context: LoadContext, type: ts.Type, { outer, node }: ComputedPlace): TypeUse {
  const start = outer.indexOf(type);
  const name = (part: ts.Type): string => oneLine(context.checker.typeToString(part));
  const isObject = (part: ts.Type): boolean =>
    (part.flags & ts.TypeFlags.Object) !== 0 && !context.checker.isArrayType(part);
  context.reporter.report(spanOf(node), {
    code: 'KB_RECURSIVE_TYPE',
    message:
      start === -1
        ? `this type is nested more than ${maxDepth} types deep, or is made of ever larger instances of itself`
        : `a CRD cannot express a type that contains itself: ${[...outer.slice(start).filter(isObject), type].map(name).join(' → ')}`,
    hint: recursionHint,
  });
  return unknownType;
}

function reportCircular(context: LoadContext, node: ts.Node): TypeUse {
  context.reporter.report(spanOf(node), {
    code: 'KB_RECURSIVE_TYPE',
    message: `${oneLine(node.getText())} leads back to the type that it is a part of`,
    hint: recursionHint,
  });
  return unknownType;
}

/** What to do about a type that contains itself. */
export const recursionHint =
  'mark one field on the way with +kubebuilder:validation:Schemaless and +kubebuilder:pruning:PreserveUnknownFields';

/** What cannot be in JSON, by the compiler's flags. */
const refusals: readonly (readonly [ts.TypeFlags, string, string])[] = [
  [ts.TypeFlags.Any, 'any has no schema', 'write unknown for a value of any shape, which is kept as it is'],
  [ts.TypeFlags.Never, 'no value has the type never', 'remove the field, or write the type that its values have'],
  [ts.TypeFlags.BigIntLike, 'bigint is not a JSON type', "write int64 (from '@kb/apimachinery')"],
  [ts.TypeFlags.ESSymbolLike, 'a symbol is not a JSON type', 'write string, or a union of literals'],
  [ts.TypeFlags.Null, 'null alone has no schema', 'write the type that the value has otherwise'],
  [ts.TypeFlags.VoidLike, 'undefined is not a JSON value', 'write the type that the value has otherwise'],
  [ts.TypeFlags.NonPrimitive, 'object says nothing of its fields', 'write Record<string, unknown> for any object'],
  [
    ts.TypeFlags.StringMapping,
    'the letters of a text cannot be restricted so',
    'write string, and a marker +kubebuilder:validation:Pattern',
  ],
];

function refuse(context: LoadContext, type: ts.Type, place: ComputedPlace): TypeUse {
  const { node } = place;
  if ((type.flags & ts.TypeFlags.Any) !== 0) {
    const written = place.written ?? place.own ?? node;
    if (reportMissingIn(context, written)) return unknownType;
    if (isCircular(context.checker, written)) return reportCircular(context, node);
  }
  const [, message, hint] = refusals.find(([flags]) => (type.flags & flags) !== 0) ?? [];
  const text = oneLine(withNames(context.checker.typeToString(type)));
  const finding: Finding = {
    code: 'KB_NO_SCHEMA',
    message: message ?? `${text} has no schema`,
    hint:
      hint ??
      (isFunction(type) || isClass(type)
        ? 'use an interface or a type alias: objects of the API are plain data'
        : isBesideObjects(context.checker, type)
          ? scalarBesideFields
          : 'write the type out'),
  };
  if ((type.flags & ts.TypeFlags.Any) !== 0)
    context.reportAny(place.written ?? place.own ?? node, spanOf(node), finding);
  else context.reporter.report(spanOf(node), finding);
  return unknownType;
}
