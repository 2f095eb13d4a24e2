import {
  equalJson,
  fieldDuplicate,
  type FieldError,
  fieldInvalid,
  fieldRequired,
  type JsonObject,
  parseTime,
} from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { type ApiObject, at, type FrozenObject, objectsIn, stringOf } from '../../../objects/api-object.ts';
import { stringsIn } from '../../../tables/cells.ts';
import { countIndexes, sharedIndex } from '../../shared/workloads/job-indexes.ts';
import { notNegative } from '../../shared/workloads/selector-and-template.ts';

/** A Job with the parts that rules for its status need. */
interface JobState {
  readonly spec: JsonObject;
  readonly status: JsonObject;
  readonly is: (condition: string) => boolean;
  readonly isFinished: boolean;
}

function stateOf(job: ApiObject | FrozenObject): JobState {
  const status = (job.status ?? {}) as JsonObject;
  const conditions = new Set(
    objectsIn(status.conditions).flatMap(({ type, status: value }) => (value === 'True' ? [type] : [])),
  );
  const is = (condition: string): boolean => conditions.has(condition);
  return { spec: (job.spec ?? {}) as JsonObject, status, is, isFinished: is('Complete') || is('Failed') };
}

/** Validates a change of the status of a Job. Most rules are for what the change touches. */
export function validateJobStatus(job: ApiObject, old: FrozenObject): FieldError[] {
  const [now, before] = [stateOf(job), stateOf(old)];
  return [
    ...notNegative(now.status, ['active', 'succeeded', 'failed', 'ready', 'terminating'], 'status'),
    ...validateUncounted(now.status),
    ...validateEnd(now, before),
    ...validateIndexes(now, before),
    ...validatePods(now, before),
    ...validateSuccessCriteria(now),
    ...validateChange(now, before),
  ];
}

const changed = (now: JobState, before: JobState, ...fields: readonly string[]): boolean =>
  fields.some((field) => !equalJson(now.status[field], before.status[field]));
const differ = (now: JobState, before: JobState, ...conditions: readonly string[]): boolean =>
  conditions.some((condition) => now.is(condition) !== before.is(condition));
const wrongConditions = (why: string): FieldError => fieldInvalid('status.conditions', undefined, why);

function validateUncounted({ uncountedTerminatedPods }: JsonObject): FieldError[] {
  const seen = new Set<string>();
  return ['succeeded', 'failed'].flatMap((list) =>
    stringsIn(at(uncountedTerminatedPods, list)).flatMap((uid, index) => {
      const path = `status.uncountedTerminatedPods.${list}[${index}]`;
      if (uid === '') return [fieldInvalid(path, uid, 'must not be empty')];
      if (seen.has(uid)) return [fieldDuplicate(path, uid)];
      seen.add(uid);
      return [];
    }),
  );
}

/** Rules for the conditions that end a Job, and the times and counters that go with them. */
function validateEnd(now: JobState, before: JobState): FieldError[] {
  const { status, is } = now;
  const errors: FieldError[] = [];
  const { startTime, completionTime } = status;
  const completes = differ(now, before, 'Complete');
  const finishes = now.isFinished !== before.isFinished;
  if ((completes || differ(now, before, 'Failed')) && is('Complete') && is('Failed'))
    errors.push(wrongConditions('cannot set Complete=True and Failed=true conditions'));
  if ((completes || differ(now, before, 'FailureTarget')) && is('Complete') && is('FailureTarget'))
    errors.push(wrongConditions('cannot set Complete=True and FailureTarget=true conditions'));
  if (completes || changed(now, before, 'completionTime')) {
    const path = 'status.completionTime';
    if (completionTime !== undefined && !is('Complete'))
      errors.push(
        fieldInvalid(path, completionTime, 'cannot set completionTime when there is no Complete=True condition'),
      );
    if (completionTime === undefined && is('Complete'))
      errors.push(fieldRequired(path, 'completionTime is required for Complete jobs'));
  }
  if (changed(now, before, 'startTime', 'completionTime') && isBefore(completionTime, startTime))
    errors.push(fieldInvalid('status.completionTime', completionTime, 'must be equal to or after `startTime`'));
  if ((differ(now, before, 'Failed') || changed(now, before, 'failedIndexes')) && is('Failed') && !is('FailureTarget'))
    errors.push(wrongConditions('cannot set Failed=True condition without the FailureTarget=true condition'));
  if (differ(now, before, 'Complete', 'SuccessCriteriaMet') && is('Complete') && !is('SuccessCriteriaMet'))
    errors.push(wrongConditions('cannot set Complete=True condition without the SuccessCriteriaMet=true condition'));
  if (!now.isFinished) return errors;
  if ((finishes || changed(now, before, 'active')) && Number(status.active ?? 0) > 0)
    errors.push(fieldInvalid('status.active', status.active, 'active>0 is invalid for finished job'));
  const isEmpty = now.spec.suspend === true && now.spec.completions === 0;
  if ((finishes || changed(now, before, 'startTime')) && startTime === undefined && !isEmpty)
    errors.push(fieldRequired('status.startTime', 'startTime is required for finished job'));
  if (finishes || changed(now, before, 'uncountedTerminatedPods')) errors.push(...noneUncounted(status));
  return errors;
}

function noneUncounted({ uncountedTerminatedPods }: JsonObject): FieldError[] {
  const [succeeded, failed] = ['succeeded', 'failed'].map((list) => stringsIn(at(uncountedTerminatedPods, list)));
  if (!succeeded?.length && !failed?.length) return [];
  // kube-apiserver prints its internal type.
  const shown = { Succeeded: succeeded?.length ? succeeded : null, Failed: failed?.length ? failed : null };
  const message = `Invalid value: ${JSON.stringify(shown)}: must be empty for finished job`;
  return [{ type: 'FieldValueInvalid', field: 'status.uncountedTerminatedPods', message }];
}

