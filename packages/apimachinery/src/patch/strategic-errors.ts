import type { JsonObject, JsonValue } from '../json.ts';
import { formatGoText, formatGoValue, goTypeName } from '../codec/go-values.ts';
import type { Status } from '../status/status.ts';
import { badRequest, failureStatus, genericError } from '../status/status-factories.ts';

/** A strategic merge patch that does not apply. `message` is the API server's. */
export class StrategicMergePatchError extends Error {
  override readonly name = 'StrategicMergePatchError';
  /** The API server's response: 400 with the message, 422 without it, or 500 with the message and no reason. */
  readonly code: 400 | 422 | 500;
  constructor(message: string, code: 400 | 422 | 500 = 500) {
    super(message);
    this.code = code;
  }
}

/** The API server's Status for a patch that does not apply. */
export function strategicMergePatchStatus(error: StrategicMergePatchError): Status {
  if (error.code === 400) return badRequest(error.message);
  return error.code === 500 ? genericError(error.message) : rejectedPatchStatus();
}

/** The API server's Status for any JSON patch that fails: 422 without a reason. */
export function rejectedPatchStatus(): Status {
  return failureStatus({
    code: 422,
    reason: 'Invalid',
    message: 'the server rejected our request due to an error in our request',
    details: {},
  });
}

/** A list item without its merge key. */
export function noMergeKey(item: JsonObject, mergeKey: string): StrategicMergePatchError {
  return new StrategicMergePatchError(`map: ${formatGoValue(item)} does not contain declared merge key: ${mergeKey}`);
}

/** A value of another Go type than expected. */
export function badType(expected: string, value: JsonValue): StrategicMergePatchError {
  return new StrategicMergePatchError(
    `expected a ${expected}, but received a ${value === null ? formatGoText(value) : goTypeName(value)}`,
  );
}

/** An unknown `$patch` directive. */
export function badDirective(directive: JsonValue, patch: JsonObject): StrategicMergePatchError {
  return new StrategicMergePatchError(`unknown patch type: ${formatGoText(directive)} in map: ${formatGoValue(patch)}`);
}

/** 400: a directive of the wrong shape. */
export function badFormat(what: 'primitive list' | 'retainKeys' | 'setElementOrder list'): StrategicMergePatchError {
  return new StrategicMergePatchError(`invalid patch format of ${what}`, 400);
}
