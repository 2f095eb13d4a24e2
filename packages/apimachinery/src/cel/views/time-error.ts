import { quoteString } from '../../codec/go-format.ts';

/** A part of a layout of Go: its text there, and how many digits it has; a literal has none. */
interface Part {
  readonly text: string;
  readonly least?: number;
  readonly most?: number;
  /** The name and the range of its values, in messages. */
  readonly name?: string;
  readonly from?: number;
  readonly to?: number;
}

const date: readonly Part[] = [
  { text: '2006', least: 4, most: 4 },
  { text: '-' },
  { text: '01', least: 2, most: 2, name: 'month', from: 1, to: 12 },
  { text: '-' },
  { text: '02', least: 2, most: 2 },
];
const time: readonly Part[] = [
  { text: 'T' },
  { text: '15', least: 1, most: 2, name: 'hour', from: 0, to: 23 },
  { text: ':' },
  { text: '04', least: 2, most: 2, name: 'minute', from: 0, to: 59 },
  { text: ':' },
  { text: '05', least: 2, most: 2, name: 'second', from: 0, to: 59 },
];

/** Go's error for a text that is not a date (`2006-01-02`), or not a date with a time (`2006-01-02T15:04:05`). */
export function timeError(text: string, format: 'date' | 'date-time'): string {
  const parts = format === 'date' ? date : [...date, ...time];
  const layout = parts.map((part) => part.text).join('');
  let rest = text;
  for (const part of parts) {
    const length = lengthOf(part, rest);
    if (length === undefined) {
      const left = part.least === undefined ? afterCommon(rest, part.text) : rest;
      return `parsing time ${quoteString(text)} as ${quoteString(layout)}: cannot parse ${quoteString(left)} as ${quoteString(part.text)}`;
    }
    const value = Number(rest.slice(0, length));
    if (part.name !== undefined && (value < (part.from ?? 0) || value > (part.to ?? value)))
      return `parsing time ${quoteString(text)}: ${part.name} out of range`;
    rest = rest.slice(length);
  }
  // Seconds may have a fraction that the layout does not show.
  if (format === 'date-time') rest = rest.replace(/^[.,]\d+/, '');
  if (rest !== '') return `parsing time ${quoteString(text)}: extra text: ${quoteString(rest)}`;
  return `parsing time ${quoteString(text)}: day out of range`;
}

/** How much of a text a part takes; undefined: it does not fit. */
function lengthOf({ text, least, most }: Part, rest: string): number | undefined {
  if (least === undefined) return rest.startsWith(text) ? text.length : undefined;
  let digits = 0;
  while (digits < (most ?? least) && /\d/.test(rest.charAt(digits))) digits += 1;
  return digits >= least ? digits : undefined;
}

/** What is left where a text stops being the same as a literal. */
function afterCommon(rest: string, literal: string): string {
  let same = 0;
  while (same < literal.length && rest.charAt(same) === literal.charAt(same)) same += 1;
  return rest.slice(same);
}
