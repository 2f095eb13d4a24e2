/** Environment variables by name; undefined if not set. */
export type Environment = Readonly<Record<string, string | undefined>>;
