import { type Status, StatusError } from '@kb/apimachinery';

/** Throws a Status as an error, by which every part of the server refuses a request. */
export function refuse(status: Status): never {
  throw new StatusError(status);
}
