import type { InspectionRecord } from '@kb/runtime/inspection';
import type { Call, OperatorEvent } from '../../protocol/index.ts';

/** What can be done with the operator. */
export type OperatorAction = Extract<Call, { readonly do: 'operator' }>['action'];

/** An operator whose records can be read, and whose process can be controlled. */
export interface OperatorSource {
  /** The kept records, oldest first. */
  readonly records: () => readonly InspectionRecord[];
  /** Calls the listener with new records, until the returned function is called. */
  readonly subscribe: (listener: (records: readonly InspectionRecord[]) => void) => () => void;
  /** How its process does. */
  readonly process: () => OperatorEvent['process'];
  /** Calls the listener when that changes, until the returned function is called. */
  readonly onProcess: (listener: () => void) => () => void;
  readonly control: (action: OperatorAction) => Promise<void>;
}
