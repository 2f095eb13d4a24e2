import type { InspectionRecord } from '@kb/runtime/inspection';
import type { RunningReconcile } from '../events/dev-event.ts';

/** The reconciles of an operator's process that have begun and not ended. */
export interface RunningReconciles {
  readonly add: (record: InspectionRecord) => void;
  /** The latest first. */
  readonly list: () => readonly RunningReconcile[];
}

/** The most that are kept: user code may send records that never end. */
const MAX_KEPT = 1000;

/** Returns the running reconciles of a process that has not sent records yet. */
export function createRunningReconciles(): RunningReconciles {
  const running = new Map<string, RunningReconcile>();
  return {
    add(record) {
      switch (record.type) {
        case 'reconcile-began': {
          const { reconcileID, controller, key } = record;
          running.set(reconcileID, { reconcileID, controller, key });
          const [oldest] = running.keys();
          if (running.size > MAX_KEPT && oldest !== undefined) running.delete(oldest);
          return;
        }
        case 'reconcile-ended':
          running.delete(record.reconcileID);
          return;
        // The end of a run may be among what is missing.
        case 'dropped':
          running.clear();
          return;
        default:
      }
    },
    list: () => [...running.values()].toReversed(),
  };
}
