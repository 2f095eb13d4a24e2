import { durationIn, fieldsOf, type TimeFields } from '../../values/time.ts';
import { type CelError, type CelTimestamp, type CelValue, isKind } from '../../values/value.ts';
import { binary, type FunctionTable, isText, unary } from '../overloads/implementation.ts';
import { offsetAt } from './time-zone.ts';

const isTimestamp = (value: CelValue): value is CelTimestamp => isKind(value, 'timestamp');

const milliseconds = (time: CelTimestamp): number => Math.floor(time.nanos / 1_000_000);

/** A getter, in UTC and in another time zone. */
function getter(
  id: string,
  read: (fields: TimeFields, time: CelTimestamp) => number,
  idWithZone = `${id}_with_tz`,
): FunctionTable {
  const inZone = (time: CelTimestamp, zone: string): number | CelError => {
    const offset = offsetAt(time.seconds, zone);
    return typeof offset === 'number' ? read(fieldsOf(time.seconds + offset), time) : offset;
  };
  return {
    [id]: unary(isTimestamp, (time) => read(fieldsOf(time.seconds), time)),
    [idWithZone]: binary(isTimestamp, isText, inZone),
  };
}

/** A getter of a duration. Large results are rounded as Go rounds them. */
function durationGetter(id: string, unit: bigint): FunctionTable {
  return {
    [id]: {
      arity: 1,
      call: (value) => (isKind(value, 'duration') ? Math.trunc(durationIn(value.nanoseconds, unit)) + 0 : undefined),
    },
  };
}

/** The getters of times and durations. */
export const times: FunctionTable = {
  ...getter('timestamp_to_year', ({ year }) => year),
  ...getter('timestamp_to_month', ({ month }) => month - 1),
  ...getter('timestamp_to_day_of_year', ({ dayOfYear }) => dayOfYear),
  ...getter('timestamp_to_day_of_month', ({ date }) => date - 1),
  ...getter('timestamp_to_day_of_month_1_based', ({ date }) => date),
  ...getter('timestamp_to_day_of_week', ({ dayOfWeek }) => dayOfWeek),
  ...getter('timestamp_to_hours', ({ hour }) => hour),
  ...getter('timestamp_to_minutes', ({ minute }) => minute),
  ...getter('timestamp_to_seconds', ({ second }) => second, 'timestamp_to_seconds_tz'),
  ...getter('timestamp_to_milliseconds', (_fields, time) => milliseconds(time)),
  ...durationGetter('duration_to_hours', 3_600_000_000_000n),
  ...durationGetter('duration_to_minutes', 60_000_000_000n),
  ...durationGetter('duration_to_seconds', 1_000_000_000n),
  duration_to_milliseconds: {
    arity: 1,
    call: (value) => (isKind(value, 'duration') ? Number(value.nanoseconds / 1_000_000n) : undefined),
  },
};
