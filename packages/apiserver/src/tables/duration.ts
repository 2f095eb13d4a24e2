import { parseTime } from '@kb/apimachinery';

const [MINUTE, HOUR, DAY, YEAR] = [60, 3600, 86_400, 31_536_000];

/**
 * Formats a duration as tables show it, rounded down to the one or two units that matter: `45s`, `3m20s`, `5d4h`, `2y`.
 * `seconds` may have a fraction.
 */
export function humanDuration(seconds: number): string {
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  const whole = Math.floor(seconds);
  if (whole < 2 * MINUTE) return `${whole}s`;
  if (whole < 10 * MINUTE) return two(whole, MINUTE, 'm', 1, 's');
  if (whole < 3 * HOUR) return `${Math.floor(whole / MINUTE)}m`;
  if (whole < 8 * HOUR) return two(whole, HOUR, 'h', MINUTE, 'm');
  if (whole < 2 * DAY) return `${Math.floor(whole / HOUR)}h`;
  if (whole < 8 * DAY) return two(whole, DAY, 'd', HOUR, 'h');
  if (whole < 2 * YEAR) return `${Math.floor(whole / DAY)}d`;
  if (whole < 8 * YEAR) return two(whole, YEAR, 'y', DAY, 'd');
  return `${Math.floor(whole / YEAR)}y`;
}

function two(value: number, large: number, largeUnit: string, small: number, smallUnit: string): string {
  const rest = Math.floor((value % large) / small);
  return rest === 0
    ? `${Math.floor(value / large)}${largeUnit}`
    : `${Math.floor(value / large)}${largeUnit}${rest}${smallUnit}`;
}

/** Returns the age of a time at `now`, in milliseconds since the epoch; `<unknown>` for a missing time. */
export function ageOf(time: unknown, now: number): string {
  if (typeof time !== 'string' || time === '') return '<unknown>';
  const instant = parseTime(time);
  return instant === undefined ? '<invalid>' : humanDuration((now - instant) / 1000);
}
