import { isJsonObject } from '../../codec/own-property.ts';
import type { JsonValue } from '../../json.ts';
import { formatGoSyntax, formatGoValue, goTypeName } from '../../codec/go-values.ts';
import { itemElement, ListItemError } from './list-items.ts';
import { fieldElement, formatPathElement, type PathElement } from '../field-sets/path-element.ts';
import { type ListType, type MapType, partFor, type ValueType } from './value-type.ts';

/** A place where a value does not fit its type. `path` is empty at the root. */
export interface TypeProblem {
  readonly path: string;
  readonly message: string;
}

/**
 * Reports where a value does not fit its type, worded as structured-merge-diff. Duplicates in sets and associative
 * lists are errors in applied values, and tolerated in stored ones (`allowDuplicates`). Checks shapes only, not ranges,
 * patterns and required fields.
 */
export function validateValue(
  type: ValueType,
  value: JsonValue,
  options: { readonly allowDuplicates: boolean },
): TypeProblem[] {
  const problems: TypeProblem[] = [];
  validate(type, value, options.allowDuplicates, [], problems);
  return problems;
}

/** Formats problems as upstream prints them: one as it is, several as a list. */
export function formatProblems(problems: readonly TypeProblem[]): string {
  const lines = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  return lines.length === 1 ? (lines[0] ?? '') : ['errors:', ...lines.map((line) => `  ${line}`)].join('\n');
}

type Path = PathElement[];

function validate(
  type: ValueType,
  value: JsonValue,
  allowDuplicates: boolean,
  path: Path,
  problems: TypeProblem[],
): void {
  const part = partFor(type, value);
  if (part === 'map' && type.map !== undefined) validateMap(type.map, value, allowDuplicates, path, problems);
  else if (part === 'scalar' && type.scalar !== undefined) validateScalar(type.scalar, value, path, problems);
  else if (type.list !== undefined) validateList(type.list, value, allowDuplicates, path, problems);
}

function validateScalar(
  scalar: NonNullable<ValueType['scalar']>,
  value: JsonValue,
  path: Path,
  problems: TypeProblem[],
): void {
  if (value === null) return;
  const found = typeof value;
  switch (scalar) {
    case 'numeric':
      if (found !== 'number' && found !== 'bigint')
        report(problems, path, `expected numeric (int or float), got ${goTypeName(value)}`);
      return;
    case 'string':
      if (found !== 'string')
        report(problems, path, `expected string, got &value.valueUnstructured{Value:${formatGoSyntax(value)}}`);
      return;
    case 'boolean':
      if (found !== 'boolean') report(problems, path, `expected boolean, got &{${formatGoValue(value)}}`);
      return;
    case 'untyped':
      if (found === 'object') report(problems, path, `expected any scalar, got &{${formatGoValue(value)}}`);
  }
}

function validateList(
  type: ListType,
  value: JsonValue,
  allowDuplicates: boolean,
  path: Path,
  problems: TypeProblem[],
): void {
  if (value === null) return;
  if (!Array.isArray(value)) {
    report(problems, path, `expected list, got &{${formatGoValue(value)}}`);
    return;
  }
  const itemType = type.item();
  const seen = type.kind === 'atomic' ? undefined : new Set<PathElement>();
  for (const [index, item] of value.entries()) {
    let element = `i:${index}`;
    if (seen !== undefined) {
      try {
        element = itemElement(type, item);
      } catch (error) {
        if (!(error instanceof ListItemError)) throw error;
        report(problems, path, `element ${index}: ${error.message}`);
        return;
      }
      if (seen.has(element) && !allowDuplicates)
        report(problems, path, `duplicate entries for key ${formatPathElement(element)}`);
      seen.add(element);
    }
    path.push(element);
    validate(itemType, item, allowDuplicates, path, problems);
    path.pop();
  }
}

function validateMap(
  type: MapType,
  value: JsonValue,
  allowDuplicates: boolean,
  path: Path,
  problems: TypeProblem[],
): void {
  if (value === null) return;
  if (!isJsonObject(value)) {
    report(problems, path, `expected map, got &{${formatGoValue(value)}}`);
    return;
  }
  for (const name of Object.keys(value)) {
    const item = value[name];
    if (item === undefined) continue;
    const fieldType = type.field(name);
    path.push(fieldElement(name));
    if (fieldType === undefined) report(problems, path, 'field not declared in schema');
    else validate(fieldType, item, allowDuplicates, path, problems);
    path.pop();
    // Upstream iterates over a Go map until it finds such a field: which other errors it reports is random.
    if (fieldType === undefined) return;
  }
}

function report(problems: TypeProblem[], path: Path, message: string): void {
  problems.push({ path: path.map(formatPathElement).join(''), message });
}
