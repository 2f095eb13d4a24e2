import { daysFromCivil } from './format-time.ts';

const SECONDS_PER_DAY = 86_400;

/**
 * Returns the format from which {@link offsetIn} reads the local times of a zone; undefined if `Intl` has no zone of
 * that name. It takes names in any case, and offsets such as `+01:00`.
 */
export function zoneFormat(name: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      calendar: 'gregory',
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns the seconds that a zone is east of UTC at a time, which is in whole seconds since 1970. */
export function offsetIn(format: Intl.DateTimeFormat, seconds: number): number {
  const parts = new Map(format.formatToParts(seconds * 1000).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
  const year = parts.get('era') === 'BC' ? 1 - part('year') : part('year');
  const days = daysFromCivil(year, part('month'), part('day'));
  return days * SECONDS_PER_DAY + (part('hour') * 60 + part('minute')) * 60 + part('second') - seconds;
}
