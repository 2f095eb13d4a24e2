import type { InspectionRecord } from '@kb/runtime/inspection';
import type { OperatorEvent } from '../../protocol/index.ts';
import type { Feed, FeedListener } from '../feeds/feed.ts';
import type { OperatorSource } from './operator-source.ts';

const MAX_RECORDS = 500;
/** Records that wait for a page that does not read. Beyond that it starts again with those that are kept. */
const MAX_WAITING = 20_000;

/** Opens a feed of the operator's records: first those that are kept, then new ones. */
export function openOperator(source: OperatorSource, { changed }: FeedListener): Feed {
  let waiting: InspectionRecord[] = [...source.records()];
  let reset = true;
  let isProcessNew = true;
  const stops = [
    source.subscribe((records) => {
      if (waiting.length + records.length > MAX_WAITING && !reset) {
        reset = true;
        waiting = [...source.records()];
      } else waiting.push(...records);
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
      if (waiting.length === 0 && !isProcessNew && !reset) return undefined;
      const event = {
        topic: 'operator',
        reset,
        records: waiting.slice(0, MAX_RECORDS),
        process: source.process(),
      } as const;
      waiting = waiting.slice(MAX_RECORDS);
      reset = false;
      isProcessNew = false;
      return event;
    },
    end: () => {
      for (const stop of stops) stop();
    },
  };
}
