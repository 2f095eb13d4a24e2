import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject, setOwn } from '@kb/apimachinery/codec';
import { type JsonPath, quoteShort } from '@kb/apimachinery/yaml';
import type { Shape } from './definition-shape.ts';
import { formatPath } from './text-problem.ts';

/** A problem with a part of a value. */
export interface ShapeProblem {
  readonly path: JsonPath;
  readonly message: string;
  readonly hint?: string;
}

/** Receives the findings of {@link checkShape}. */
export interface ShapeFindings {
  readonly onProblem: (problem: ShapeProblem) => void;
  /** Fields that the API server does not know. */
  readonly onUnknown: (path: JsonPath) => void;
}

/**
 * Converts a value to its shape: fields whose value is null are omitted, as the API server does, and numbers that it
 * reads as floats become numbers. Values that do not fit are reported and kept. Unknown fields are kept too.
 */
export function checkShape(value: JsonValue, shape: Shape, path: JsonPath, findings: ShapeFindings): JsonValue {
  return check(value, shape, [...path], findings);
}

function check(value: JsonValue, shape: Shape, path: (string | number)[], findings: ShapeFindings): JsonValue {
  const wrong = (expected: string): JsonValue => {
    findings.onProblem({
      path: [...path],
      message: `${formatPath(path)} must be ${expected}, and is ${describe(value)}`,
      ...(expected === 'text' && scalarTypes.has(typeof value) && { hint: 'put it in quotes' }),
    });
    return value;
  };
  switch (shape.kind) {
    case 'anything':
      return value;
    case 'text':
      return typeof value === 'string' ? value : wrong('text');
    case 'boolean':
      return typeof value === 'boolean' ? value : wrong('true or false');
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : wrong('a number');
    case 'integer':
      return Number.isSafeInteger(value) ? value : wrong('a whole number below 2^53');
    case 'boolean-or':
      return typeof value === 'boolean' ? value : check(value, shape.other, path, findings);
    case 'list':
      return Array.isArray(value) ? checkItems(value, shape.items, path, findings) : wrong('a list');
    case 'map':
      return isJsonObject(value) ? checkValues(value, shape.values, path, findings) : wrong('an object');
    case 'object':
      return isJsonObject(value) ? checkFields(value, shape, path, findings) : wrong(`${shape.what}, an object`);
  }
}

function checkItems(
  list: readonly JsonValue[],
  items: Shape,
  path: (string | number)[],
  findings: ShapeFindings,
): JsonValue[] {
  return list.map((item, index) => {
    path.push(index);
    const result = check(nullAsEmpty(item, items), items, path, findings);
    path.pop();
    return result;
  });
}

function checkValues(map: JsonObject, values: Shape, path: (string | number)[], findings: ShapeFindings): JsonObject {
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(map)) {
    path.push(key);
    setOwn(result, key, check(nullAsEmpty(value, values), values, path, findings));
    path.pop();
  }
  return result;
}

function checkFields(
  value: JsonObject,
  { what, fields, required }: Extract<Shape, { kind: 'object' }>,
  path: (string | number)[],
  findings: ShapeFindings,
): JsonObject {
  const result: JsonObject = {};
  for (const [key, child] of Object.entries(value)) {
    const shape = fields.get(key);
    path.push(key);
    if (shape === undefined) findings.onUnknown([...path]);
    if (shape === undefined) setOwn(result, key, child);
    else if (child !== null) setOwn(result, key, check(child, shape, path, findings));
    path.pop();
  }
  const missing = required.filter((name) => !Object.hasOwn(result, name)).map((name) => formatPath([...path, name]));
  if (missing.length > 0) {
    findings.onProblem({
      path: [...path],
      message: `${inWords(missing)} missing`,
      hint: `${what} needs ${missing.length === 1 ? 'it' : 'them'}; if the file is truncated, get the complete file`,
    });
  }
  return result;
}

/** A null in a list or a map becomes what Go reads: an empty object, or an empty string. */
function nullAsEmpty(value: JsonValue, shape: Shape): JsonValue {
  if (value !== null) return value;
  if (shape.kind === 'object') return {};
  return shape.kind === 'text' ? '' : value;
}

/** Such as `a, b and c are`. */
function inWords(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length === 1 ? `${last} is` : `${names.slice(0, -1).join(', ')} and ${last} are`;
}

const scalarTypes: ReadonlySet<string> = new Set(['number', 'bigint', 'boolean']);

function describe(value: JsonValue): string {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'string':
      return `the text ${quoteShort(value)}`;
    case 'number':
    case 'bigint':
      return `the number ${value}`;
    case 'boolean':
      return String(value);
    default:
      return 'an object';
  }
}
