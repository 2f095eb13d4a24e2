/** A time zone. */
export interface TimeZone {
  /** How far its local time is ahead of UTC at a time, in milliseconds. */
  offsetAt(time: number): number;
}

/** Coordinated Universal Time. */
export const utc: TimeZone = { offsetAt: () => 0 };

/** Returns the zone with a name of the IANA database, or undefined. */
export function timeZone(name: string): TimeZone | undefined {
  if (name === '' || name === 'UTC') return utc;
  // `+01:00` is a zone to Intl, and none to Go.
  if (!/^[A-Za-z]/.test(name)) return undefined;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: name, hourCycle: 'h23', ...parts });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  return {
    offsetAt: (time) => {
      const whole = Math.floor(time / 1000) * 1000;
      const found = new Map(format.formatToParts(whole).map(({ type, value }) => [type, Number(value)]));
      const part = (type: keyof typeof parts): number => found.get(type) ?? 0;
      const local = Date.UTC(
        part('year'),
        part('month') - 1,
        part('day'),
        part('hour'),
        part('minute'),
        part('second'),
      );
      return local - whole;
    },
  };
}

const parts = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const;

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
  const date = new Date(time + zone.offsetAt(time));
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    weekday: date.getUTCDay(),
  };
}

/**
 * Returns the time with these calendar fields in a zone; months and days beyond their range run over. Of a local time
 * that does not exist, or exists twice, it chooses as Go's `time.Date` does.
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
  const local = Date.UTC(year, month - 1, day, hour);
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
