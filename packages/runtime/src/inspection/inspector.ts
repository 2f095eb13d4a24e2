import { channel } from 'node:diagnostics_channel';
import type { Cancel, Clock } from '@kb/apimachinery';
import type { Milliseconds } from '../durations.ts';
import { createAllowance } from './allowance.ts';
import { INSPECTION_CHANNEL, type InspectionRecord, type OperatorDescription, type OperatorState } from './records.ts';
import { createWriters, type Writers } from './writers.ts';

/** Publishes what an operator does. Every record is made only while someone subscribes. */
export interface Inspector {
  /** Whether someone subscribes. Reading it costs next to nothing. */
  readonly active: boolean;
  readonly clock: Clock;
  /** Which run wrote which version of an object. */
  readonly writers: Writers;
  /** Whether a run that begins is to be recorded. If not, it is counted as dropped. */
  mayRecordRun(): boolean;
  /** Publishes a record, unless there were too many. `make` may throw: then the record is counted as dropped. */
  publish(make: () => InspectionRecord): void;
  /** Publishes a record of a run that is recorded. */
  publishOfRun(make: () => InspectionRecord): void;
  /** Counts a record that is left out. */
  drop(): void;
  /** Lets the state be published soon: something changed that is not a record. */
  touch(): void;
  /** Sets what describes the whole operator, and publishes the description. */
  attach(operator: InspectedOperator): void;
  /** Ends what {@link attach} began, and the timer. */
  detach(): void;
}

/** The operator as a whole. */
export interface InspectedOperator {
  describe(): OperatorDescription;
  state(): OperatorState;
}

/** The least time between two states. */
const STATE_EVERY: Milliseconds = 500;

const inspection = channel(INSPECTION_CHANNEL);

/** Creates an inspector. */
export function createInspector(clock: Clock): Inspector {
  const allowance = createAllowance(clock);
  const writers = createWriters();
  let dropped = { records: 0, runs: 0 };
  let operator: InspectedOperator | undefined;
  let described = false;
  let detached = false;
  let cancelTimer: Cancel | undefined;

  /** Sends what `make` returns to the subscribers. */
  const send = (make: () => InspectionRecord): void => {
    let record: InspectionRecord;
    try {
      record = make();
    } catch {
      // A hostile value must not break what is inspected.
      dropped.records += 1;
      return;
    }
    inspection.publish(record);
  };

  const describe = (): void => {
    const current = operator;
    if (described || !current || !inspection.hasSubscribers) return;
    described = true;
    send(() => current.describe());
  };

  const tick = (): void => {
    cancelTimer = undefined;
    if (!inspection.hasSubscribers) return;
    if (dropped.records > 0 || dropped.runs > 0) {
      const record = { type: 'dropped', time: clock.now(), ...dropped } as const;
      dropped = { records: 0, runs: 0 };
      send(() => record);
    }
    const current = operator;
    if (current) send(() => current.state());
  };

  const touch = (): void => {
    if (!inspection.hasSubscribers) return;
    describe();
    if (!detached) cancelTimer ??= clock.after(STATE_EVERY, tick);
  };

  return {
    get active() {
      return inspection.hasSubscribers;
    },
    clock,
    writers,
    mayRecordRun: () => {
      if (allowance.take()) return true;
      dropped.runs += 1;
      touch();
      return false;
    },
    publish: (make) => {
      touch();
      if (allowance.take()) send(make);
      else dropped.records += 1;
    },
    publishOfRun: (make) => {
      touch();
      allowance.owe();
      send(make);
    },
    drop: () => {
      dropped.records += 1;
    },
    touch,
    attach: (given) => {
      operator = given;
      touch();
    },
    detach: () => {
      operator = undefined;
      detached = true;
      cancelTimer?.();
      cancelTimer = undefined;
    },
  };
}
