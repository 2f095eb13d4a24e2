import type { JsonObject, JsonValue, Random } from '@kb/apimachinery';
import { ts } from '../../../../packages/codegen/compiler/typescript.js';

const texts = ['a', 'b', 'c', 'x', 'gate', 'lock', 'low', 'high', 'open', 'v1'];
const numbers = [0, 1, 2, 7];
const others: readonly JsonValue[] = [null, null, 'a', 'zz', 1, 5, true, {}, []];
const MAX_DEPTH = 12;

/** Returns values of a type, and variants of them with one change, which may not be of the type. */
export function sampleValues(checker: ts.TypeChecker, type: ts.Type, draw: Random): JsonValue[] {
  const values = new Map<string, JsonValue>();
  const keep = (value: JsonValue): void => void values.set(JSON.stringify(value), value);
  for (let round = 0; round < 4; round++) {
    const value = valueOf(checker, type, draw, 0);
    if (value === undefined) continue;
    keep(value);
    for (let change = 0; change < 3; change++) keep(changed(value, draw));
  }
  keep(null);
  return [...values.values()];
}

/** Returns a random value of a type; undefined if it has none, or none in JSON. */
function valueOf(checker: ts.TypeChecker, type: ts.Type, draw: Random, depth: number): JsonValue | undefined {
  const { flags } = type;
  if (depth > MAX_DEPTH) return undefined;
  if (type.isUnion()) {
    const possible = type.types.filter((part) => (part.flags & ts.TypeFlags.Undefined) === 0);
    const part = oneOf(possible, draw);
    return part === undefined ? undefined : valueOf(checker, part, draw, depth);
  }
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
  if ((flags & ts.TypeFlags.BooleanLiteral) !== 0) return checker.typeToString(type) === 'true';
  if ((flags & ts.TypeFlags.Boolean) !== 0) return draw() < 0.5;
  if ((flags & ts.TypeFlags.Null) !== 0) return null;
  if ((flags & ts.TypeFlags.String) !== 0) return oneOf(texts, draw);
  if ((flags & ts.TypeFlags.TemplateLiteral) !== 0) return oneOf(['v1', 'v20'], draw);
  if ((flags & (ts.TypeFlags.Number | ts.TypeFlags.BigInt)) !== 0) return oneOf(numbers, draw);
  if ((flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) !== 0) return oneOf([...others, { b: [1] }], draw);
  if ((flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) === 0) return undefined;
  if (checker.isTupleType(type) || checker.isArrayType(type)) return listOf(checker, type, draw, depth);
  const indexed = checker.getIndexInfosOfType(type).find(({ keyType }) => (keyType.flags & ts.TypeFlags.String) !== 0);
  return objectOf(checker, type, indexed?.type, draw, depth);
}

function listOf(checker: ts.TypeChecker, type: ts.Type, draw: Random, depth: number): JsonValue | undefined {
  const types = checker.getTypeArguments(type as ts.TypeReference);
  const flags = checker.isTupleType(type) ? (type as ts.TupleTypeReference).target.elementFlags : undefined;
  const [item] = types;
  const wanted =
    flags === undefined
      ? Array.from({ length: Math.floor(draw() * 3) }, () => item)
      : types.filter((_, index) => ((flags[index] ?? 0) & ts.ElementFlags.Required) !== 0 || draw() < 0.5);
  const items = wanted.map((each) => (each === undefined ? undefined : valueOf(checker, each, draw, depth + 1)));
  return items.every((each) => each !== undefined) ? items : undefined;
}

function objectOf(
  checker: ts.TypeChecker,
  type: ts.Type,
  indexed: ts.Type | undefined,
  draw: Random,
  depth: number,
): JsonValue | undefined {
  const object: Record<string, JsonValue> = {};
  for (const property of checker.getPropertiesOfType(type)) {
    const optional = (property.flags & ts.SymbolFlags.Optional) !== 0;
    const isLeft = optional && (draw() < 0.4 || depth > MAX_DEPTH / 2);
    const value = isLeft ? undefined : valueOf(checker, checker.getTypeOfSymbol(property), draw, depth + 1);
    if (value !== undefined) object[property.name] = value;
    else if (!optional) return undefined;
  }
  for (const key of indexed === undefined || draw() < 0.3 ? [] : ['k', 'l']) {
    const value = indexed === undefined ? undefined : valueOf(checker, indexed, draw, depth + 1);
    if (value !== undefined) object[key] = value;
  }
  return object;
}

/** Returns a value with one change: a part is replaced, removed or added. */
function changed(value: JsonValue, draw: Random): JsonValue {
  if (Array.isArray(value) && value.length > 0 && draw() < 0.8) {
    const at = Math.floor(draw() * value.length);
    if (draw() < 0.2) return value.filter((_, index) => index !== at);
    if (draw() < 0.2) return [...value, value[at] ?? null];
    return value.map((each, index) => (index === at ? changed(each, draw) : each));
  }
  if (isObject(value) && draw() < 0.85) {
    const entries = Object.entries(value).map(([key, inner]): [string, JsonValue] => [key, inner ?? null]);
    const at = Math.floor(draw() * entries.length);
    const kind = draw();
    if (entries.length > 1 && kind < 0.15) return Object.fromEntries([...entries, ['zz', oneOf(others, draw) ?? null]]);
    if (kind < 0.35) return Object.fromEntries(entries.filter((_, index) => index !== at));
    return Object.fromEntries(entries.map(([key, inner], index) => [key, index === at ? changed(inner, draw) : inner]));
  }
  return (
    oneOf(
      others.filter((other) => JSON.stringify(other) !== JSON.stringify(value)),
      draw,
    ) ?? null
  );
}

/** Whether a value is a JSON object. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function oneOf<T>(values: readonly T[], draw: Random): T | undefined {
  return values[Math.floor(draw() * values.length)];
}
