/** Replaces the contents of an existing file atomically. Rejects with errors that have Node's codes. */
export type WriteFile = (path: string, text: string) => Promise<void>;
