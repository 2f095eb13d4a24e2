import { type FieldError, fieldInvalid, fieldRequired } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { type ApiObject, at, ensureObject, type FrozenObject, objectsIn, own } from '../../objects/api-object.ts';
import { containers, NONE, selector, text } from '../../tables/cells.ts';
import { ageColumn, column, columns, nameColumn } from '../../tables/columns.ts';
import { ageOf } from '../../tables/duration.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { withSpecAndStatus } from '../shared/generic-strategy.ts';
import { defaultPodTemplate } from '../shared/pods/default-pod-spec.ts';
import { setDefaults, setTextDefaults } from '../shared/set-default.ts';
import { validateJobSpec } from '../shared/workloads/validate-job-spec.ts';
import { workloadWarnings } from '../shared/workloads/workload-warnings.ts';

/** CronJob: Jobs on a schedule. The defaults of a Job are not set in its template. */
export const cronJob: BuiltInKind = {
  group: 'batch',
  kind: 'CronJob',
  defaults: (cronJob) => {
    const spec = ensureObject(cronJob, 'spec');
    setTextDefaults(spec, { concurrencyPolicy: 'Allow' });
    setDefaults(spec, { suspend: false, successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1 });
    defaultPodTemplate(own(own(spec.jobTemplate, 'spec'), 'template'));
  },
  strategy: {
    ...withSpecAndStatus,
    validate: (object) => [...validateCronJobName(object), ...validateCronJob(object)],
    validateUpdate: validateCronJob,
    warnings: workloadWarnings('spec', 'jobTemplate', 'spec', 'template'),
  },
  columns: columns(
    nameColumn,
    column('Schedule', text('spec.schedule')),
    column('Timezone', text('spec.timeZone', NONE)),
    column('Suspend:boolean', (object) => {
      const suspend = at(object, 'spec', 'suspend');
      return suspend === undefined ? '<unset>' : suspend === true ? 'True' : 'False';
    }),
    column('Active:integer', (object) => objectsIn(at(object, 'status', 'active')).length),
    column('Last Schedule', (object, now) => {
      const last = at(object, 'status', 'lastScheduleTime');
      return typeof last === 'string' ? ageOf(last, now) : NONE;
    }),
    ageColumn,
    column('Containers*', (object) => containers(jobTemplateOf(object, 'template', 'spec'), 'name')),
    column('Images*', (object) => containers(jobTemplateOf(object, 'template', 'spec'), 'image')),
    column('Selector*', (object) => selector(jobTemplateOf(object, 'selector'))),
  ),
};

/** Validates a CronJob. Of the schedule, only the presence is checked. */
function validateCronJob(cronJob: ApiObject): FieldError[] {
  const spec = cronJob.spec ?? {};
  const errors = validateJobSpec(
    isJsonObject(spec.jobTemplate) && isJsonObject(spec.jobTemplate.spec) ? spec.jobTemplate.spec : {},
    'spec.jobTemplate.spec',
  );
  if (!spec.schedule) errors.unshift(fieldRequired('spec.schedule'));
  return errors;
}

/** The maximum length of a CronJob's name, from which the names of its Jobs are built. */
const MAX_CRON_JOB_NAME = 52;

/** Validates the name of a new CronJob, beyond the rules for every name. */
function validateCronJobName({ metadata: { name = '' } }: ApiObject): FieldError[] {
  if (name.length <= MAX_CRON_JOB_NAME) return [];
  return [fieldInvalid('metadata.name', name, `must be no more than ${MAX_CRON_JOB_NAME} characters`)];
}

const jobTemplateOf = (object: FrozenObject, ...path: string[]): ReturnType<typeof at> =>
  at(object, 'spec', 'jobTemplate', 'spec', ...path);
