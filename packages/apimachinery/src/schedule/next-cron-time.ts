import type { CronFields } from './parse-cron-fields.ts';
import { localTime, timeOf, type TimeZone } from './time-zone.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How many years ahead a time is looked for. */
const YEARS = 5;

/**
 * Returns the first time after another one that the fields match, in a zone; undefined if there is none within five
 * years. At changes of the clocks it does what robfig/cron does: local times that do not exist are skipped, and local
 * times that exist twice match twice.
 */
export function nextCronTime(fields: CronFields, zone: TimeZone, after: number): number | undefined {
  // A field such as `,` has no value: looking for a time would visit each minute of these years.
  if ([fields.minute, fields.hour, fields.month].some(({ values }) => values.size === 0)) return undefined;
  let time = (Math.floor(after / SECOND) + 1) * SECOND;
  const lastYear = localTime(time, zone).year + YEARS;
  while (localTime(time, zone).year <= lastYear) {
    const next = stepTowards(fields, zone, time);
    if (next === time) return time;
    time = next;
  }
  return undefined;
}

/**
 * Returns the beginning of the next month, day, hour or minute if that of a time does not match; the time if all do.
 */
function stepTowards(fields: CronFields, zone: TimeZone, time: number): number {
  const local = localTime(time, zone);
  if (!fields.month.values.has(local.month)) return timeOf({ ...local, month: local.month + 1, day: 1, hour: 0 }, zone);
  if (!matchesDay(fields, local)) return nextDay(local, zone, time);
  if (!fields.hour.values.has(local.hour)) return startOf(local.minute * MINUTE + local.second * SECOND, time) + HOUR;
  if (!fields.minute.values.has(local.minute)) return startOf(local.second * SECOND, time) + MINUTE;
  return local.second === 0 ? time : startOf(local.second * SECOND, time) + MINUTE;
}

const startOf = (passed: number, time: number): number => time - passed;

/** The beginning of the next day: its first hour, if the clocks skip midnight. */
function nextDay(
  local: { readonly year: number; readonly month: number; readonly day: number },
  zone: TimeZone,
  time: number,
): number {
  const next = timeOf({ ...local, day: local.day + 1, hour: 0 }, zone);
  const { hour } = localTime(next, zone);
  const start = hour > 12 ? next + (24 - hour) * HOUR : next - hour * HOUR;
  // Where midnight is skipped, going back an hour would end in the same day.
  return start > time && localTime(start, zone).day !== local.day ? start : next;
}

/** Whether the day matches: both of its fields if one of them allows every day, else either of them. */
function matchesDay(
  { dayOfMonth, dayOfWeek }: CronFields,
  local: { readonly day: number; readonly weekday: number },
): boolean {
  const matches = [dayOfMonth.values.has(local.day), dayOfWeek.values.has(local.weekday)];
  return dayOfMonth.any || dayOfWeek.any ? !matches.includes(false) : matches.includes(true);
}
