import { equalJson } from '../json/equal-json.ts';
import { getOwn, isJsonObject, setOwn } from '../codec/own-property.ts';
import type { DeepReadonly, JsonObject, JsonValue } from '../json.ts';
import { withoutNulls } from './clean-patch.ts';

/**
 * Applies a JSON merge patch (RFC 7386): null removes, objects merge, everything else replaces. As in the API server,
 * new objects lose their nulls, even inside lists; nulls that are list items stay. The result shares unchanged parts
 * with `target`, and is `target` itself when nothing changes.
 */
export function applyMergePatch(target: DeepReadonly<JsonValue>, patch: DeepReadonly<JsonValue>): JsonValue {
  // Never changes its arguments.
  return merge(target as JsonValue, patch as JsonValue);
}

function merge(target: JsonValue, patch: JsonValue): JsonValue {
  if (!isJsonObject(target)) {
    const cleaned = withoutNulls(patch);
    return equalJson(target, cleaned) ? target : cleaned;
  }
  if (!isJsonObject(patch)) return patch;
  let merged: JsonObject | undefined;
  for (const [name, change] of Object.entries(patch)) {
    const before = getOwn(target, name);
    if (change === null) {
      if (!Object.hasOwn(target, name)) continue;
      merged ??= { ...target };
      delete merged[name];
      continue;
    }
    const after = before === undefined || before === null ? withoutNulls(change) : merge(before, change);
    if (after === before) continue;
    merged ??= { ...target };
    setOwn(merged, name, after);
  }
  return merged ?? target;
}

/**
 * The merge patch that turns one value into another: `applyMergePatch(from, createMergePatch(from, to))` equals `to`,
 * unless an object in `to` has a null, which a merge patch cannot express. Equal objects give `{}`.
 */
export function createMergePatch(from: DeepReadonly<JsonValue>, to: DeepReadonly<JsonValue>): JsonValue {
  // Never changes its arguments.
  const before = from as JsonValue;
  const after = to as JsonValue;
  return isJsonObject(before) && isJsonObject(after) ? diffObjects(before, after) : after;
}

function diffObjects(from: JsonObject, to: JsonObject): JsonObject {
  const patch: JsonObject = {};
  for (const [name, after] of Object.entries(to)) {
    const before = getOwn(from, name);
    if (before === after || (before !== undefined && equalJson(before, after))) continue;
    setOwn(patch, name, isJsonObject(before) && isJsonObject(after) ? diffObjects(before, after) : after);
  }
  for (const name of Object.keys(from)) if (!Object.hasOwn(to, name)) setOwn(patch, name, null);
  return patch;
}
