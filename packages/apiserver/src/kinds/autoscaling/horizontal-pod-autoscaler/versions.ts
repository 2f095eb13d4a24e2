import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { TypeName } from '@kb/kubernetes/data';
import { setDefaults } from '../../shared/set-default.ts';
import { namedGoType } from '../../../serializer/compile-go-type.ts';
import { DecodeContext } from '../../../serializer/decode-context.ts';
import { DecodeError } from '../../../serializer/decode-error.ts';
import { type ApiObject, at, ensureObject, type FrozenObject, objectsIn } from '../../../objects/api-object.ts';
import { BEHAVIOR, CONDITIONS, CURRENT_METRICS, METRICS, withAnnotations } from './annotations.ts';
import { behaviorToVersion1, behaviorToVersion2 } from './behavior.ts';
import { type MetricPart, metricToVersion1, metricToVersion2 } from './metrics.ts';

/**
 * Converts a HorizontalPodAutoscaler of autoscaling/v2 to autoscaling/v1, with annotations for fields that it lacks.
 */
export function toVersion1(object: ApiObject | FrozenObject): ApiObject {
  const { metadata, spec = {}, status = {} } = object as ApiObject;
  const metrics = objectsIn(spec.metrics);
  const currentMetrics = objectsIn(status.currentMetrics);
  const conditions = objectsIn(status.conditions);
  const others = metrics.filter((metric) => utilizationOfCpu(metric, 'target') === undefined);
  const added: Record<string, string> = {};
  if (others.length > 0) added[METRICS] = goJson(others.map((metric) => metricToVersion1(metric, 'spec')));
  if (currentMetrics.length > 0)
    added[CURRENT_METRICS] = goJson(currentMetrics.map((metric) => metricToVersion1(metric, 'status')));
  if (isJsonObject(spec.behavior)) added[BEHAVIOR] = goJson(behaviorToVersion1(spec.behavior));
  if (conditions.length > 0) added[CONDITIONS] = goJson(conditions.map(conditionToVersion1));
  return {
    kind: object.kind,
    apiVersion: 'autoscaling/v1',
    metadata: withAnnotations(metadata, added),
    spec: present({
      scaleTargetRef: spec.scaleTargetRef,
      minReplicas: spec.minReplicas,
      maxReplicas: spec.maxReplicas,
      targetCPUUtilizationPercentage: firstOf(metrics.map((metric) => utilizationOfCpu(metric, 'target'))),
    }),
    status: present({
      ...commonStatus(status),
      currentCPUUtilizationPercentage: firstOf(
        currentMetrics.map((metric) => utilizationOfCpu(metric, 'current')).reverse(),
      ),
    }),
  };
}

/**
 * Converts a HorizontalPodAutoscaler of autoscaling/v1 to autoscaling/v2. Annotations are dropped, even unreadable
 * ones.
 */
export function toVersion2(object: ApiObject | FrozenObject): ApiObject {
  const { metadata, spec = {}, status = {} } = object as ApiObject;
  const { annotations = {} } = metadata;
  const { targetCPUUtilizationPercentage: target, currentCPUUtilizationPercentage: current } = { ...spec, ...status };
  const ofCpu: JsonObject[] = isNone(target) ? [] : [cpuTarget(target)];
  const others = read(annotations[METRICS], (list) => metricsOf(list, 'spec')) ?? [];
  const metrics = [...others, ...ofCpu];
  const measured: JsonObject[] = isNone(current)
    ? []
    : [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: current } } }];
  return {
    kind: object.kind,
    apiVersion: 'autoscaling/v2',
    metadata: withAnnotations(metadata),
    spec: present({
      scaleTargetRef: spec.scaleTargetRef,
      minReplicas: spec.minReplicas,
      maxReplicas: spec.maxReplicas,
      metrics: metrics.length > 0 ? metrics : [cpuTarget(DEFAULT_UTILIZATION)],
      behavior: read(annotations[BEHAVIOR], (value) =>
        checked('autoscaling/v2.HorizontalPodAutoscalerBehavior', behaviorToVersion2(value)),
      ),
    }),
    status: present({
      ...commonStatus(status),
      currentMetrics: read(annotations[CURRENT_METRICS], (list) => metricsOf(list, 'status')) ?? measured,
      conditions: read(annotations[CONDITIONS], (list) =>
        listOf(list).map((one) => checked('autoscaling/v2.HorizontalPodAutoscalerCondition', one) ?? {}),
      ),
    }),
  };
}

