import { parseTime } from '@kb/apimachinery';
import { restartsOf } from '../../shared/pods.ts';
import { judgeFailure } from './failure-policy.ts';
import { countIndexes } from './intervals.ts';
import { isPodFailed } from './job-pods.ts';
import { type Finish, type JobSync, trueCondition } from './job-sync.ts';
import { metSuccessPolicy } from './success-policy.ts';

/**
 * Returns how a Job ends, before its Pods are managed: what an earlier sync decided, else by a failure, else by its
 * success policy. Undefined if it goes on.
 */
export function earlyFinish(sync: JobSync): Finish | undefined {
  return decidedFinish(sync) ?? policyFailure(sync) ?? limitFailure(sync) ?? indexFailure(sync) ?? policySuccess(sync);
}

/** The end of a Job whose completions are reached. */
export const completed: Finish = {
  type: 'SuccessCriteriaMet',
  reason: 'CompletionsReached',
  message: 'Reached expected number of succeeded pods',
};

/** Whether the completions of a Job are reached; without a number of completions, the first success is enough. */
export const isComplete = ({ job, succeeded, activeCount }: JobSync): boolean =>
  activeCount === 0 && succeeded >= (job.spec.completions ?? 1);

/** The milliseconds until the deadline of a Job; undefined if it has none, or is suspended. */
export function untilDeadline({ job, status, tools }: JobSync): number | undefined {
  const { activeDeadlineSeconds, suspend } = job.spec;
  const startedAt = parseTime(status.startTime ?? '');
  if (activeDeadlineSeconds === undefined || suspend || startedAt === undefined) return undefined;
  return startedAt + 1000 * activeDeadlineSeconds - tools.now;
}

const failure = (reason: string, message: string): Finish => ({ type: 'FailureTarget', reason, message });

function decidedFinish({ status }: JobSync): Finish | undefined {
  const success = trueCondition(status, 'SuccessCriteriaMet');
  const decided = success ?? trueCondition(status, 'FailureTarget');
  if (decided === undefined) return undefined;
  const { reason = '', message = '' } = decided;
  return { type: success ? 'SuccessCriteriaMet' : 'Failed', reason, message };
}

function policyFailure({ job, pods }: JobSync): Finish | undefined {
  const { podFailurePolicy } = job.spec;
  if (podFailurePolicy === undefined) return undefined;
  for (const pod of pods) {
    const message = isPodFailed(pod, job) ? judgeFailure(podFailurePolicy, pod).message : undefined;
    if (message !== undefined) return failure('PodFailurePolicy', message);
  }
  return undefined;
}

function limitFailure(sync: JobSync): Finish | undefined {
  const { job, failed } = sync;
  if (failed > (job.spec.backoffLimit ?? 6) || tooManyRestarts(sync)) {
    return failure('BackoffLimitExceeded', 'Job has reached the specified backoff limit');
  }
  const left = untilDeadline(sync);
  return left !== undefined && left <= 0
    ? failure('DeadlineExceeded', 'Job was active longer than specified deadline')
    : undefined;
}

/** Whether the restarts in the Pods of a Job reach its back-off limit. It matters if its Pods restart on failure. */
function tooManyRestarts({ job, pods }: JobSync): boolean {
  const { template, backoffLimit = 6 } = job.spec;
  if (template.spec?.restartPolicy !== 'OnFailure') return false;
  const running = pods.filter(({ status }) => status?.phase === 'Running' || status?.phase === 'Pending');
  const restarts = running.reduce((sum, pod) => sum + restartsOf(pod), 0);
  return backoffLimit === 0 ? restarts > 0 : restarts >= backoffLimit;
}

function indexFailure({ job, indexes }: JobSync): Finish | undefined {
  if (indexes?.failed === undefined) return undefined;
  const { maxFailedIndexes, completions = 0 } = job.spec;
  const failed = countIndexes(indexes.failed);
  if (maxFailedIndexes !== undefined && failed > maxFailedIndexes) {
    const message = 'Job has exceeded the specified maximal number of failed indexes';
    return failure('MaxFailedIndexesExceeded', message);
  }
  if (failed === 0 || failed + indexes.succeededCount < completions) return undefined;
  return failure('FailedIndexes', 'Job has failed indexes');
}

function policySuccess({ job, indexes }: JobSync): Finish | undefined {
  const message = indexes && metSuccessPolicy(job, indexes.succeeded);
  return message === undefined ? undefined : { type: 'SuccessCriteriaMet', reason: 'SuccessPolicy', message };
}
