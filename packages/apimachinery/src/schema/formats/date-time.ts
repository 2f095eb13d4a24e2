import { isCivilDate } from '../../time/format-time.ts';

/** Whether a text is a date: `2006-01-02`. */
export function isDate(text: string): boolean {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  return year !== undefined && isCivilDate(Number(year), Number(month), Number(date));
}

/** Whether a text is a date and a time by RFC 3339, in upper or lower case. */
export function isDateTime(text: string): boolean {
  const [date = '', time = ''] = text.toLowerCase().split('t');
  if (!isDate(date)) return false;
  const match = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:.[0-9]+)?(?:z|[+-][0-9]{2}:[0-9]{2})$/.exec(time);
  if (match === null) return false;
  const [, hour = '', minute = '', second = ''] = match;
  return hour <= '23' && minute <= '59' && second <= '59';
}