/**
 * Sets the defaults of autoscaling/v1; and, because the server works with the internal form of every object, normalises
 * the annotations to it.
 */
export function defaultVersion1(autoscaler: ApiObject): void {
  setDefaults(ensureObject(autoscaler, 'spec'), { minReplicas: 1 });
  replace(autoscaler, toVersion1(toVersion2(autoscaler)));
}

/** Replaces the contents of an object of autoscaling/v1 by another's. */
export function replace(object: ApiObject, { metadata, spec = {}, status = {} }: ApiObject): void {
  Object.assign(object, { metadata, spec, status });
}

const DEFAULT_UTILIZATION = 80;

const cpuTarget = (utilization: JsonValue): JsonObject => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: utilization } },
});

/** The CPU utilisation of a metric in percent, the only value that autoscaling/v1 has fields for. */
function utilizationOfCpu(metric: JsonObject, measure: 'target' | 'current'): JsonValue | undefined {
  if (metric.type !== 'Resource' || at(metric, 'resource', 'name') !== 'cpu') return undefined;
  return at(metric, 'resource', measure, 'averageUtilization') ?? undefined;
}

function conditionToVersion1({ type, status, lastTransitionTime = null, reason, message }: JsonObject): JsonObject {
  return present({ type: type ?? '', status: status ?? '', lastTransitionTime, reason, message });
}

const commonStatus = ({
  observedGeneration,
  lastScaleTime,
  currentReplicas,
  desiredReplicas,
}: JsonObject): Readonly<Record<string, JsonValue | undefined>> => ({
  observedGeneration,
  lastScaleTime,
  currentReplicas,
  desiredReplicas,
});

function metricsOf(list: JsonValue, part: MetricPart): JsonObject[] {
  const type = part === 'spec' ? 'autoscaling/v2.MetricSpec' : 'autoscaling/v2.MetricStatus';
  return listOf(list).map((metric) => checked(type, metricToVersion2(metric, part)) ?? {});
}

function listOf(value: JsonValue): JsonValue[] {
  if (Array.isArray(value)) return value;
  throw new TypeError('an annotation of metrics or conditions is a list');
}

/** Checks a value against its Go type. Throws a DecodeError if it does not fit. */
function checked(type: TypeName, value: JsonValue | undefined): JsonObject | undefined {
  if (value === undefined) return undefined;
  const decoded = namedGoType(type).decode(value, new DecodeContext());
  return isJsonObject(decoded) ? decoded : undefined;
}

/** Parses an annotation; undefined if it is missing or invalid. */
function read<T>(annotation: string | undefined, take: (value: JsonValue) => T): T | undefined {
  if (annotation === undefined) return undefined;
  try {
    const value: JsonValue = JSON.parse(annotation);
    return value === null ? undefined : take(value);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError || error instanceof DecodeError) return undefined;
    throw error;
  }
}

/** JSON as Go writes it into a string. */
function goJson(value: JsonValue): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function firstOf(values: readonly (JsonValue | undefined)[]): JsonValue | undefined {
  return values.find((value) => value !== undefined);
}

function isNone(value: JsonValue | undefined): value is undefined | null {
  return value === undefined || value === null;
}

function present(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const result: JsonObject = {};
  for (const [name, value] of Object.entries(members)) if (value !== undefined) result[name] = value;
  return result;
}
