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

/** How many messages are under way at most before the beginning and end of runs are gathered too. */
const MAX_UNDER_WAY = 16;

/**
 * Creates a sender. When kb is slow, records wait, and the latest are dropped. The beginning and the end of a run leave
 * at once: they say what ran last when the event loop is blocked, and with it everything that is gathered.
 */
export function createRecordSender({ send, later, now }: RecordSenderOptions): RecordSender {
  let waiting: { readonly record: InspectionRecord; readonly length: number }[] = [];
  let length = 0;
  let dropped = 0;
  let busy = false;
  let underWay = 0;

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

  const sendTaken = (sent: () => void): void => {
    underWay += 1;
    send({ inspection: take() }, () => {
      underWay -= 1;
      sent();
    });
  };

  const sendNext = (): void => {
    if (waiting.length === 0 && dropped === 0) {
      busy = false;
      return;
    }
    sendTaken(() => later(sendNext, waiting.length > 0 ? 0 : GATHER));
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
      const isBound = record.type === 'reconcile-began' || record.type === 'reconcile-ended';
      if (isBound && underWay < MAX_UNDER_WAY) return sendTaken(() => undefined);
      if (busy) return;
      busy = true;
      later(sendNext, GATHER);
    },
    flush: () => {
      while (waiting.length > 0) send({ inspection: take() }, () => undefined);
    },
  };
}
