import type { InspectionRecord } from '@kb/runtime/inspection';
import type { RecordsMessage } from './records-message.ts';

/** Options of {@link createRecordSender}. */
export interface RecordSenderOptions {
  /** Sends a message, and calls back when it has left the process or cannot. */
  readonly send: (message: RecordsMessage, sent: () => void) => void;
  /** Calls back some milliseconds later. */
  readonly later: (run: () => void, milliseconds: number) => void;
  readonly now: () => number;
}

/** Sends the records of an operator to kb, many with one message. */
export interface RecordSender {
  add(record: InspectionRecord): void;
  /** Sends what is left: the process is about to end. */
  flush(): void;
}

/** How long records are gathered, in milliseconds. */
const GATHER = 50;
/** How many characters wait at most while kb does not read; further records are counted and dropped. */
const MAX_WAITING = 8 * 1024 * 1024;
/** How many characters a message has about at most, so that each is read quickly. */
const MAX_MESSAGE = 256 * 1024;

/** Creates a sender. One message is under way at a time: when kb is slow, records wait, and the latest are dropped. */
export function createRecordSender({ send, later, now }: RecordSenderOptions): RecordSender {
  let waiting: { readonly record: InspectionRecord; readonly length: number }[] = [];
  let length = 0;
  let dropped = 0;
  let busy = false;

  const take = (): InspectionRecord[] => {
    let taken = 0;
    let count = 0;
    while (count < waiting.length && taken < MAX_MESSAGE) {
      taken += waiting[count]?.length ?? 0;
      count += 1;
    }
    const records = waiting.slice(0, count).map(({ record }) => record);
    waiting = waiting.slice(count);
    length -= taken;
    if (dropped > 0 && waiting.length === 0) {
      records.push({ type: 'dropped', time: now(), records: dropped, runs: 0 });
      dropped = 0;
    }
    return records;
  };

  const sendNext = (): void => {
    if (waiting.length === 0 && dropped === 0) {
      busy = false;
      return;
    }
    send({ inspection: take() }, () => later(sendNext, waiting.length > 0 ? 0 : GATHER));
  };

  return {
    add: (record) => {
      const size = JSON.stringify(record).length;
      if (length + size > MAX_WAITING) {
        dropped += 1;
        return;
      }
      waiting.push({ record, length: size });
      length += size;
      if (busy) return;
      busy = true;
      later(sendNext, GATHER);
    },
    flush: () => {
      while (waiting.length > 0) send({ inspection: take() }, () => undefined);
    },
  };
}
