import type { DeepReadonly, JsonObject, JsonValue } from '@kb/apimachinery';
import {
  applyJsonPatch,
  applyMergePatch,
  applyStrategicMergePatch,
  JsonPatchError,
  mergedPatch,
  rejectedPatchStatus,
  StrategicMergePatchError,
  strategicMergePatchStatus,
} from '@kb/apimachinery/patch';
import { refuse } from '../../refuse.ts';
import { type ApiObject, asJson, type FrozenObject } from '../../objects/api-object.ts';
import { decodePatched, decodeStrategicallyPatched, type PatchContext } from './decode-patched.ts';
import { readJsonPatchBody, readMergePatchBody, readStrategicPatchBody } from './read-patch.ts';
import type { PatchType } from './patch-type.ts';
import { compareUtf8, getOwn, isJsonObject, setOwn } from '@kb/apimachinery/codec';

/** Returns the new object for the live one. Throws a StatusError. */
export type PatchFunction = (live: FrozenObject) => ApiObject;

/**
 * Returns the function for a patch other than an apply. It parses the body when there is an object to patch: without
 * one, mistakes in the body are not reported.
 */
export function patchFunction(type: PatchType, body: Uint8Array, context: PatchContext): PatchFunction {
  let patch: PatchFunction | undefined;
  return (live) => (patch ??= readFunction(type, body, context))(live);
}

function readFunction(type: PatchType, body: Uint8Array, context: PatchContext): PatchFunction {
  const validated = context.options.fieldValidation !== 'Ignore';
  switch (type) {
    case 'application/json-patch+json': {
      const { patch, findings } = readJsonPatchBody(body, validated);
      return (live) => {
        const opened = new Set<object>();
        const value = orRejected(() => applyJsonPatch(asJson(live), patch, opened));
        return decodePatched({ value, show: () => showOpened(value, opened) }, findings, context);
      };
    }
    case 'application/merge-patch+json': {
      const { patch, findings } = readMergePatchBody(body, validated);
      return (live) => {
        const value = applyMergePatch(asJson(live), patch);
        return decodePatched({ value, show: () => showMergePatched(value, patch, asJson(live)) }, findings, context);
      };
    }
    default: {
      const { patch, findings } = readStrategicPatchBody(body);
      return (live) => {
        const schema = context.resource.schema();
        const value = orRejected(() => applyStrategicMergePatch(asJson(live), patch, schema));
        return decodeStrategicallyPatched(value, () => mergedPatch(asJson(live), patch, schema), findings, context);
      };
    }
  }
}

function orRejected<Value extends JsonValue>(patch: () => Value): Value {
  try {
    return patch();
  } catch (error) {
    if (error instanceof StrategicMergePatchError) return refuse(strategicMergePatchStatus(error));
    if (error instanceof JsonPatchError) return refuse(rejectedPatchStatus());
    throw error;
  }
}

/**
 * The result of a JSON patch, with sorted keys in the objects that it entered: kube-apiserver decodes an object when an
 * operation enters it, and encodes it again as Go encodes maps; all other objects stay unchanged.
 */
export function showOpened(value: JsonValue, opened: ReadonlySet<object>): JsonValue {
  if (Array.isArray(value)) return opened.has(value) ? value.map((item) => showOpened(item, opened)) : value;
  if (!isJsonObject(value) || !opened.has(value)) return value;
  return withSortedKeys(value, (_, item) => showOpened(item, opened));
}

/**
 * The same for a merge patch, which enters the objects that it merges with, and those that it adds. What replaces an
 * object of the live value stays as it is written.
 */
export function showMergePatched(
  value: JsonValue,
  patch: DeepReadonly<JsonValue>,
  live: DeepReadonly<JsonValue>,
): JsonValue {
  // Neither is changed.
  const [change, before] = [patch as JsonValue, live as JsonValue];
  if (Array.isArray(value))
    return Array.isArray(change) && !isJsonObject(before)
      ? value.map((item, index) => showMergePatched(item, change[index] ?? null, null))
      : value;
  if (!isJsonObject(value) || !isJsonObject(change)) return value;
  const childOf = (parent: JsonValue, key: string): JsonValue =>
    isJsonObject(parent) ? (getOwn(parent, key) ?? null) : null;
  return withSortedKeys(value, (key, item) => showMergePatched(item, childOf(change, key), childOf(before, key)));
}

function withSortedKeys(object: JsonObject, show: (key: string, item: JsonValue) => JsonValue): JsonObject {
  const sorted: JsonObject = {};
  for (const key of Object.keys(object).sort(compareUtf8)) setOwn(sorted, key, show(key, object[key] ?? null));
  return sorted;
}
