import { isInvalid } from '@kb/apimachinery';
import { isAlreadyControlledError } from '@kb/runtime';
import type { Availability } from './status-for.ts';

/** The reason why the children cannot be as desired, when an immediate retry would not help. */
export interface Refusal {
  readonly availability: Availability;
  /** Whether the controller is woken when the cause is gone; otherwise it has to check again. */
  readonly isWatched: boolean;
}

/** The refusal that an error of an apply reports; undefined for errors that a retry may fix. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (isAlreadyControlledError(error)) {
    return { availability: { status: 'False', reason: error.code, message: error.message }, isWatched: true };
  }
  // Some of what the API server refuses depends on others, such as a node port that is taken.
  if (isInvalid(error) && error instanceof Error) {
    return { availability: { status: 'False', reason: 'Refused', message: error.message }, isWatched: false };
  }
  return undefined;
}
