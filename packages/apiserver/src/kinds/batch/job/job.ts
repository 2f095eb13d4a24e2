import { parseTime } from '@kb/apimachinery';
import { nameIsDnsSubdomain } from '@kb/apimachinery/server';
import { isJsonObject } from '@kb/apimachinery/codec';
import {
  type ApiObject,
  at,
  ensureObject,
  type FrozenObject,
  objectsIn,
  own,
  stringsOf,
} from '../../../objects/api-object.ts';
import { textAt } from '../../../resources/field-labels.ts';
import { conditionOf, numberAt } from '../../../tables/cells.ts';
import { ageColumn, column, columns, nameColumn } from '../../../tables/columns.ts';
import { humanDuration } from '../../../tables/duration.ts';
import type { BuiltInKind } from '../../shared/built-in-kind.ts';
import { genericStatus, withSpecAndStatus } from '../../shared/generic-strategy.ts';
import { defaultPodTemplate } from '../../shared/pods/default-pod-spec.ts';
import { isUnset, setDefaults, setTextDefaults } from '../../shared/set-default.ts';
import { containersColumn, imagesColumn, selectorColumn } from '../../shared/workloads/workload-columns.ts';
import { jobWarnings } from '../../shared/workloads/workload-warnings.ts';
import { validateJob, validateJobUpdate } from './validate-job.ts';
import { validateJobStatus } from './validate-job-status.ts';

/** Job: pods that run to completion. The server generates its selector, and labels its template, with the Job's uid. */
export const job: BuiltInKind = {
  group: 'batch',
  kind: 'Job',
  defaults: defaultJob,
  strategy: {
    ...withSpecAndStatus,
    nameCheck: nameIsDnsSubdomain,
    defaultPropagation: 'Orphan',
    deleteWarning:
      'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning',
    prepareForCreate: (job) => {
      delete job.status;
      const spec = ensureObject(job, 'spec');
      if (spec.manualSelector === true) return;
      const { uid = '', name = '' } = job.metadata;
      const labels = ensureObject(ensureObject(ensureObject(spec, 'template'), 'metadata'), 'labels');
      labels['job-name'] ??= name;
      labels['batch.kubernetes.io/job-name'] ??= name;
      labels['controller-uid'] ??= uid;
      labels['batch.kubernetes.io/controller-uid'] ??= uid;
      ensureObject(ensureObject(spec, 'selector'), 'matchLabels')['batch.kubernetes.io/controller-uid'] ??= uid;
    },
    // A job without labels gets those of its pods.
    canonicalize: (job) => {
      const labels = at(job, 'spec', 'template', 'metadata', 'labels');
      if (!job.metadata.labels && isJsonObject(labels)) job.metadata.labels = { ...(labels as Record<string, string>) };
    },
    validate: validateJob,
    validateUpdate: validateJobUpdate,
    status: { ...genericStatus, validateUpdate: validateJobStatus },
    warnings: jobWarnings('spec'),
  },
  columns: columns(
    nameColumn,
    column('Status', jobStatus),
    column('Completions', (job) => {
      const succeeded = numberAt(job, 'status.succeeded');
      const completions = at(job, 'spec', 'completions');
      if (typeof completions === 'number') return `${succeeded}/${completions}`;
      const parallelism = numberAt(job, 'spec.parallelism');
      return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
    }),
    column('Duration', (job, now) => {
      const [start, end] = [at(job, 'status', 'startTime'), at(job, 'status', 'completionTime')];
      const started = typeof start === 'string' ? parseTime(start) : undefined;
      if (started === undefined) return '';
      return humanDuration(((typeof end === 'string' ? (parseTime(end) ?? now) : now) - started) / 1000);
    }),
    ageColumn,
    containersColumn,
    imagesColumn,
    selectorColumn,
  ),
  fieldLabels: {
    values: { 'status.successful': (job) => textAt(job, 'status.succeeded') || '0' },
    unknown: (name) => `field label "${name}" not supported for Job`,
  },
};

/** The defaults of a Job. */
function defaultJob(job: ApiObject): void {
  const spec = ensureObject(job, 'spec');
  if (isUnset(spec.completions) && isUnset(spec.parallelism)) spec.completions = 1;
  setDefaults(spec, {
    parallelism: 1,
    backoffLimit: isUnset(spec.backoffLimitPerIndex) ? 6 : 2_147_483_647,
    completionMode: 'NonIndexed',
    suspend: false,
    manualSelector: false,
    podReplacementPolicy: isUnset(spec.podFailurePolicy) ? 'TerminatingOrFailed' : 'Failed',
  });
  for (const rule of objectsIn(own(spec.podFailurePolicy, 'rules'))) {
    for (const pattern of objectsIn(rule.onPodConditions)) setTextDefaults(pattern, { status: 'True' });
  }
  defaultPodTemplate(spec.template);
  const labels = own(own(spec.template, 'metadata'), 'labels');
  if (isJsonObject(labels) && !job.metadata.labels) job.metadata.labels = stringsOf(labels);
}

function jobStatus(job: FrozenObject): string {
  const is = (type: string): boolean => conditionOf(job, type)?.status === 'True';
  if (is('Complete')) return 'Complete';
  if (is('Failed')) return 'Failed';
  if (job.metadata.deletionTimestamp !== undefined) return 'Terminating';
  return ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'].find(is) ?? 'Running';
}
