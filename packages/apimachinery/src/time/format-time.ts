import type { MicroTime, Time } from '../object/scalars.ts';

const DAY = 86_400_000;

/**
 * Formats an instant (milliseconds since the epoch) as metav1.Time: `2026-01-02T03:04:05Z`, in whole seconds, rounded
 * down.
 */
export function formatTime(epochMs: number): Time {
  const day = Math.floor(epochMs / DAY);
  const [year, month, date] = civilFromDays(day);
  const seconds = Math.floor((epochMs - day * DAY) / 1000);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${pad(year, 4)}-${pad(month)}-${pad(date)}T${clock.map((part) => pad(part)).join(':')}Z`;
}

/** Formats an instant (milliseconds since the epoch) as metav1.MicroTime: `2026-01-02T03:04:05.006000Z`. */
export function formatMicroTime(epochMs: number): MicroTime {
  // A number cannot represent the microseconds of a current instant exactly, so round.
  const micros = Math.min(Math.round((epochMs - Math.floor(epochMs / 1000) * 1000) * 1000), 999_999);
  return `${formatTime(epochMs).slice(0, -1)}.${pad(micros, 6)}Z`;
}

/**
 * Year, month, date, hour, minute, second, fraction, and the sign, hours and minutes of the offset. Groups without
 * names are faster, and every write reads times.
 */
const RFC3339 = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:[.,](\d+))?(?:Z|([-+])(\d{2}):(\d{2}))$/;

/**
 * Parses an RFC 3339 time to milliseconds since the epoch (with fractions, if the text has them); undefined if it is
 * not a time.
 */
export function parseTime(text: string): number | undefined {
  const found = RFC3339.exec(text);
  if (!found) return undefined;
  const part = (group: number): number => Number(found[group] ?? 0);
  const [year, month, date] = [part(1), part(2), part(3)];
  const [hour, minute, second] = [part(4), part(5), part(6)];
  const [offsetHour, offsetMinute] = [part(9), part(10)];
  if (
    !isCivilDate(year, month, date) ||
    hour > 23 ||
    minute > 59 ||
    second > 59 ||
    offsetHour > 23 ||
    offsetMinute > 59
  ) {
    return undefined;
  }
  const offset = (offsetHour * 60 + offsetMinute) * (found[8] === '-' ? -1 : 1);
  const fraction = found[7] === undefined ? 0 : Number((Number(`0.${found[7]}`) * 1000).toFixed(6));
  return daysFromCivil(year, month, date) * DAY + ((hour * 60 + minute - offset) * 60 + second) * 1000 + fraction;
}

/** Whether a date exists. */
export function isCivilDate(year: number, month: number, date: number): boolean {
  return month >= 1 && month <= 12 && date >= 1 && date <= daysInMonth(year, month);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

const ERA_DAYS = 146_097;

/** Days since 1970-01-01 of a date. Years are counted from March, so that the leap day is the last. */
export function daysFromCivil(year: number, month: number, date: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + date - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * ERA_DAYS + dayOfEra - 719_468;
}

/** The date that is `days` after 1970-01-01. */
export function civilFromDays(days: number): [year: number, month: number, date: number] {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / ERA_DAYS);
  const dayOfEra = shifted - era * ERA_DAYS;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return [year, month, dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1];
}

const pad = (value: number, width = 2): string => String(value).padStart(width, '0');
