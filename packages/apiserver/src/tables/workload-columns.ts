import { parseTime } from '@kb/apimachinery';
import { at, type FrozenObject, objectsIn } from '../objects/api-object.ts';
import { conditionOf, containers, count, labels, NONE, numberAt, plainSelector, selector, text } from './cells.ts';
import { ageColumn, type Column, column, columns, nameColumn } from './columns.ts';
import { ageOf, humanDuration } from './duration.ts';
import type { TableColumns } from '../resources/table-columns.ts';

const podSpecOf = (object: FrozenObject): ReturnType<typeof at> => at(object, 'spec', 'template', 'spec');

const containersColumn: Column = column('Containers*', (object) => containers(podSpecOf(object), 'name'));
const imagesColumn: Column = column('Images*', (object) => containers(podSpecOf(object), 'image'));
const selectorColumn: Column = column('Selector*', (object) => selector(at(object, 'spec', 'selector')));

/** How Deployments are shown. */
export const deploymentColumns: TableColumns = columns(
  nameColumn,
  column('Ready', (object) => `${numberAt(object, 'status.readyReplicas')}/${numberAt(object, 'spec.replicas')}`),
  column('Up-to-date', count('status.updatedReplicas')),
  column('Available', count('status.availableReplicas')),
  ageColumn,
  containersColumn,
  imagesColumn,
  column('Selector*', (object) => selector(at(object, 'spec', 'selector'), '')),
);

/** How ReplicaSets are shown. */
export const replicaSetColumns: TableColumns = columns(...replicaColumns(), selectorColumn);

/** How ReplicationControllers are shown. */
export const replicationControllerColumns: TableColumns = columns(
  ...replicaColumns(),
  column('Selector*', (object) => plainSelector(at(object, 'spec', 'selector'))),
);

function replicaColumns(): Column[] {
  return [
    nameColumn,
    column('Desired:integer', count('spec.replicas')),
    column('Current:integer', count('status.replicas')),
    column('Ready:integer', count('status.readyReplicas')),
    ageColumn,
    containersColumn,
    imagesColumn,
  ];
}

/** How StatefulSets are shown. */
export const statefulSetColumns: TableColumns = columns(
  nameColumn,
  column('Ready', (object) => `${numberAt(object, 'status.readyReplicas')}/${numberAt(object, 'spec.replicas')}`),
  ageColumn,
  containersColumn,
  imagesColumn,
);

/** How DaemonSets are shown. */
export const daemonSetColumns: TableColumns = columns(
  nameColumn,
  column('Desired:integer', count('status.desiredNumberScheduled')),
  column('Current:integer', count('status.currentNumberScheduled')),
  column('Ready:integer', count('status.numberReady')),
  column('Up-to-date:integer', count('status.updatedNumberScheduled')),
  column('Available:integer', count('status.numberAvailable')),
  column('Node Selector', (object) => labels(at(object, 'spec', 'template', 'spec', 'nodeSelector'))),
  ageColumn,
  containersColumn,
  imagesColumn,
  selectorColumn,
);

/** How Jobs are shown. */
export const jobColumns: TableColumns = columns(
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
);

function jobStatus(job: FrozenObject): string {
  const is = (type: string): boolean => conditionOf(job, type)?.status === 'True';
  if (is('Complete')) return 'Complete';
  if (is('Failed')) return 'Failed';
  if (job.metadata.deletionTimestamp !== undefined) return 'Terminating';
  return ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'].find(is) ?? 'Running';
}

const jobTemplateOf = (object: FrozenObject, ...path: string[]): ReturnType<typeof at> =>
  at(object, 'spec', 'jobTemplate', 'spec', ...path);

/** How CronJobs are shown. */
export const cronJobColumns: TableColumns = columns(
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
);

/** How PodTemplates are shown. */
export const podTemplateColumns: TableColumns = columns(
  nameColumn,
  column('Containers', (object) => containers(at(object, 'template', 'spec'), 'name')),
  column('Images', (object) => containers(at(object, 'template', 'spec'), 'image')),
  column('Pod Labels', (object) => labels(at(object, 'template', 'metadata', 'labels'))),
);
