import type { Finding } from '../../diagnostic/reporter.ts';
import type { TypeUse } from '../../model/model.ts';
import { spanOf } from '../comments/comments.ts';
import type { ComputedPlace, LoadContext } from '../context/load-context.ts';
import { ts } from '../../compiler.ts';
import { isBesideObjects, SCALAR_BESIDE_FIELDS } from '../types/brand.ts';
import { isCircular, reportMissingIn } from '../findings/why-any.ts';
import { withNames } from '../types/mark.ts';
import { unknownType } from '../../model/type-uses.ts';
import { isInstalled } from '../program/module-resolution.ts';
import { isLibraryFile } from '../program/virtual-library.ts';
import { notJson } from '../findings/not-json.ts';
import type { Replacement } from '../context/schema-place.ts';
import { reportAt } from '../validation/schema-type.ts';
import { oneLine } from '../types/union.ts';

/** The maximum nesting of types without names. */
export const MAX_DEPTH = 20;

/** True for an intersection of objects that no value satisfies: the compiler gives it no properties. */
export function isEmptyIntersection(checker: ts.TypeChecker, type: ts.IntersectionType): boolean {
  if (checker.getPropertiesOfType(type).length > 0) return false;
  return type.types.some((part) => checker.getPropertiesOfType(part).length > 0);
}

/** True for a type that can be called. */
export function isFunction(type: ts.Type): boolean {
  return type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0;
}

/** True for the instances of a class. */
export function isClass(type: ts.Type): boolean {
  return ((type.getSymbol()?.flags ?? 0) & ts.SymbolFlags.Class) !== 0;
}

/** Reports a type that contains itself, or is nested too deeply, and returns `unknown` for it. */
export function reportNesting(context: LoadContext, type: ts.Type, place: ComputedPlace): TypeUse {
  const { outer } = place;
  const start = outer.indexOf(type);
  const name = (part: ts.Type): string => oneLine(context.checker.typeToString(part));
  const isObject = (part: ts.Type): boolean =>
    (part.flags & ts.TypeFlags.Object) !== 0 && !context.checker.isArrayType(part);
  const way = [...outer.slice(start).filter(isObject), type].map(name).join(' → ');
  const circle = 'a CRD cannot express a type that contains itself';
  const message =
    start === -1
      ? `this type is nested more than ${MAX_DEPTH} types deep, or contains ever larger instances of itself`
      : place.schema === undefined
        ? `${circle}: ${way}`
        : circle;
  reportAt(context, place, { code: 'KB_RECURSIVE_TYPE', message, hint: RECURSION_HINT }, { type: 'unknown' });
  return unknownType;
}

function reportCircular(context: LoadContext, node: ts.Node): TypeUse {
  context.reporter.report(spanOf(node), {
    code: 'KB_RECURSIVE_TYPE',
    message: `${oneLine(node.getText())} refers to the type that contains it`,
    hint: RECURSION_HINT,
  });
  return unknownType;
}

/** What to do about a type that contains itself. */
export const RECURSION_HINT =
  'mark one field on the way with +kubebuilder:validation:Schemaless and +kubebuilder:pruning:PreserveUnknownFields';

