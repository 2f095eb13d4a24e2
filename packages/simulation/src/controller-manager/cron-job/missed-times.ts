import { parseTime } from '@kb/apimachinery';
import type { Schedule } from '@kb/apimachinery/server';
import type { LiveCronJob } from './cron-jobs.ts';

/** The times of a CronJob until now. */
export interface MissedTimes {
  /** From when times count, in milliseconds since the epoch: the last start, or the creation, or the deadline. */
  readonly since: number;
  /** The latest time at which a Job should have started; undefined if there is none. */
  readonly latest: number | undefined;
  readonly missed: 'none' | 'few' | 'many';
}

/** More missed times than this are too many. */
const MANY = 100;

/**
 * Finds the latest time at which a Job should have started. `withDeadline`: times before the starting deadline do not
 * count. Undefined if the schedule makes no sense, such as the 31st of February.
 */
export function missedTimes(
  cronJob: LiveCronJob,
  schedule: Schedule,
  { now, withDeadline }: { readonly now: number; readonly withDeadline: boolean },
): MissedTimes | undefined {
  const since = startOfTimes(cronJob, withDeadline, now);
  const first = schedule.next(since);
  const second = first === undefined ? undefined : schedule.next(first);
  // Go's library returns the year 1, which is before every time.
  if (first === undefined) return undefined;
  if (now < first) return { since, latest: undefined, missed: 'none' };
  if (second === undefined) return undefined;
  if (now < second) return { since, latest: first, missed: 'none' };
  const between = Math.round((second - first) / 1000);
  if (between < 1) return undefined;
  const count = Math.floor(Math.floor((now - first) / 1000) / between) + 1;
  let latest: number | undefined;
  // Back by one, because the times need not be at equal distances.
  const from = first + (count - 2) * between * 1000;
  for (let time = schedule.next(from); time !== undefined && time <= now; time = schedule.next(time)) latest = time;
  return { since, latest, missed: count > MANY ? 'many' : 'few' };
}

function startOfTimes({ metadata, spec, status }: LiveCronJob, withDeadline: boolean, now: number): number {
  const created = parseTime(metadata.creationTimestamp) ?? now;
  const last = parseTime(status?.lastScheduleTime ?? '') ?? created;
  const { startingDeadlineSeconds } = spec;
  if (!withDeadline || startingDeadlineSeconds === undefined) return last;
  return Math.max(last, now - 1000 * startingDeadlineSeconds);
}

/** Added to each wait, against small differences between clocks. */
const PADDING_MS = 100;

/** The milliseconds until the next time of a CronJob; undefined if there is none. */
export function untilNextTime(cronJob: LiveCronJob, schedule: Schedule, now: number): number | undefined {
  const times = missedTimes(cronJob, schedule, { now, withDeadline: false });
  const from = times === undefined ? now : (times.latest ?? (times.missed === 'none' ? times.since : now));
  const next = schedule.next(from);
  return next === undefined ? undefined : Math.max(1, next + PADDING_MS - now);
}
