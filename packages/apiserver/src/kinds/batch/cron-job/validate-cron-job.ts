import {
  type FieldError,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
  type JsonObject,
  type JsonValue,
} from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { parseSchedule, timeZone } from '@kb/apimachinery/server';
import { type ApiObject, type FrozenObject, own, stringOf } from '../../../objects/api-object.ts';
import { oneOf } from '../../shared/one-of.ts';
import { notNegative } from '../../shared/workloads/selector-and-template.ts';
import { validateJobSpec } from '../../shared/workloads/validate-job-spec.ts';

/** The maximum length of a CronJob's name, from which the names of its Jobs are built. */
const MAX_CRON_JOB_NAME = 52;

/** Validates a new CronJob. */
export function validateCronJob(cronJob: ApiObject): FieldError[] {
  const { name = '' } = cronJob.metadata;
  const errors = validateSpec(cronJob.spec ?? {}, undefined);
  if (name.length > MAX_CRON_JOB_NAME)
    errors.push(fieldInvalid('metadata.name', name, `must be no more than ${MAX_CRON_JOB_NAME} characters`));
  return errors;
}

/** Validates a change of a CronJob: a zone may stay in its schedule if it was there. */
export function validateCronJobUpdate(cronJob: ApiObject, old: FrozenObject): FieldError[] {
  return validateSpec(cronJob.spec ?? {}, (old.spec ?? {}) as JsonObject);
}

function validateSpec(spec: JsonObject, old: JsonObject | undefined): FieldError[] {
  const { timeZone: zone } = spec;
  return [
    ...validateSchedule(spec, stringOf(old?.schedule).includes('TZ')),
    ...notNegative(spec, ['startingDeadlineSeconds'], 'spec'),
    ...(typeof zone === 'string' && zone !== old?.timeZone ? validateZone(zone) : []),
    ...oneOf(spec.concurrencyPolicy, ['Allow', 'Forbid', 'Replace'], 'spec.concurrencyPolicy'),
    ...validateJobTemplate(own(spec.jobTemplate, 'spec'), 'spec.jobTemplate.spec'),
    ...notNegative(spec, ['successfulJobsHistoryLimit', 'failedJobsHistoryLimit'], 'spec'),
  ];
}

function validateSchedule({ schedule, timeZone: zone }: JsonObject, mayHaveZone: boolean): FieldError[] {
  const text = stringOf(schedule);
  if (text === '') return [fieldRequired('spec.schedule')];
  const parsed = parseSchedule(text);
  const problems = 'error' in parsed ? [parsed.error] : [];
  if (text.includes('TZ')) {
    if (!mayHaveZone) problems.push('cannot use TZ or CRON_TZ in schedule, use timeZone field instead');
    else if (zone !== undefined) problems.push('cannot use both timeZone field and TZ or CRON_TZ in schedule');
  }
  return problems.map((why) => fieldInvalid('spec.schedule', text, why));
}

function validateZone(zone: string): FieldError[] {
  const invalid = (why: string): FieldError => fieldInvalid('spec.timeZone', zone, why);
  if (zone === '') return [invalid('timeZone must be nil or non-empty string')];
  if (!zone.split('/').every(isZonePart)) return [invalid(`unknown time zone ${zone}`)];
  const errors: FieldError[] = [];
  if (zone.toLowerCase() === 'local') {
    const why = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
    errors.push(invalid(why));
  }
  // Go knows `Local`: the zone of the machine.
  const found = zone === 'Local' ? undefined : timeZone(zone);
  if (typeof found === 'string') errors.push(invalid(found));
  return errors;
}

const isZonePart = (part: string): boolean =>
  part !== '.' && part !== '..' && !part.startsWith('-') && /^[A-Za-z.\-_0-9+]{1,14}$/.test(part);

/** Validates the spec of the Jobs that a CronJob makes, whose selector is always generated. */
function validateJobTemplate(given: JsonValue | undefined, path: string): FieldError[] {
  const spec = isJsonObject(given) ? given : {};
  const errors = validateJobSpec(spec, path);
  if (spec.selector !== undefined)
    errors.push(fieldInvalid(`${path}.selector`, spec.selector, '`selector` will be auto-generated'));
  if (spec.manualSelector === true) errors.push(fieldNotSupported(`${path}.manualSelector`, true, ['nil', 'false']));
  return errors;
}
