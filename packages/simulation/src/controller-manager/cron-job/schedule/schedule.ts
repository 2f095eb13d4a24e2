import { nextCronTime } from './next-cron-time.ts';
import { parseCronFields } from './parse-cron-fields.ts';
import { type TimeZone, timeZone, utc } from './time-zone.ts';

/** When something happens, again and again. */
export interface Schedule {
  /**
   * The first time after another one, in milliseconds since the epoch; undefined if there is none within five years.
   */
  next(after: number): number | undefined;
}

/** A schedule, or the reason why its text is not one. */
export type ParsedSchedule = { readonly schedule: Schedule } | { readonly error: string };

/** The schedules that have a name, as fields. */
const named = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
]);

const SECOND_MS = 1000;

/**
 * Reads a schedule as robfig/cron does, which Kubernetes uses: five fields, a name such as `@daily`, or `@every 1h30m`;
 * before it, a zone such as `TZ=Europe/Berlin` may stand. `zoneName`: the zone of a schedule without its own. Default:
 * UTC.
 */
export function parseSchedule(text: string, zoneName?: string): ParsedSchedule {
  if (text === '') return { error: 'empty spec string' };
  const own = /^(?:CRON_)?TZ=(\S*)(?=\s)/.exec(text);
  const wanted = own?.[1] ?? zoneName;
  const zone = wanted === undefined ? utc : timeZone(wanted);
  if (zone === undefined) return { error: `provided bad location ${wanted ?? ''}: unknown time zone ${wanted ?? ''}` };
  return parseInZone(own === null ? text : text.slice(own[0].length).trim(), zone);
}

function parseInZone(text: string, zone: TimeZone): ParsedSchedule {
  const every = /^@every (.*)$/s.exec(text)?.[1];
  if (every !== undefined) {
    const delay = parseDuration(every);
    if (delay === undefined) return { error: `failed to parse duration ${text}: time: invalid duration "${every}"` };
    const step = Math.max(SECOND_MS, delay - (delay % SECOND_MS));
    return { schedule: { next: (after) => after - (after % SECOND_MS) + step } };
  }
  if (text.startsWith('@') && !named.has(text)) return { error: `unrecognized descriptor: ${text}` };
  const fields = parseCronFields(named.get(text) ?? text);
  if ('error' in fields) return fields;
  return { schedule: { next: (after) => nextCronTime(fields, zone, after) } };
}

const units = new Map([
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
]);

/** The milliseconds of a duration such as `1h30m`; undefined if it is not one. */
function parseDuration(text: string): number | undefined {
  const parts = text.match(/\d{1,12}(?:\.\d{1,9})?(?:ms|h|m|s)/g) ?? [];
  if (text === '' || parts.join('') !== text) return undefined;
  let total = 0;
  for (const part of parts) total += Number.parseFloat(part) * (units.get(part.replace(/^[\d.]+/, '')) ?? 0);
  return total;
}
