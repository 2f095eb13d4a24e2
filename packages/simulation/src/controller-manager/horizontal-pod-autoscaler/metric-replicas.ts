import { type DeepReadonly, messageOfThrown } from '@kb/apimachinery';
import type { LabelSelector } from '@kb/apimachinery/selectors';
import type {
  ContainerResourceMetricSource,
  MetricSpec,
  MetricStatus,
  MetricTarget,
  MetricValueStatus,
} from '@kb/kubernetes/autoscaling/v2';
import type { ReconcileClient } from '@kb/runtime';
import type { LivePod } from '../../shared/kinds.ts';
import { goSelector } from '../shared/go-selector.ts';
import { milliOf, quantityOfMilli } from './milli.ts';
import { requestsOf } from './pod-requests.ts';
import { readPodUsage } from './pod-usage.ts';
import {
  type ReplicaInput,
  replicasForAverage,
  replicasForUtilization,
  type Tolerances,
} from './replica-calculator.ts';

/** The target of an autoscaler, and where its metrics come from. */
export interface MetricsTarget {
  readonly client: ReconcileClient;
  readonly namespace: string;
  readonly selector: LabelSelector;
  readonly pods: readonly LivePod[];
  /** Its replicas now. */
  readonly current: number;
  readonly tolerances: Tolerances;
  readonly now: number;
}

/** What one metric asks for. */
export interface MetricReplicas {
  readonly replicas: number;
  /** The metric, as messages name it. */
  readonly name: string;
  readonly status: DeepReadonly<MetricStatus>;
}

/** A metric that cannot be read or compared. */
export class MetricError extends Error {
  override readonly name = 'MetricError';
  /** The reason in Events and conditions. */
  readonly reason: string;
  /** The message in the Event and in the condition. The one of the error itself also says which metric it was. */
  readonly problem: string;

  /** `context`: which metric it was. */
  constructor(reason: string, context: string, problem: string) {
    super(`${context}: ${problem}`);
    this.reason = reason;
    this.problem = problem;
  }
}

/** Computes the replicas that one metric asks for. Rejects with a {@link MetricError}. */
export async function replicasForMetric(
  { type, resource, containerResource, pods, object, external }: DeepReadonly<MetricSpec>,
  target: MetricsTarget,
): Promise<MetricReplicas> {
  if (type === 'Resource' && resource !== undefined) {
    const context = `failed to get ${resource.name} resource metric value`;
    const found = await orFail('FailedGetResourceMetric', context, () => replicasForResource(resource, target));
    const { name } = resource;
    return { ...found, status: { type, resource: { name, current: found.value } } };
  }
  if (type === 'ContainerResource' && containerResource !== undefined) {
    const { name, container } = containerResource;
    const context = `failed to get ${container} container metric value`;
    const compute = () => replicasForResource(containerResource, target);
    const found = await orFail('FailedGetContainerResourceMetric', context, compute);
    return { ...found, status: { type, containerResource: { name, container, current: found.value } } };
  }
  const { namespace } = target;
  if (type === 'Pods' && pods !== undefined) {
    const problem = `unable to get metric ${pods.metric.name}: ${NO_CUSTOM_METRICS}`;
    throw new MetricError('FailedGetPodsMetric', 'failed to get pods metric value', problem);
  }
  if (type === 'Object' && object !== undefined) {
    const { describedObject, metric, target: wanted } = object;
    // The original mixes up the parts of this message.
    const place = `${describedObject.kind} on ${namespace} ${describedObject.name}/${NO_CUSTOM_METRICS}`;
    const more = wanted.type === 'AverageValue' ? `: failed to get ${metric.name} object metric` : '';
    const problem = `unable to get metric ${metric.name}: ${place}`;
    throw new MetricError('FailedGetObjectMetric', `failed to get object metric value${more}`, problem);
  }
  const { name, selector } = external?.metric ?? { name: '' };
  const more = external?.target.averageValue === undefined ? `external metric ${name}` : `${name} external metric`;
  const context = `failed to get ${name} external metric value: failed to get ${more}`;
  const problem = `unable to get external metric ${namespace}/${name}/${goSelector(selector)}: ${noExternalMetrics(name)}`;
  throw new MetricError('FailedGetExternalMetric', context, problem);
}

// The embedded API server has no aggregation, so nothing beside it can serve custom.metrics.k8s.io and
// external.metrics.k8s.io: these are the failures of a cluster without a metrics adapter.
const NO_CUSTOM_METRICS =
  'unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.k8s.io) registered';
const noExternalMetrics = (name: string): string =>
  `unable to fetch metrics from external metrics API: the server could not find the requested resource (get ${name}.external.metrics.k8s.io)`;

async function orFail<T>(reason: string, context: string, compute: () => Promise<T>): Promise<T> {
  try {
    return await compute();
  } catch (error) {
    throw new MetricError(reason, context, messageOfThrown(error));
  }
}

/** A resource of Pods, or of one of their containers, and the usage that is wanted. */
type ResourceSource = DeepReadonly<
  Pick<ContainerResourceMetricSource, 'name' | 'target'> & Partial<Pick<ContainerResourceMetricSource, 'container'>>
>;

interface ResourceReplicas {
  readonly replicas: number;
  readonly name: string;
  readonly value: DeepReadonly<MetricValueStatus>;
}

async function replicasForResource(source: ResourceSource, target: MetricsTarget): Promise<ResourceReplicas> {
  const { name: resource, container, target: wanted } = source;
  const { client, namespace, selector } = target;
  const what = wanted.averageValue === undefined ? 'utilization' : 'usage';
  try {
    const query = { namespace, selector, resource, ...(container !== undefined && { container }) };
    const usage = await readPodUsage(client, query).catch((error: unknown) => {
      throw new Error(`unable to get metrics for resource ${resource}: ${messageOfThrown(error)}`, { cause: error });
    });
    return compare(source, wanted, { ...target, usage, resource });
  } catch (error) {
    throw new Error(`failed to get ${resource} ${what}: ${messageOfThrown(error)}`, { cause: error });
  }
}

function compare(
  { name: resource, container }: ResourceSource,
  { averageValue, averageUtilization = 0 }: DeepReadonly<MetricTarget>,
  input: ReplicaInput,
): ResourceReplicas {
  if (averageValue !== undefined) {
    const { replicas, usage } = replicasForAverage(input, milliOf(averageValue));
    return { replicas, name: `${resource} resource`, value: { averageValue: quantityOfMilli(resource, usage) } };
  }
  const requests = () => requestsOf(input.pods, resource, container);
  const { replicas, usage } = replicasForUtilization(input, averageUtilization, requests);
  const of = container === undefined ? 'resource' : 'container resource';
  return {
    replicas,
    name: `${resource} ${of} utilization (percentage of request)`,
    value: { averageUtilization: usage.percent, averageValue: quantityOfMilli(resource, usage.average) },
  };
}
