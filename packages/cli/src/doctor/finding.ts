/** What kb doctor found out about one thing. */
export interface Finding {
  /** `problem`: commands will fail; `warning`: some may, or something is out of step. */
  readonly level: 'ok' | 'warning' | 'problem';
  readonly what: string;
  /** What to do about it. */
  readonly advice?: string;
}

/** The environment of a command. */
export type Environment = Readonly<Record<string, string | undefined>>;