/** Types that JSON cannot express, by the compiler's flags: the message, the hint, and the replacement for a field. */
const refusals: readonly (readonly [ts.TypeFlags, string, string, Replacement])[] = [
  [
    ts.TypeFlags.Any,
    'any has no schema',
    'write unknown for a value of any shape, which is kept as it is',
    { type: 'unknown' },
  ],
  [
    ts.TypeFlags.Never,
    'no value has the type never',
    'remove the field, or write the type that its values have',
    'nothing',
  ],
  [ts.TypeFlags.BigIntLike, 'bigint is not a JSON type', "write int64 (from '@kb/apimachinery')", { type: 'int64' }],
  [
    ts.TypeFlags.ESSymbolLike,
    'a symbol is not a JSON type',
    'write string, or a union of literals',
    { type: 'string' },
  ],
  [ts.TypeFlags.Null, 'null alone has no schema', 'write the type that the value has otherwise', 'nothing'],
  [ts.TypeFlags.VoidLike, 'undefined is not a JSON value', 'write the type that the value has otherwise', 'nothing'],
  [
    ts.TypeFlags.NonPrimitive,
    'object does not say which fields it has',
    'write Record<string, unknown> for any object',
    { type: 'Record<string, unknown>' },
  ],
  [
    ts.TypeFlags.StringMapping,
    'a schema cannot require upper or lower case',
    'write string, and a marker +kubebuilder:validation:Pattern',
    { type: 'string' },
  ],
];

/** Reports a type without a schema, and returns `unknown` for it. */
export function refuse(context: LoadContext, type: ts.Type, place: ComputedPlace): TypeUse {
  const { node } = place;
  if ((type.flags & ts.TypeFlags.Any) !== 0) {
    const written = place.written ?? place.own ?? node;
    if (reportMissingIn(context, written)) return unknownType;
    if (isCircular(context.checker, written)) return reportCircular(context, node);
  }
  const [, message, hint, instead] = refusals.find(([flags]) => (type.flags & flags) !== 0) ?? [];
  const text = oneLine(withNames(context.checker.typeToString(type)));
  const finding: Finding = {
    code: 'KB_NO_SCHEMA',
    message: message ?? `${text} has no schema`,
    hint:
      hint ??
      (isFunction(type) || isClass(type)
        ? 'use an interface or a type alias: objects of the API are plain data'
        : isBesideObjects(context.checker, type)
          ? SCALAR_BESIDE_FIELDS
          : 'write the type out'),
  };
  // For a type inside a schema, the compiler has already reported what is wrong.
  if ((type.flags & ts.TypeFlags.Any) !== 0 && place.schema === undefined)
    context.reportAny(place.written ?? place.own ?? node, spanOf(node), finding);
  else reportAt(context, place, finding, instead ?? (isFunction(type) ? 'nothing' : undefined));
  return unknownType;
}

/** Refuses an object of the standard library, such as Date, which JSON does not have. Undefined for other types. */
export function refuseOfLibrary(context: LoadContext, type: ts.Type, place: ComputedPlace): TypeUse | undefined {
  const symbol = type.getSymbol();
  if (symbol === undefined || (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)) === 0)
    return undefined;
  if (symbol.name === 'Array' || symbol.name === 'ReadonlyArray' || !isOfLibrary(symbol)) return undefined;
  const { checker } = context;
  const [first, second] = checker.getTypeArguments(type as ts.TypeReference).map((part) => checker.typeToString(part));
  const instead: Readonly<Record<string, string | undefined>> = {
    Date: 'Time',
    Uint8Array: 'Bytes',
    File: 'Bytes',
    Blob: 'Bytes',
    Set: first === undefined ? undefined : `${/^\w+$/.test(first) ? first : `(${first})`}[]`,
    Map: second === undefined ? undefined : `Record<string, ${second}>`,
  };
  const known = Object.hasOwn(instead, symbol.name) ? instead[symbol.name] : undefined;
  const hint = notJson.get(symbol.name) ?? 'write an object with the fields that are needed of it';
  const finding: Finding = { code: 'KB_NO_SCHEMA', message: `${symbol.name} is not a JSON type`, hint };
  reportAt(context, place, finding, known === undefined ? undefined : { type: known });
  return unknownType;
}

/** Packages also declare globals that the library without browsers lacks, such as File. */
function isOfLibrary({ name, declarations = [] }: ts.Symbol): boolean {
  return declarations.some((declaration) => {
    const { fileName } = declaration.getSourceFile();
    return isLibraryFile(fileName) || (notJson.has(name) && isInstalled(fileName));
  });
}
