import { type Status, StatusError } from '@kb/apimachinery';

/** Throws a Status as an error: the way every handler refuses a request. */
export function refuse(status: Status): never {
  throw new StatusError(status);
}
