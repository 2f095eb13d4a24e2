import type { Health } from '../../protocol/index.ts';

/** How an object does, with a few words for it. */
export interface HealthVerdict {
  readonly health: Health;
  /** Such as `2/3 ready`; empty if the health says all. */
  readonly note: string;
}

/** Creates a {@link HealthVerdict}. */
export const verdict = (health: Health, note = ''): HealthVerdict => ({ health, note });

/** The note of an object that could not be read. */
export const NOT_READ = 'could not be read';
