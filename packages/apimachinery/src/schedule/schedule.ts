import { explainDuration, parseDurationNanoseconds } from '../time/duration.ts';
import { trimSpace } from '../text/trim-space.ts';
import { nextCronTime } from './next-cron-time.ts';
import { parseCronFields } from './parse-cron-fields.ts';
import { timeZone, utc } from './time-zone.ts';

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
  if (!/^(?:CRON_)?TZ=/.test(text)) return parseInZone(text, zoneName);
  const space = text.indexOf(' ');
  // robfig/cron fails here, and Kubernetes shows what Go says of it.
  if (space < 0) return { error: 'invalid schedule format: runtime error: slice bounds out of range [:-1]' };
  return parseInZone(trimSpace(text.slice(space)), text.slice(text.indexOf('=') + 1, space));
}

function parseInZone(text: string, zoneName: string | undefined): ParsedSchedule {
  const zone = zoneName === undefined ? utc : timeZone(zoneName);
  if (typeof zone === 'string') return { error: `provided bad location ${zoneName ?? ''}: ${zone}` };
  if (text.startsWith(EVERY)) return parseInterval(text, text.slice(EVERY.length));
  if (text.startsWith('@') && !named.has(text)) return { error: `unrecognized descriptor: ${text}` };
  const fields = parseCronFields(named.get(text) ?? text);
  if ('error' in fields) return fields;
  return { schedule: { next: (after) => nextCronTime(fields, zone, after) } };
}

const EVERY = '@every ';
const NANOSECONDS_PER_SECOND = 1_000_000_000n;

/** Reads an interval, of at least a second, without fractions of seconds. */
function parseInterval(text: string, duration: string): ParsedSchedule {
  const nanoseconds = parseDurationNanoseconds(duration);
  if (nanoseconds === undefined)
    return { error: `failed to parse duration ${text}: time: ${explainDuration(duration)}` };
  const step = Math.max(1, Number(nanoseconds / NANOSECONDS_PER_SECOND)) * SECOND_MS;
  return { schedule: { next: (after) => after - (after % SECOND_MS) + step } };
}
