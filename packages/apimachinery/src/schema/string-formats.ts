import { DNS_LABEL_MAX_LENGTH, DNS_SUBDOMAIN_MAX_LENGTH } from '../names/dns-names.ts';
import { utf8Length } from '../names/utf8-length.ts';
import { parseDurationNanoseconds } from '../time/duration.ts';
import { isEmailAddress } from './formats/email-address.ts';
import { isCidr, isIpv4Address, isIpv6Address, isMac } from './formats/ip-address.ts';
import { isRequestUri } from './formats/request-uri.ts';
import type { JsonSchemaProps } from './json-schema-props.ts';
import { isCivilDate } from '../time/format-time.ts';

/** The formats of strings that the API server validates, by their name without dashes. */
const formatChecks: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['bsonobjectid', (text) => /^[0-9a-fA-F]{24}$/.test(text)],
  ['uri', isRequestUri],
  ['email', isEmailAddress],
  ['hostname', isHostname],
  ['ipv4', (text) => text.includes('.') && (isIpv4Address(text, true) || isIpv6Address(text, true))],
  ['ipv6', (text) => isIpv6Address(text)],
  ['cidr', isCidr],
  ['mac', isMac],
  ['uuid', (text) => /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i.test(text)],
  ['uuid3', (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(text)],
  ['uuid4', (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i.test(text)],
  ['uuid5', (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i.test(text)],
  ['isbn', (text) => isIsbn10(text) || isIsbn13(text)],
  ['isbn10', isIsbn10],
  ['isbn13', isIsbn13],
  ['creditcard', isCreditCard],
  ['ssn', (text) => /^\d{3}[- ]\d{2}[- ]\d{4}$/.test(text)],
  ['hexcolor', (text) => /^#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/.test(text)],
  ['rgbcolor', isRgbColor],
  // At least one group of four: an empty text does not match.
  ['byte', (text) => /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/.test(text)],
  ['password', () => true],
  ['date', isDate],
  ['duration', isDuration],
  ['datetime', isDateTime],
  ['k8sshortname', (text) => text.length <= DNS_LABEL_MAX_LENGTH && /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(text)],
  [
    'k8slongname',
    (text) =>
      text.length <= DNS_SUBDOMAIN_MAX_LENGTH &&
      text.split('.').every((part) => /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(part)),
  ],
]);

/**
 * The format of a schema if the API server knows it for the schema's type; otherwise empty, and the format is not
 * validated.
 */
export function effectiveFormat(schema: JsonSchemaProps): string {
  const format = schema.format ?? '';
  const type = schema['x-kubernetes-int-or-string'] ? '' : (schema.type ?? '');
  switch (type) {
    case '':
    case 'string':
      return isKnownFormat(format) ? format : '';
    case 'integer':
      return format === 'int32' || format === 'int64' ? format : '';
    case 'number':
      return format === 'float' || format === 'double' ? format : '';
    default:
      return '';
  }
}

/** Whether a format applies to strings. */
export function isKnownFormat(format: string): boolean {
  if (format === '') return false;
  return formatChecks.has(format.replaceAll('-', ''));
}

/** Whether a text is of a format ({@link effectiveFormat}). Formats of numbers accept every text. */
export function hasFormat(text: string, format: string): boolean {
  return formatChecks.get(format.replaceAll('-', ''))?.(text) ?? true;
}

/**
 * A host name by the rules of go-openapi, which are stricter than DNS: a single label may have at most one dash,
 * after its first character.
 */
function isHostname(text: string): boolean {
  if (utf8Length(text) > 255) return false;
  const labels = text.split('.');
  if (labels.some((label) => utf8Length(label) > 63)) return false;
  const last = labels.pop() ?? '';
  if (labels.length === 0) return /^[a-zA-Z0-9\p{S}\p{L}](?:-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?$/u.test(last);
  const inner = /^[a-zA-Z0-9\p{S}\p{L}](?:[-a-zA-Z0-9\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?$/u;
  return /^[a-zA-Z\p{L}]{2,63}$/u.test(last) && labels.every((label) => inner.test(label));
}

function isIsbn10(text: string): boolean {
  const digits = text.replace(/[\t\n\f\r -]+/g, '');
  if (!/^[0-9]{9}[0-9X]$/.test(digits)) return false;
  let sum = 0;
  Array.from(digits).forEach((digit, index) => (sum += (index + 1) * (digit === 'X' ? 10 : Number(digit))));
  return sum % 11 === 0;
}

function isIsbn13(text: string): boolean {
  const digits = text.replace(/[\t\n\f\r -]+/g, '');
  if (!/^[0-9]{13}$/.test(digits)) return false;
  let sum = 0;
  Array.from(digits).forEach((digit, index) => (sum += (index % 2 === 0 ? 1 : 3) * Number(digit)));
  return sum % 10 === 0;
}

const CARD =
  /^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35[0-9]{3})[0-9]{11})$/;

/** Whether a text is a card number with a valid check digit (Luhn); ignores everything between digits. */
function isCreditCard(text: string): boolean {
  const digits = text.replace(/[^0-9]+/g, '');
  if (!CARD.test(digits)) return false;
  let sum = 0;
  Array.from(digits)
    .reverse()
    .forEach((digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
      sum += value >= 10 ? value - 9 : value;
    });
  return sum % 10 === 0;
}

function isRgbColor(text: string): boolean {
  const match =
    /^rgb\([\t\n\f\r ]*(\d+)[\t\n\f\r ]*,[\t\n\f\r ]*(\d+)[\t\n\f\r ]*,[\t\n\f\r ]*(\d+)[\t\n\f\r ]*\)$/.exec(text);
  return match !== null && match.slice(1).every((part) => /^(?:0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])$/.test(part));
}

/** Whether a text is a date: `2006-01-02`. */
function isDate(text: string): boolean {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  return year !== undefined && isCivilDate(Number(year), Number(month), Number(date));
}

/** Whether a text is a date and a time by RFC 3339, in upper or lower case. */
function isDateTime(text: string): boolean {
  const [date = '', time = ''] = text.toLowerCase().split('t');
  if (!isDate(date)) return false;
  const match = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:.[0-9]+)?(?:z|[+-][0-9]{2}:[0-9]{2})$/.exec(time);
  if (match === null) return false;
  const [, hour = '', minute = '', second = ''] = match;
  return hour <= '23' && minute <= '59' && second <= '59';
}

const NAMED_UNIT = /^(?:ns|us|µs|ms|s|m|h|hr|d|w|wk)$|^(?:nano|micro|milli|sec|min|hour|day|week)/;

/** A Go duration, or any text that contains a number and the name of a unit: `2 days`. */
function isDuration(text: string): boolean {
  if (parseDurationNanoseconds(text) !== undefined) return true;
  const found = [...text.matchAll(/(?<!\d)(\d+)[\t\n\f\r ]*([A-Za-zµ]+)/g)];
  return (
    found.every(([, count = '']) => BigInt(count) < 2n ** 63n) &&
    found.some(([, , unit = '']) => NAMED_UNIT.test(unit.toLowerCase()))
  );
}
