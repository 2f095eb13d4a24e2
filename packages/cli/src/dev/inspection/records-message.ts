import { isRecord } from '@kb/apimachinery/codec';
import type { InspectionRecord } from '@kb/runtime/inspection';
import { isInspectionRecord } from './record-shapes.ts';

/** What the operator's process sends over its channel: what its runtime published. */
export interface RecordsMessage {
  readonly inspection: readonly InspectionRecord[];
}

/** Returns the records in a message of the operator's process, which may be anything; none in other messages. */
export function recordsIn(message: unknown): readonly InspectionRecord[] {
  if (!isRecord(message) || !Array.isArray(message['inspection'])) return [];
  return message['inspection'].filter(isInspectionRecord);
}
