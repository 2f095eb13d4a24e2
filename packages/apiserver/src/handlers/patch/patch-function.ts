import type { JsonValue } from '@kb/apimachinery';
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
import { showMergePatched, showOpened } from './show-patched.ts';
import type { PatchType } from './patch-type.ts';

/** Makes the new object of the live one. Throws a StatusError. */
export type PatchFunction = (live: FrozenObject) => ApiObject;

/**
 * Returns what a patch other than an apply does. Its body is read when there is an object to patch: without one,
 * mistakes in the body are not reported.
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
        return decodePatched({ value, show: () => showMergePatched(value, patch) }, findings, context);
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
