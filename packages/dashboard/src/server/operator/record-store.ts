import type { InspectionRecord } from '@kb/runtime/inspection';

/** Keeps the last records of an operator within limits, for pages that are opened later. */
export interface RecordStore {
  /** Adds records in the order in which they happened. */
  add(records: readonly InspectionRecord[]): void;
  /** Returns the description of the operator, then the kept records, oldest first. */
  all(): readonly InspectionRecord[];
  /** Calls a listener with the records of each later {@link add}. The returned function ends this. */
  subscribe(listener: (records: readonly InspectionRecord[]) => void): () => void;
  /** About how many bytes the kept records take. */
  readonly bytes: number;
  /** Forgets everything but the listeners. */
  clear(): void;
}

/** Limits of {@link createRecordStore}. */
export interface RecordStoreOptions {
  /** About how many bytes are kept at most. Default: 64 MiB. */
  readonly maxBytes?: number;
  /** How many records are kept of one key at most, so that a busy key leaves room for others. Default: 1000. */
  readonly maxOfKey?: number;
}

interface Kept {
  readonly record: InspectionRecord;
  readonly key: string;
  readonly bytes: number;
}

/** What an object with its members takes besides its texts. */
const OVERHEAD = 400;

/** Creates an empty store. */
export function createRecordStore(options: RecordStoreOptions = {}): RecordStore {
  const { maxBytes = 64 * 1024 * 1024, maxOfKey = 1000 } = options;
  /** By number, oldest first. */
  const kept = new Map<number, Kept>();
  /** The numbers of the records of each key, oldest first. */
  const ofKey = new Map<string, Set<number>>();
  /** The keys of runs whose begin is kept. */
  const keyOfRun = new Map<string, string>();
  const listeners = new Set<(records: readonly InspectionRecord[]) => void>();
  let description: InspectionRecord | undefined;
  let bytes = 0;
  let next = 0;

  const remove = (number: number): void => {
    const one = kept.get(number);
    if (!one) return;
    kept.delete(number);
    bytes -= one.bytes;
    const numbers = ofKey.get(one.key);
    numbers?.delete(number);
    if (numbers?.size === 0) ofKey.delete(one.key);
    const { record } = one;
    if (record.type === 'reconcile-began') keyOfRun.delete(record.reconcileID);
  };

  const keep = (record: InspectionRecord): void => {
    if (record.type === 'operator') {
      description = record;
      return;
    }
    const key = keyOf(record, keyOfRun);
    if (record.type === 'reconcile-began') keyOfRun.set(record.reconcileID, key);
    const numbers = ofKey.get(key) ?? new Set();
    // A character takes up to two bytes.
    const size = OVERHEAD + 2 * JSON.stringify(record).length;
    kept.set(next, { record, key, bytes: size });
    ofKey.set(key, numbers.add(next));
    next += 1;
    bytes += size;
    const [oldest] = numbers;
    if (numbers.size > maxOfKey && oldest !== undefined) remove(oldest);
    for (const number of kept.keys()) {
      if (bytes <= maxBytes) break;
      remove(number);
    }
  };

  return {
    add: (records) => {
      if (records.length === 0) return;
      for (const record of records) keep(record);
      for (const listener of listeners) listener(records);
    },
    all: () => [...(description ? [description] : []), ...Array.from(kept.values(), ({ record }) => record)],
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    get bytes() {
      return bytes;
    },
    clear: () => {
      for (const each of [kept, ofKey, keyOfRun]) each.clear();
      description = undefined;
      bytes = 0;
    },
  };
}

/** What a record is about, as far as the limit of each key is concerned. */
function keyOf(record: Exclude<InspectionRecord, { type: 'operator' }>, keyOfRun: ReadonlyMap<string, string>): string {
  switch (record.type) {
    case 'reconcile-began':
    case 'reconcile-loop': {
      const { controller, key } = record;
      return `${controller} ${key.namespace ?? ''}/${key.name}`;
    }
    case 'reconcile-read':
    case 'reconcile-request':
    case 'reconcile-line':
    case 'reconcile-ended':
      return keyOfRun.get(record.reconcileID) ?? record.type;
    case 'event-not-queued': {
      const { controller, kind = '', object } = record;
      return `${controller} ${kind} ${object?.namespace ?? ''}/${object?.name ?? ''}`;
    }
    case 'webhook-call':
      return record.path;
    case 'operator-state':
    case 'dropped':
      return record.type;
  }
}
