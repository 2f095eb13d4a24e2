import {
  apiVersionOf,
  isStatusError,
  type JsonObject,
  type KubernetesObject,
  messageOfThrown,
  type ResourceDefinition,
  type Status,
  textIn,
} from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import { isBug } from '../../is-bug.ts';
import type { AdmissionContext } from './admission-handler.ts';
import type { AdmissionRequest } from './admission-request.ts';
import { type AdmissionResponse, denied } from './admission-response.ts';
import type { AdmittedObject, WebhookContext } from './object-hooks.ts';

/** The object of a request is missing, or of a kind that the webhook is not for. */
export class ObjectMismatchError extends Error {
  override readonly name = 'ObjectMismatchError';
}

type Kind = Pick<ResourceDefinition, 'group' | 'version' | 'kind'>;

/** Returns an object of a request as an object of a kind. Throws an {@link ObjectMismatchError}. */
export function objectOf<T extends KubernetesObject>(kind: Kind, object: JsonObject | undefined): AdmittedObject<T> {
  if (!object) throw new ObjectMismatchError('there is no content to decode');
  const { apiVersion = apiVersionOf(kind), kind: found = kind.kind } = object;
  if (found !== kind.kind || apiVersion !== apiVersionOf(kind)) {
    const got = `${stringifyJson(found)} of ${stringifyJson(apiVersion)}`;
    throw new ObjectMismatchError(
      `this webhook is for ${kind.kind} of ${apiVersionOf(kind)}, the request has ${got}: check the rules of its webhook configuration`,
    );
  }
  // The API server checks its schema.
  return object as unknown as AdmittedObject<T>;
}

/** Makes the response for an error of a user's function: a StatusError, a Status, or any other error. Rethrows bugs. */
export function answerForError(error: unknown, warnings: readonly string[]): AdmissionResponse {
  if (isStatusError(error)) return { allowed: false, status: error.status, warnings };
  if (isFailure(error)) return { allowed: false, status: error, warnings };
  if (isBug(error)) throw error;
  return { ...denied(messageOfThrown(error)), warnings };
}

/** Whether a value is a Status of a failure, such as `invalid` and `forbidden` return. Never throws. */
export function isFailure(value: unknown): value is Status {
  return (
    textIn(value, 'kind') === 'Status' && textIn(value, 'apiVersion') === 'v1' && textIn(value, 'status') === 'Failure'
  );
}

/** Makes the context of a user's function; its warnings are added to `warnings`. */
export function contextOf(
  request: AdmissionRequest,
  { log, signal }: AdmissionContext,
  warnings: string[],
): WebhookContext {
  return {
    log,
    user: request.userInfo,
    requestID: request.uid,
    dryRun: request.dryRun,
    request,
    signal,
    warn: (text) => {
      warnings.push(text);
    },
  };
}
