import { isRecord } from '@kb/apimachinery/codec';
import type { InspectionRecord } from '@kb/runtime/inspection';

/** What the operator's process sends over its channel: what its runtime published. */
export interface RecordsMessage {
  readonly inspection: readonly InspectionRecord[];
}

/**
 * Returns the records in a message of the operator's process; none in other messages. The operator runs the user's
 * code, which may send anything: only objects with a type and a time are records.
 */
export function recordsIn(message: unknown): readonly InspectionRecord[] {
  if (!isRecord(message) || !Array.isArray(message['inspection'])) return [];
  return message['inspection'].filter(isInspectionRecord);
}

function isInspectionRecord(value: unknown): value is InspectionRecord {
  return isRecord(value) && typeof value['type'] === 'string' && typeof value['time'] === 'number';
}
