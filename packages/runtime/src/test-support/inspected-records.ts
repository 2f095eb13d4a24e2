import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { INSPECTION_CHANNEL, type InspectionRecord } from '../inspection/records.ts';

/** The records that are published until it is disposed. */
export interface InspectedRecords extends Disposable {
  readonly all: readonly InspectionRecord[];
  /** Returns those of a type. */
  of<T extends InspectionRecord['type']>(type: T): readonly Extract<InspectionRecord, { readonly type: T }>[];
}

/** Subscribes to the records of an inspection. */
export function inspectRecords(): InspectedRecords {
  const all: InspectionRecord[] = [];
  // Only the runtime publishes on this channel.
  const listen = (message: unknown): void => void all.push(message as InspectionRecord);
  subscribe(INSPECTION_CHANNEL, listen);
  return {
    all,
    of: <T extends InspectionRecord['type']>(type: T) =>
      all.filter((record): record is Extract<InspectionRecord, { readonly type: T }> => record.type === type),
    [Symbol.dispose]: () => void unsubscribe(INSPECTION_CHANNEL, listen),
  };
}
