import type { DeepReadonly } from '@kb/apimachinery';
import type { Container, PodTemplateSpec } from '@kb/kubernetes/core/v1';
import type { LivePod } from '../../shared/kinds.ts';
import { type NewPod, podFromTemplate } from '../shared/pod-control.ts';
import { judgeFailure } from './failure-policy.ts';
import { FAILURES_KEY, failuresOf, IGNORED_FAILURES_KEY } from './job-indexes.ts';
import { INDEX_KEY, limitsIndexes, type LiveJob, TRACKING_FINALIZER } from './job-pods.ts';

/** The longest beginning of a generated name. */
const LONGEST_PREFIX = 58;

/**
 * Returns a new Pod of a Job, for an index if the Job is indexed. `replaced`: the failed Pod of the same index, whose
 * failures are counted on.
 */
export function podOfJob(job: LiveJob, index: number | undefined, replaced: LivePod | undefined): NewPod {
  const { template } = job.spec;
  const finalizers = new Set([...(template.metadata?.finalizers ?? []), TRACKING_FINALIZER]);
  const tracked: DeepReadonly<PodTemplateSpec> = {
    ...template,
    metadata: { ...template.metadata, finalizers: [...finalizers] },
  };
  if (index === undefined) return podFromTemplate(job, tracked);
  return podFromTemplate(job, withIndex(job, tracked, { index, replaced }), prefixOf(job.metadata.name, index));
}

function prefixOf(name: string, index: number): string {
  const end = `-${index}-`;
  const prefix = `${name}${end}`;
  return prefix.length > LONGEST_PREFIX ? `${prefix.slice(0, LONGEST_PREFIX - end.length)}${end}` : prefix;
}

function withIndex(
  job: LiveJob,
  { metadata = {}, spec }: DeepReadonly<PodTemplateSpec>,
  { index, replaced }: { readonly index: number; readonly replaced: LivePod | undefined },
): DeepReadonly<PodTemplateSpec> {
  const { initContainers, containers = [], ...rest } = spec ?? {};
  return {
    metadata: {
      ...metadata,
      labels: { ...metadata.labels, [INDEX_KEY]: String(index) },
      annotations: {
        ...metadata.annotations,
        [INDEX_KEY]: String(index),
        ...(limitsIndexes(job) && failureCounts(job, replaced)),
      },
    },
    spec: {
      ...rest,
      ...(initContainers && { initContainers: initContainers.map(withIndexVariable) }),
      containers: containers.map(withIndexVariable),
      hostname: `${job.metadata.name}-${index}`,
    },
  };
}

function failureCounts(job: LiveJob, replaced: LivePod | undefined): Record<string, string> {
  if (replaced === undefined) return { [FAILURES_KEY]: '0' };
  const before = failuresOf(replaced);
  const isCounted = judgeFailure(job.spec.podFailurePolicy, replaced).counted;
  const ignored = before.ignored + (isCounted ? 0 : 1);
  return {
    [FAILURES_KEY]: String(before.counted + (isCounted ? 1 : 0)),
    ...(ignored > 0 && { [IGNORED_FAILURES_KEY]: String(ignored) }),
  };
}

const VARIABLE = 'JOB_COMPLETION_INDEX';

function withIndexVariable(container: DeepReadonly<Container>): DeepReadonly<Container> {
  const { env = [] } = container;
  if (env.some(({ name }) => name === VARIABLE)) return container;
  const fieldPath = `metadata.labels['${INDEX_KEY}']`;
  return { ...container, env: [...env, { name: VARIABLE, valueFrom: { fieldRef: { fieldPath } } }] };
}
