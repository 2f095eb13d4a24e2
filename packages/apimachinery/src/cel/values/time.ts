import { civilFromDays, daysFromCivil, isCivilDate } from '../../time/format-time.ts';
import { type CelDuration, type CelError, celError, type CelTimestamp } from './value.ts';

const DAY = 86_400;
const NANOS = 1_000_000_000;
const FIRST_SECOND = -62_135_596_800;
const LAST_SECOND = 253_402_300_799;
const INT_OVERFLOW = celError('integer overflow');
const TIMESTAMP_OVERFLOW = celError('timestamp overflow');

/** A duration, or the error of one that takes more than 64 bits. */
export function durationOf(nanoseconds: bigint): CelDuration | CelError {
  return BigInt.asIntN(64, nanoseconds) === nanoseconds ? { kind: 'duration', nanoseconds } : INT_OVERFLOW;
}

/** A time, or the error of one before the year 1 or after the year 9999. */
export function timestampOf(seconds: number, nanos = 0, offset = 0): CelTimestamp | CelError {
  return seconds < FIRST_SECOND || seconds > LAST_SECOND
    ? TIMESTAMP_OVERFLOW
    : { kind: 'timestamp', seconds, nanos, offset };
}

/** A time some nanoseconds later, or earlier. */
export function addToTimestamp(time: CelTimestamp, nanoseconds: bigint): CelTimestamp | CelError {
  const total = BigInt(time.nanos) + nanoseconds;
  const nanos = Number(((total % BigInt(NANOS)) + BigInt(NANOS)) % BigInt(NANOS));
  const seconds = time.seconds + Number((total - BigInt(nanos)) / BigInt(NANOS));
  return timestampOf(seconds, nanos, time.offset);
}

/** The duration from one time to another. */
export function durationBetween(from: CelTimestamp, to: CelTimestamp): CelDuration | CelError {
  return durationOf(BigInt(to.seconds - from.seconds) * BigInt(NANOS) + BigInt(to.nanos - from.nanos));
}

/** Negative, zero or positive. */
export function compareTimestamps(a: CelTimestamp, b: CelTimestamp): number {
  return a.seconds - b.seconds || a.nanos - b.nanos;
}

/** Year, month, day, hour, minute, second, the digits of a fraction, and sign, hours and minutes of the offset. */
const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d?):(\d\d):(\d\d)(?:[.,](\d+))?(?:Z|([-+])(\d\d):(\d\d))$/;

/** Reads a time as Go's time.Parse(time.RFC3339) does; undefined if the text is not a time. */
export function parseTimestamp(text: string): CelTimestamp | CelError | undefined {
  const found = RFC3339.exec(text);
  if (found === null) return undefined;
  const part = (group: number): number => Number(found[group] ?? 0);
  const [year, month, date, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)];
  const [offsetHour, offsetMinute] = [part(9), part(10)];
  if (!isCivilDate(year, month, date) || hour > 23 || minute > 59 || second > 59) return undefined;
  // Go lets people write offsets of 24 hours and of 60 minutes.
  if (offsetHour > 24 || offsetMinute > 60) return undefined;
  const offset = (offsetHour * 60 + offsetMinute) * (found[8] === '-' ? -60 : 60);
  const nanos = Number((found[7] ?? '').slice(0, 9).padEnd(9, '0'));
  return timestampOf(
    daysFromCivil(year, month, date) * DAY + (hour * 60 + minute) * 60 + second - offset,
    nanos,
    offset + 0,
  );
}

const two = (value: number): string => String(value).padStart(2, '0');

/** A time as Go's time.RFC3339Nano writes it, with the offset that it was written with. */
export function formatTimestamp({ seconds, nanos, offset }: CelTimestamp): string {
  const { year, month, date, hour, minute, second } = fieldsOf(seconds + offset);
  const fraction =
    nanos === 0
      ? ''
      : `.${String(nanos)
          .padStart(9, '0')
          .replace(/0{1,8}$/, '')}`;
  const clock = `${two(hour)}:${two(minute)}:${two(second)}${fraction}`;
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(date)}T${clock}${formatOffset(offset)}`;
}

function formatOffset(offset: number): string {
  if (offset === 0) return 'Z';
  const minutes = Math.trunc(Math.abs(offset) / 60);
  return `${offset < 0 ? '-' : '+'}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`;
}

/** What a clock and a calendar show. */
export interface TimeFields {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  /** From 1. */
  readonly date: number;
  /** From 0. */
  readonly dayOfYear: number;
  /** 0 is Sunday. */
  readonly dayOfWeek: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** What a clock and a calendar show, some seconds after 1970-01-01T00:00:00 there. */
export function fieldsOf(seconds: number): TimeFields {
  const day = Math.floor(seconds / DAY);
  const rest = seconds - day * DAY;
  const [year, month, date] = civilFromDays(day);
  return {
    year,
    month,
    date,
    dayOfYear: day - daysFromCivil(year, 1, 1),
    dayOfWeek: (((day + 4) % 7) + 7) % 7,
    hour: Math.floor(rest / 3600),
    minute: Math.floor(rest / 60) % 60,
    second: rest % 60,
  };
}

/** How many of a unit a duration has, as a double, as Go computes it: the result may be rounded up. */
export function durationIn(nanoseconds: bigint, unit: bigint): number {
  return Number(nanoseconds / unit) + Number(nanoseconds % unit) / Number(unit);
}

/** A duration as text: `1.5s`. */
export function formatDurationSeconds(nanoseconds: bigint): string {
  return `${formatPlain(durationIn(nanoseconds, BigInt(NANOS)))}s`;
}

/** A number with the fewest digits that tell it apart, without an exponent. */
function formatPlain(value: number): string {
  const [mantissa = '', exponent] = String(value).split('e-');
  if (exponent === undefined) return mantissa;
  const digits = mantissa.replace(/[-.]/g, '');
  return `${value < 0 ? '-' : ''}0.${'0'.repeat(Number(exponent) - 1)}${digits}`;
}
