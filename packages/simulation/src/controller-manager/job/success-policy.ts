import type { LiveJob } from './job-pods.ts';
import { countIndexes, countShared, type Intervals, parseIntervals } from './intervals.ts';

/** The message of the condition, if the success policy of an indexed Job is met; undefined if it is not. */
export function metSuccessPolicy({ spec }: LiveJob, succeeded: Intervals): string | undefined {
  if (spec.successPolicy === undefined || succeeded.length === 0) return undefined;
  const index = spec.successPolicy.rules.findIndex(({ succeededIndexes, succeededCount }) => {
    if (succeededIndexes === undefined) {
      return succeededCount !== undefined && countIndexes(succeeded) >= succeededCount;
    }
    const required = parseIntervals(succeededIndexes, spec.completions ?? 0);
    if (required.length === 0) return false;
    const shared = countShared(required, succeeded);
    return shared === countIndexes(required) || (succeededCount !== undefined && shared >= succeededCount);
  });
  return index < 0 ? undefined : `Matched rules at index ${index}`;
}
