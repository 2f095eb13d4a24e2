import {
  type DeepReadonly,
  isInstance,
  type JsonValue,
  type KubernetesObject,
  type ResourceDefinition,
} from '@kb/apimachinery';
import { createJsonPatch } from '@kb/apimachinery/patch';
import type { AdmissionHandler } from './admission-handler.ts';
import { allowed, errored, patched } from './admission-response.ts';
import { answerForError, contextOf, objectOf, ObjectMismatchError } from './answer-for.ts';
import type { AdmittedObject, Defaulter } from './object-hooks.ts';

/**
 * Makes the mutating webhook of a defaulter. It responds with the JSON patch from the received object to the
 * defaulter's result: unknown fields and large integers stay as they are. DELETE is always allowed.
 */
export function defaulterHandler<T extends KubernetesObject>(
  kind: Pick<ResourceDefinition, 'group' | 'version' | 'kind'>,
  defaulter: Defaulter<T>,
): AdmissionHandler {
  return async (request, admission) => {
    if (request.operation === 'DELETE') return allowed();
    let object: AdmittedObject<T>;
    let old: AdmittedObject<T> | undefined;
    try {
      object = objectOf(kind, request.object);
      old = request.oldObject && objectOf(kind, request.oldObject);
    } catch (error) {
      if (isInstance(error, ObjectMismatchError)) return errored(400, error.message);
      throw error;
    }
    const warnings: string[] = [];
    let result: AdmittedObject<T> | undefined | void;
    try {
      result = await defaulter(object, { ...contextOf(request, admission, warnings), old });
    } catch (error) {
      return answerForError(error, warnings);
    }
    if (result === undefined || result === object) return { ...allowed(), warnings };
    // Both are JSON: one was received, the other is derived from it.
    return { ...patched(createJsonPatch(asJson(object), asJson(result))), warnings };
  };
}

function asJson(object: object): DeepReadonly<JsonValue> {
  return object as DeepReadonly<JsonValue>;
}
