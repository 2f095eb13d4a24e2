import { quoteString } from '../../../codec/go-format.ts';
import { offsetIn, zoneFormat } from '../../../time/zone-offset.ts';
import { type CelError, celError } from '../../values/value.ts';
import { spend } from '../../values/work.ts';
import { unknownZone } from './unknown-zone.ts';

/** The seconds that a time zone is east of UTC at an instant: `America/New_York`, `-02:30`, `UTC`. */
export function offsetAt(seconds: number, zone: string): number | CelError {
  const colon = zone.indexOf(':');
  return colon === -1 ? namedOffset(seconds, zone) : fixedOffset(zone, colon);
}

function fixedOffset(zone: string, colon: number): number | CelError {
  const hours = parseInteger(zone.slice(0, colon));
  if (typeof hours !== 'number') return hours;
  const minutes = parseInteger(zone.slice(colon + 1));
  if (typeof minutes !== 'number') return minutes;
  return (zone.startsWith('-') ? hours * 60 - minutes : hours * 60 + minutes) * 60;
}

/** Reads an integer as Go's strconv.Atoi does. */
export function parseInteger(text: string): number | CelError {
  const error = (reason: string): CelError => celError(`strconv.Atoi: parsing ${quoteString(text)}: ${reason}`);
  if (!/^[-+]?\d+$/.test(text)) return error('invalid syntax');
  const value = Number(text);
  return Math.abs(value) < 2 ** 63 ? value : error('value out of range');
}

/** Formatters by the name of their zone, of which there are some hundreds. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** The nanoseconds that it takes to format a time. */
const ZONE_WORK = 5000;

function namedOffset(seconds: number, zone: string): number | CelError {
  if (zone === '' || zone === 'UTC' || zone === 'Local') return 0;
  if (/\.\.|^[/\\]/.test(zone)) return celError('time: invalid location name');
  const formatter = formatterOf(zone);
  if (formatter === undefined) return unknownZone(zone, (name) => formatterOf(name) !== undefined);
  spend(ZONE_WORK);
  return offsetIn(formatter, seconds);
}

function formatterOf(zone: string): Intl.DateTimeFormat | undefined {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  // Intl takes names in any case; files of zones have a capital at the start of each part.
  if (!/^[A-Z][\w+-]*(?:\/[A-Z][\w+-]*)*$/.test(zone)) return undefined;
  const formatter = zoneFormat(zone);
  if (formatter !== undefined) formatters.set(zone, formatter);
  return formatter;
}