function isBefore(time: unknown, other: unknown): boolean {
  return typeof time === 'string' && typeof other === 'string' && (parseTime(time) ?? 0) < (parseTime(other) ?? 0);
}

/** Rules for the indexes that have ended. */
function validateIndexes(now: JobState, before: JobState): FieldError[] {
  const { spec, status } = now;
  const { failedIndexes } = status;
  const completed = stringOf(status.completedIndexes);
  const completions = typeof spec.completions === 'number' ? spec.completions : undefined;
  const errors: FieldError[] = [];
  const parse = (field: string, text: string): void => {
    const problem = completions === undefined ? 0 : countIndexes(text, completions);
    if (typeof problem === 'string')
      errors.push(fieldInvalid(`status.${field}`, text, `error parsing ${field}: ${problem}`));
  };
  const completedChange = changed(now, before, 'completedIndexes');
  const failedChange = changed(now, before, 'failedIndexes');
  if (completedChange) parse('completedIndexes', completed);
  if (failedChange && spec.backoffLimitPerIndex !== undefined && typeof failedIndexes === 'string')
    parse('failedIndexes', failedIndexes);
  if (completedChange && completed !== '' && spec.completionMode !== 'Indexed') {
    const why = 'cannot set non-empty completedIndexes when non-indexed completion mode';
    errors.push(fieldInvalid('status.completedIndexes', completed, why));
  }
  if (typeof failedIndexes !== 'string') return errors;
  if (failedChange && spec.backoffLimitPerIndex === undefined) {
    const why = 'cannot set non-null failedIndexes when backoffLimitPerIndex is null';
    errors.push(fieldInvalid('status.failedIndexes', failedIndexes, why));
  }
  if ((completedChange || failedChange) && completions !== undefined) {
    const shared = sharedIndex(completed, failedIndexes, completions);
    const why = `failedIndexes and completedIndexes overlap at index: ${shared}`;
    if (shared !== undefined) errors.push(fieldInvalid('status.failedIndexes', failedIndexes, why));
  }
  return errors;
}

/** Rules for the counters of Pods. */
function validatePods(now: JobState, before: JobState): FieldError[] {
  const { status } = now;
  const errors: FieldError[] = [];
  const finishes = now.isFinished !== before.isFinished;
  if ((finishes || changed(now, before, 'terminating')) && now.isFinished && Number(status.terminating ?? 0) > 0)
    errors.push(fieldInvalid('status.terminating', status.terminating, 'terminating>0 is invalid for finished job'));
  if (changed(now, before, 'ready', 'active') && Number(status.ready ?? 0) > Number(status.active ?? 0))
    errors.push(fieldInvalid('status.ready', status.ready, 'cannot set more ready pods than active'));
  return errors;
}

function validateSuccessCriteria({ spec, is }: JobState): FieldError[] {
  const errors: FieldError[] = [];
  for (const other of ['Failed', 'FailureTarget']) {
    if (is('SuccessCriteriaMet') && is(other))
      errors.push(wrongConditions(`cannot set SuccessCriteriaMet=True and ${other}=true conditions`));
  }
  if (isJsonObject(spec.successPolicy) && !is('SuccessCriteriaMet') && is('Complete')) {
    const why = 'cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True';
    errors.push(wrongConditions(why));
  }
  return errors;
}

/** Rules for what a change may not take back. */
function validateChange(now: JobState, before: JobState): FieldError[] {
  const { spec, status } = now;
  const errors = ['Failed', 'Complete', 'FailureTarget'].flatMap((condition) =>
    before.is(condition) && !now.is(condition)
      ? [wrongConditions(`cannot disable the terminal ${condition}=True condition`)]
      : [],
  );
  const decreases = (field: string): boolean => Number(status[field] ?? 0) < Number(before.status[field] ?? 0);
  const mayScaleDown = spec.completionMode === 'Indexed' && spec.completions === spec.parallelism;
  for (const field of ['failed', ...(mayScaleDown ? [] : ['succeeded'])]) {
    if (decreases(field))
      errors.push(fieldInvalid(`status.${field}`, status[field] ?? 0, `cannot decrease the ${field} counter`));
  }
  const { startTime, completionTime } = status;
  const isChanged = changed(now, before, 'completionTime');
  if (completionTime !== undefined && before.status.completionTime !== undefined && isChanged)
    errors.push(fieldInvalid('status.completionTime', completionTime, 'field is immutable'));
  if (before.status.startTime !== undefined && changed(now, before, 'startTime') && !mayRestart(now, before)) {
    const why = 'field is immutable for unsuspended job once set';
    errors.push(fieldInvalid('status.startTime', startTime ?? null, why));
  }
  if (before.is('SuccessCriteriaMet') && !now.is('SuccessCriteriaMet'))
    errors.push(wrongConditions('cannot disable the SuccessCriteriaMet=True condition'));
  if (before.is('Complete') && !before.is('SuccessCriteriaMet') && now.is('SuccessCriteriaMet')) {
    const why = 'cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions';
    errors.push(wrongConditions(why));
  }
  return errors;
}

/** A suspended Job, and one that this change resumes, starts again. */
function mayRestart({ spec, status }: JobState, before: JobState): boolean {
  const isResumed = objectsIn(status.conditions).some((one) => one.type === 'Suspended' && one.status === 'False');
  return spec.suspend === true || (before.is('Suspended') && isResumed);
}
