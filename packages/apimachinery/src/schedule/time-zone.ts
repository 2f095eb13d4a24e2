import { civilFromDays, daysFromCivil } from '../time/format-time.ts';
import { offsetIn, zoneFormat } from '../time/zone-offset.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 4;

/** A time zone. */
export interface TimeZone {
  /** How far its local time is ahead of UTC at a time, in milliseconds. */
  offsetAt(time: number): number;
}

/** Coordinated Universal Time. */
export const utc: TimeZone = { offsetAt: () => 0 };

/** Returns the zone with a name of the IANA database, or Go's message for a name that it does not have. */
export function timeZone(name: string): TimeZone | string {
  if (name === '' || name === 'UTC') return utc;
  if (name.startsWith('/') || name.startsWith('\\') || name.split('/').includes('..'))
    return 'time: invalid location name';
  const format = formatIn(name);
  if (format === undefined) return `unknown time zone ${name}`;
  return { offsetAt: (time) => offsetIn(format, Math.floor(time / 1000)) * 1000 };
}

/**
 * The format of times in a zone; undefined if the database has no such name. `+01:00` is a zone to Intl, and none to
 * Go; neither are names in other letters than the database's.
 */
function formatIn(name: string): Intl.DateTimeFormat | undefined {
  const format = /^[A-Za-z]/.test(name) ? zoneFormat(name) : undefined;
  const known = format?.resolvedOptions().timeZone ?? name;
  return known !== name && known.toLowerCase() === name.toLowerCase() ? undefined : format;
}

/** The calendar fields of a time in a zone. */
export interface LocalTime {
  readonly year: number;
  /** 1 is January. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** 0 is Sunday. */
  readonly weekday: number;
}

/** Returns the calendar fields of a time in a zone. */
export function localTime(time: number, zone: TimeZone): LocalTime {
  const local = time + zone.offsetAt(time);
  const days = Math.floor(local / DAY);
  const [year, month, day] = civilFromDays(days);
  const seconds = Math.floor((local - days * DAY) / 1000);
  const [hour, minute, second] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return { year, month, day, hour, minute, second, weekday: (((days + FIRST_WEEKDAY) % 7) + 7) % 7 };
}

/**
 * Returns the time with these calendar fields in a zone; a month or a day just beyond its range runs over. Of a local
 * time that does not exist, or exists twice, it chooses as Go's `time.Date` does.
 */
export function timeOf(
  {
    year,
    month,
    day,
    hour = 0,
  }: { readonly year: number; readonly month: number; readonly day: number; readonly hour?: number },
  zone: TimeZone,
): number {
  const [wholeYear, wholeMonth] = month > 12 ? [year + 1, month - 12] : [year, month];
  const local = (daysFromCivil(wholeYear, wholeMonth, 1) + day - 1) * DAY + hour * HOUR;
  const guess = local - zone.offsetAt(local);
  return zone.offsetAt(guess) === zone.offsetAt(local) ? guess : local - zone.offsetAt(guess);
}

/** The offset of a zone as in RFC 3339: `Z` or `+01:00`. */
export function formatOffset(offset: number): string {
  if (offset === 0) return 'Z';
  const minutes = Math.trunc(Math.abs(offset) / 60_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`;
}
