import { isInvalid } from '@kb/apimachinery';
import { isAlreadyControlledError } from '@kb/runtime';
import type { Availability } from './status-for.ts';

/** Why the children cannot be as asked for, where trying again at once would not help. */
export interface Refusal {
  readonly availability: Availability;
  /** Whether the controller is woken when the cause goes away; otherwise it has to look again. */
  readonly isWatched: boolean;
}

/** What an error of an apply says about its AppService; undefined for what is worth trying again. */
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
