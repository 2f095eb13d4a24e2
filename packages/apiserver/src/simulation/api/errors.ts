import { isStatusError } from '@kb/apimachinery';

/** Whether the server refused to create something because its namespace is being deleted: nobody needs to know, and trying again will not help. */
export function isNamespaceTerminating(error: unknown): boolean {
  const causes = isStatusError(error) ? error.status.details?.causes : undefined;
  return causes?.some(({ reason }) => reason === 'NamespaceTerminating') ?? false;
}

/** What an error says, for events and conditions. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
