import type { JsonValue } from '@kb/apimachinery';
import { ts } from '../../../../packages/codegen/compiler/typescript.js';
import { isObject } from './sample-values.ts';

/**
 * Whether TypeScript accepts a value that no author intends. Either it contains fields of several shapes of a union of
 * objects, of which a schema accepts exactly one (decision 6). Or it is a string, number or list for a type without
 * properties (`{}`, `Omit<{ a: string }, 'a'>`), which stands for an object in an API.
 */
export function isUnintendedValue(checker: ts.TypeChecker, type: ts.Type, value: JsonValue): boolean {
  const isOpen = partsOf(type).some((part) => hasNoProperties(checker, part));
  if (value !== null && !isObject(value) && isOpen) return true;
  if (Array.isArray(value)) {
    return partsOf(type).some((part) => {
      if (!checker.isArrayType(part) && !checker.isTupleType(part)) return false;
      const types = checker.getTypeArguments(part as ts.TypeReference);
      return value.some((item, index) => {
        const of = types[Math.min(index, types.length - 1)];
        return of !== undefined && isUnintendedValue(checker, of, item);
      });
    });
  }
  if (!isObject(value)) return false;
  const shapes = partsOf(type).filter((part) => (part.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0);
  const known = new Set(shapes.flatMap((shape) => checker.getPropertiesOfType(shape).map(({ name }) => name)));
  const isOfOne = shapes.some((shape) => {
    if (!fits(checker, shape, value)) return false;
    const own = new Set(checker.getPropertiesOfType(shape).map(({ name }) => name));
    return Object.keys(value).every((key) => own.has(key) || !known.has(key));
  });
  if (shapes.length > 1 && !isOfOne) return true;
  return shapes.some((shape) =>
    Object.entries(value).some(([key, inner]) => {
      const of = typeOfField(checker, shape, key);
      return of !== undefined && inner !== undefined && isUnintendedValue(checker, of, inner);
    }),
  );
}

/** Whether a type is `{}`, alone or in an intersection. */
function hasNoProperties(checker: ts.TypeChecker, type: ts.Type): boolean {
  if (type.isIntersection()) return type.types.some((part) => hasNoProperties(checker, part));
  if ((type.flags & ts.TypeFlags.Object) === 0 || checker.isArrayType(type) || checker.isTupleType(type)) return false;
  return checker.getPropertiesOfType(type).length === 0 && checker.getIndexInfosOfType(type).length === 0;
}

function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

function typeOfField(checker: ts.TypeChecker, type: ts.Type, key: string): ts.Type | undefined {
  const property = type.getProperty(key);
  if (property !== undefined) return checker.getTypeOfSymbol(property);
  return checker.getIndexInfosOfType(type).find(({ keyType }) => (keyType.flags & ts.TypeFlags.String) !== 0)?.type;
}

/**
 * Whether a value has the required fields of a type, with fitting values. This is enough to distinguish shapes, but it
 * is not a full check of assignability.
 */
function fits(checker: ts.TypeChecker, type: ts.Type, value: JsonValue): boolean {
  const { flags } = type;
  if (type.isUnion()) return type.types.some((part) => fits(checker, part, value));
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value === value;
  if ((flags & ts.TypeFlags.BooleanLiteral) !== 0) return JSON.stringify(value) === checker.typeToString(type);
  if ((flags & ts.TypeFlags.Null) !== 0) return value === null;
  if ((flags & (ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral)) !== 0) return typeof value === 'string';
  if ((flags & (ts.TypeFlags.Number | ts.TypeFlags.BigInt)) !== 0) return typeof value === 'number';
  if ((flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) !== 0) return true;
  if ((flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) === 0) return false;
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    const items = checker.getTypeArguments(type as ts.TypeReference);
    if (!Array.isArray(value)) return false;
    return value.every((item, index) => {
      const of = items[Math.min(index, items.length - 1)];
      return of === undefined || fits(checker, of, item);
    });
  }
  return (
    isObject(value) &&
    checker.getPropertiesOfType(type).every((property) => {
      const inner = value[property.name];
      if (inner === undefined) return (property.flags & ts.SymbolFlags.Optional) !== 0;
      return fits(checker, checker.getTypeOfSymbol(property), inner);
    })
  );
}
