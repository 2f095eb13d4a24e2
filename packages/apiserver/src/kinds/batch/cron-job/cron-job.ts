import { at, ensureObject, type FrozenObject, objectsIn, own, stringOf } from '../../../objects/api-object.ts';
import { containers, NONE, selector, text } from '../../../tables/cells.ts';
import { ageColumn, column, columns, nameColumn } from '../../../tables/columns.ts';
import { ageOf } from '../../../tables/duration.ts';
import type { BuiltInKind } from '../../shared/built-in-kind.ts';
import { genericStatus, withSpecAndStatus } from '../../shared/generic-strategy.ts';
import { defaultPodTemplate } from '../../shared/pods/default-pod-spec.ts';
import { setDefaults, setTextDefaults } from '../../shared/set-default.ts';
import { jobWarnings } from '../../shared/workloads/workload-warnings.ts';
import { validateCronJob, validateCronJobUpdate } from './validate-cron-job.ts';

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
    status: { ...genericStatus, withoutValidation: true },
    validate: validateCronJob,
    validateUpdate: validateCronJobUpdate,
    warnings: (object, old) => [
      ...jobWarnings('spec', 'jobTemplate', 'spec')(object, old),
      ...(old && stringOf(object.spec?.schedule).includes('TZ') ? [ZONE_IN_SCHEDULE] : []),
    ],
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

const ZONE_IN_SCHEDULE =
  'cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details';

const jobTemplateOf = (object: FrozenObject, ...path: string[]): ReturnType<typeof at> =>
  at(object, 'spec', 'jobTemplate', 'spec', ...path);
