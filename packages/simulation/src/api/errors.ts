import { hasStatusCause } from '@kb/apimachinery';

/**
 * Whether the server refused to create something because its namespace is being deleted: nobody needs to know, and
 * trying again will not help.
 */
export function isNamespaceTerminating(error: unknown): boolean {
  return hasStatusCause(error, 'NamespaceTerminating');
}

/** What an error says, for events and conditions. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
