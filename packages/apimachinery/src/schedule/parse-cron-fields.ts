import { quoteString } from '../codec/go-format.ts';
import { splitAtSpace } from '../text/trim-space.ts';

/** The values of a field of a schedule. */
export interface CronField {
  readonly values: ReadonlySet<number>;
  /** Whether it allows every value with a `*` or `?`: then it does not restrict the day together with another field. */
  readonly any: boolean;
}

/** The five fields of a schedule. */
export interface CronFields {
  readonly minute: CronField;
  readonly hour: CronField;
  readonly dayOfMonth: CronField;
  readonly month: CronField;
  /** 0 is Sunday. */
  readonly dayOfWeek: CronField;
}

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const bounds = {
  minute: { min: 0, max: 59 },
  hour: { min: 0, max: 23 },
  dayOfMonth: { min: 1, max: 31 },
  month: { min: 1, max: 12, names: months },
  dayOfWeek: { min: 0, max: 6, names: days },
} as const;

/** Reads five fields. Returns robfig/cron's message if they are none. */
export function parseCronFields(text: string): CronFields | { readonly error: string } {
  const parts = splitAtSpace(text);
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = ''] = parts;
  if (parts.length !== 5) return { error: `expected exactly 5 fields, found ${parts.length}: [${parts.join(' ')}]` };
  try {
    return {
      minute: parseField(minute, bounds.minute),
      hour: parseField(hour, bounds.hour),
      dayOfMonth: parseField(dayOfMonth, bounds.dayOfMonth),
      month: parseField(month, bounds.month),
      dayOfWeek: parseField(dayOfWeek, bounds.dayOfWeek),
    };
  } catch (error) {
    if (error instanceof BadField) return { error: error.message };
    throw error;
  }
}

/** A field that cannot be read. */
class BadField extends Error {}

function parseField(field: string, limits: Bounds): CronField {
  const values = new Set<number>();
  let any = false;
  for (const range of field.split(',').filter((part) => part !== '')) {
    const { start, end, step, isStar } = parseRange(range, limits);
    any ||= isStar;
    for (let value = start; value <= end; value += step) values.add(value);
  }
  return { values, any };
}

interface Range {
  readonly start: number;
  readonly end: number;
  readonly step: number;
  readonly isStar: boolean;
}

function parseRange(text: string, limits: Bounds): Range {
  const [min, max] = [BigInt(limits.min), BigInt(limits.max)];
  const [range = '', stepText, ...tooMany] = text.split('/');
  const [low = '', high, ...more] = range.split('-');
  const isStar = low === '*' || low === '?';
  const start = isStar ? min : valueOf(low, limits);
  if (!isStar && more.length > 0) throw new BadField(`too many hyphens: ${text}`);
  let end = isStar ? max : high === undefined ? start : valueOf(high, limits);
  if (tooMany.length > 0) throw new BadField(`too many slashes: ${text}`);
  const step = stepText === undefined ? 1n : wholeNumber(stepText);
  // `5/10` means from 5 to the maximum.
  if (stepText !== undefined && high === undefined) end = max;
  const beginning = `beginning of range (${start})`;
  if (start < min) throw new BadField(`${beginning} below minimum (${min}): ${text}`);
  if (end > max) throw new BadField(`end of range (${end}) above maximum (${max}): ${text}`);
  if (start > end) throw new BadField(`${beginning} beyond end of range (${end}): ${text}`);
  if (step === 0n) throw new BadField(`step of range should be a positive number: ${text}`);
  return { start: Number(start), end: Number(end), step: Number(step), isStar: isStar && step === 1n };
}

function valueOf(text: string, { names = [], min }: Bounds): bigint {
  const place = names.indexOf(text.toLowerCase());
  return place < 0 ? wholeNumber(text) : BigInt(place + min);
}

const INT64 = /^[+-]?0*\d{1,19}$/;

function wholeNumber(text: string): bigint {
  const isNumber = /^[+-]?\d+$/.test(text);
  const value = INT64.test(text) ? BigInt(text.replace('+', '')) : undefined;
  if (value === undefined || BigInt.asIntN(64, value) !== value) {
    const why = isNumber ? 'value out of range' : 'invalid syntax';
    throw new BadField(`failed to parse int from ${text}: strconv.Atoi: parsing ${quoteString(text)}: ${why}`);
  }
  if (value < 0n) throw new BadField(`negative number (${value}) not allowed: ${text}`);
  return value;
}
