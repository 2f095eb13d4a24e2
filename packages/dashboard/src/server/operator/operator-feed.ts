import type { InspectionRecord } from '@kb/runtime/inspection';
import type { OperatorEvent } from '../../protocol/index.ts';
import type { Feed, FeedListener } from '../feeds/feed.ts';
import type { OperatorSource } from './operator-source.ts';

const MAX_RECORDS = 500;
/** How many new records wait for a page that does not read. Beyond that it starts again with those that are kept. */
const MAX_NEW = 20_000;

/** Opens a feed of the operator's records: first those that are kept, then new ones. */
export function openOperator(source: OperatorSource, { changed }: FeedListener): Feed {
  /** The records that the page does not have; undefined: those that are kept when it reads. */
  let waiting: InspectionRecord[] | undefined;
  /** How many of them came after the kept ones were taken. */
  let added = 0;
  let isProcessNew = true;
  const stops = [
    source.subscribe((records) => {
      added += records.length;
      if (added > MAX_NEW) waiting = undefined;
      waiting?.push(...records);
      changed();
    }),
    source.onProcess(() => {
      isProcessNew = true;
      changed();
    }),
  ];
  changed();
  return {
    next: (): OperatorEvent | undefined => {
      const reset = waiting === undefined;
      if (waiting === undefined) {
        waiting = [...source.records()];
        added = 0;
      }
      if (waiting.length === 0 && !isProcessNew && !reset) return undefined;
      const records = waiting.slice(0, MAX_RECORDS);
      waiting = waiting.slice(MAX_RECORDS);
      added = Math.min(added, waiting.length);
      isProcessNew = false;
      return { topic: 'operator', reset, records, process: source.process() };
    },
    end: () => {
      for (const stop of stops) stop();
    },
  };
}
