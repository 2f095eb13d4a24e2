import type { Area } from '../../sequence.ts';
import { bookmarks } from './bookmarks.ts';
import { watchDefinitions } from './definitions.ts';
import { watchEvents } from './events.ts';
import { watchForms } from './forms.ts';
import { watchOptions } from './options.ts';
import { watchStarts } from './starts.ts';

/** Watches: where they start, which events they send and in which form, and when they end. */
export const watchAreas: readonly Area[] = [
  watchStarts,
  watchOptions,
  watchEvents,
  watchForms,
  bookmarks,
  watchDefinitions,
];
