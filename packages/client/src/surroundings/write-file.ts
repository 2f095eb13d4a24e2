/**
 * Replaces what is in a file that is there, in one step: nobody reads half of it. Rejects with errors that carry Node's
 * codes.
 */
export type WriteFile = (path: string, text: string) => Promise<void>;
