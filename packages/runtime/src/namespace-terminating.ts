import { isStatusError } from '@kb/apimachinery';

/** Something could not be created because its namespace is being deleted: no use in trying again, and nothing wrong. */
export function isNamespaceTerminating(error: unknown): boolean {
  if (!isStatusError(error)) return false;
  return (error.status.details?.causes ?? []).some((cause) => cause.reason === 'NamespaceTerminating');
}
