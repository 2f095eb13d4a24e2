import { quoteString } from '../codec/go-format.ts';
import type { Duration } from '../object/scalars.ts';
import { trimEndOf } from '../text/trim-characters.ts';

/** Nanoseconds of each unit of a Go duration. */
const nanosecondsPerUnit: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['µs', 1_000n],
  ['μs', 1_000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
]);
const MAX_NANOSECONDS = 2n ** 63n - 1n;
const NANOSECONDS_PER_MILLISECOND = 1_000_000;
/** No 64-bit integer has more digits. Go ignores further digits of a fraction. */
const MOST_DIGITS = 19;

/**
 * Parses a Go duration (`1h30m`, `-1.5s`, `300ms`, `0`) to milliseconds, with fractions for smaller units; undefined if
 * the text is not a duration.
 */
export function parseDuration(text: Duration): number | undefined {
  const nanoseconds = parseDurationNanoseconds(text);
  if (nanoseconds === undefined) return undefined;
  // In two parts, because a number cannot represent the nanoseconds of more than a few months exactly.
  return (
    Number(nanoseconds / BigInt(NANOSECONDS_PER_MILLISECOND)) +
    Number(nanoseconds % BigInt(NANOSECONDS_PER_MILLISECOND)) / NANOSECONDS_PER_MILLISECOND
  );
}

/** Parses a Go duration to exact nanoseconds; undefined if the text is not a duration, or exceeds 64 bits. */
export function parseDurationNanoseconds(text: Duration): bigint | undefined {
  const negative = text.startsWith('-');
  const rest = /^[-+]/.test(text) ? text.slice(1) : text;
  if (rest === '0') return 0n;
  if (rest === '') return undefined;
  let total = 0n;
  const part = /(\d*)(?:\.(\d*))?([^\d.]+)/y;
  while (part.lastIndex < rest.length) {
    const [, digits = '', fractionDigits = '', unit = ''] = part.exec(rest) ?? [];
    const scale = nanosecondsPerUnit.get(unit);
    if (scale === undefined || (digits === '' && fractionDigits === '')) return undefined;
    const whole = digits.replace(/^0+/, '');
    if (whole.length > MOST_DIGITS) return undefined;
    const fraction = fractionDigits.slice(0, MOST_DIGITS);
    total +=
      BigInt(whole === '' ? 0 : whole) * scale +
      (BigInt(fraction === '' ? 0 : fraction) * scale) / 10n ** BigInt(fraction.length);
    if (total > MAX_NANOSECONDS + (negative ? 1n : 0n)) return undefined;
  }
  return negative ? -total : total;
}

/** Returns Go's message for a text that is not a duration: it is about the first invalid part. */
export function explainDuration(text: string): string {
  const rest = text.replace(/^[+-]/, '');
  const part = /(\d*)\.?(\d*)([^\d.]*)/y;
  while (part.lastIndex < rest.length) {
    const [, whole = '', fraction = '', unit = ''] = part.exec(rest) ?? [];
    if ((whole === '' && fraction === '') || whole.replace(/^0+/, '').length > MOST_DIGITS) break;
    if (unit === '') return `missing unit in duration ${quoteString(text)}`;
    if (!nanosecondsPerUnit.has(unit)) return `unknown unit ${quoteString(unit)} in duration ${quoteString(text)}`;
  }
  return `invalid duration ${quoteString(text)}`;
}

/** Formats milliseconds as Go formats a duration: `1h30m0s`, `1.5s`, `300ms`, `0s`. */
export function formatDuration(milliseconds: number): Duration {
  const whole = Math.trunc(milliseconds);
  return formatGoDuration(
    BigInt(whole) * BigInt(NANOSECONDS_PER_MILLISECOND) +
      BigInt(Math.round((milliseconds - whole) * NANOSECONDS_PER_MILLISECOND)),
  );
}

/** Formats nanoseconds as Go formats a duration. */
export function formatGoDuration(nanoseconds: bigint): Duration {
  return nanoseconds < 0n ? `-${formatNanoseconds(-nanoseconds)}` : formatNanoseconds(nanoseconds);
}

function formatNanoseconds(nanoseconds: bigint): string {
  if (nanoseconds === 0n) return '0s';
  if (nanoseconds < 1_000n) return `${nanoseconds}ns`;
  if (nanoseconds < 1_000_000n) return `${decimal(nanoseconds, 3)}µs`;
  if (nanoseconds < 1_000_000_000n) return `${decimal(nanoseconds, 6)}ms`;
  const minutes = nanoseconds / 60_000_000_000n;
  const seconds = `${decimal(nanoseconds % 60_000_000_000n, 9)}s`;
  if (minutes === 0n) return seconds;
  const hours = minutes / 60n;
  return hours === 0n ? `${minutes}m${seconds}` : `${hours}h${minutes % 60n}m${seconds}`;
}

/** `value` divided by ten to the power of `places`, without zeros at the end. */
function decimal(value: bigint, places: number): string {
  const digits = value.toString().padStart(places + 1, '0');
  return trimEndOf(trimEndOf(`${digits.slice(0, -places)}.${digits.slice(-places)}`, '0'), '.');
}
