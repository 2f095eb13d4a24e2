import type { DeepReadonly, JsonValue } from '../json.ts';
import { equalJson } from '../json/equal-json.ts';
import { getOwn, isJsonObject } from '../codec/own-property.ts';
import type { JsonPatchOperation } from './json-patch.ts';
import { formatJsonPointer } from './json-pointer.ts';

/** An operation that {@link createJsonPatch} makes, as it is written in JSON. */
export type CreatedJsonPatchOperation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: JsonValue }
  | { readonly op: 'remove'; readonly path: string };

/**
 * The JSON patch (RFC 6902) that turns one value into another: `applyJsonPatch(from, createJsonPatch(from, to))` equals
 * `to`. Only `add`, `replace` and `remove`, each as deep as possible; no operations for equal values. In lists, equal
 * items at both ends are kept, and the items between them are changed in place. A property whose value is undefined
 * counts as absent.
 */
export function createJsonPatch(
  from: DeepReadonly<JsonValue>,
  to: DeepReadonly<JsonValue>,
): CreatedJsonPatchOperation[] {
  const operations: CreatedJsonPatchOperation[] = [];
  // Never changes its arguments.
  compare(from as JsonValue, to as JsonValue, [], operations);
  return operations satisfies readonly JsonPatchOperation[];
}

type Path = readonly (string | number)[];

function compare(from: JsonValue, to: JsonValue, path: Path, operations: CreatedJsonPatchOperation[]): void {
  if (from === to) return;
  if (isJsonObject(from) && isJsonObject(to)) {
    for (const key of Object.keys(from)) {
      if (getOwn(from, key) !== undefined && getOwn(to, key) === undefined)
        operations.push({ op: 'remove', path: formatJsonPointer([...path, key]) });
    }
    for (const key of Object.keys(to)) {
      const after = getOwn(to, key);
      if (after === undefined) continue;
      const before = getOwn(from, key);
      if (before === undefined) operations.push({ op: 'add', path: formatJsonPointer([...path, key]), value: after });
      else compare(before, after, [...path, key], operations);
    }
    return;
  }
  if (Array.isArray(from) && Array.isArray(to)) compareLists(from, to, path, operations);
  else if (!equalJson(from, to)) operations.push({ op: 'replace', path: formatJsonPointer(path), value: to });
}

function compareLists(
  from: readonly JsonValue[],
  to: readonly JsonValue[],
  path: Path,
  operations: CreatedJsonPatchOperation[],
): void {
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && equalJson(from[start], to[start])) start += 1;
  let end = 0;
  while (end < shorter - start && equalJson(from.at(-1 - end), to.at(-1 - end))) end += 1;
  const common = shorter - end;
  for (let index = start; index < common; index += 1) {
    compare(from[index] ?? null, to[index] ?? null, [...path, index], operations);
  }
  for (let index = from.length - end - 1; index >= common; index -= 1)
    operations.push({ op: 'remove', path: formatJsonPointer([...path, index]) });
  for (let index = common; index < to.length - end; index += 1)
    operations.push({ op: 'add', path: formatJsonPointer([...path, index]), value: to[index] ?? null });
}
