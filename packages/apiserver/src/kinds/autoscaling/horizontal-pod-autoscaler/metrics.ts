import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { own } from '../../../objects/api-object.ts';

/** Undefined members are omitted from JSON. */
type Members = Readonly<Record<string, JsonValue | undefined>>;

/** Converts a metric of a HorizontalPodAutoscaler, or its current value, to the annotations of autoscaling/v1. */
export function metricToVersion1(metric: JsonObject, part: MetricPart): JsonObject {
  const { measure } = namesOfParts[part];
  const result: { [name: string]: JsonValue | undefined } = { type: text(metric.type) };
  for (const [source, names] of Object.entries(namesOfParts[part].sources)) {
    const value = metric[source];
    if (!isJsonObject(value)) continue;
    const measured = value[measure];
    const member = (name: string): JsonValue | undefined => own(measured, name);
    result[source] = written(names.toVersion1(value, member));
  }
  return written(result);
}

/** Converts a metric of autoscaling/v1 to autoscaling/v2. Throws a TypeError for anything else. */
export function metricToVersion2(metric: JsonValue, part: MetricPart): JsonObject {
  if (!isJsonObject(metric)) throw new TypeError('a metric is an object');
  const result: { [name: string]: JsonValue | undefined } = { type: metric.type ?? '' };
  for (const [source, names] of Object.entries(namesOfParts[part].sources)) {
    const value = metric[source];
    if (value === undefined || value === null) continue;
    if (!isJsonObject(value)) throw new TypeError('a source of a metric is an object');
    result[source] = written(names.toVersion2(value));
  }
  return written(result);
}

/** The desired or the measured values. */
export type MetricPart = 'spec' | 'status';

interface SourceNames {
  /** `measured`: the member with the values in the newer version. */
  readonly toVersion1: (source: JsonObject, measured: (name: string) => JsonValue | undefined) => Members;
  readonly toVersion2: (source: JsonObject) => Members;
}

const identifier = (name: JsonValue | undefined, selector: JsonValue | undefined): JsonObject =>
  written({ name: name ?? '', selector });

function referenceOf(value: JsonValue | undefined): JsonObject {
  const apiVersion = own(value, 'apiVersion');
  return written({
    kind: text(own(value, 'kind')),
    name: text(own(value, 'name')),
    apiVersion: apiVersion === '' ? undefined : apiVersion,
  });
}

const metricName = (source: JsonObject): JsonValue => text(own(source.metric, 'name'));
const selector = (source: JsonObject): JsonValue | undefined => own(source.metric, 'selector');
const isZero = (value: JsonValue | undefined): boolean => value === undefined || value === null || value === '0';

const targets: Readonly<Record<string, SourceNames>> = {
  object: {
    toVersion1: (source, target) => ({
      target: referenceOf(source.describedObject),
      metricName: metricName(source),
      targetValue: target('value') ?? '0',
      selector: selector(source),
      averageValue: target('averageValue'),
    }),
    toVersion2: (source) => {
      const { averageValue, targetValue } = source;
      const byAverage = averageValue !== undefined && averageValue !== null;
      return {
        describedObject: referenceOf(source.target),
        target: written({
          type: byAverage ? 'AverageValue' : 'Value',
          value: byAverage && isZero(targetValue) ? undefined : (targetValue ?? '0'),
          averageValue,
        }),
        metric: identifier(source.metricName, source.selector),
      };
    },
  },
  pods: {
    toVersion1: (source, target) => ({
      metricName: metricName(source),
      targetAverageValue: target('averageValue') ?? '0',
      selector: selector(source),
    }),
    toVersion2: (source) => ({
      metric: identifier(source.metricName, source.selector),
      target: { type: 'AverageValue', averageValue: source.targetAverageValue ?? '0' },
    }),
  },
  resource: {
    toVersion1: (source, target) => ({
      name: text(source.name),
      targetAverageUtilization: target('averageUtilization'),
      targetAverageValue: target('averageValue'),
    }),
    toVersion2: (source) => ({ name: source.name ?? '', target: utilizationOf(source) }),
  },
  containerResource: {
    toVersion1: (source, target) => ({
      name: text(source.name),
      targetAverageUtilization: target('averageUtilization'),
      targetAverageValue: target('averageValue'),
      container: text(source.container),
    }),
    toVersion2: (source) => ({
      name: source.name ?? '',
      target: utilizationOf(source),
      container: source.container ?? '',
    }),
  },
  external: {
    toVersion1: (source, target) => ({
      metricName: metricName(source),
      metricSelector: selector(source),
      targetValue: target('value'),
      targetAverageValue: target('averageValue'),
    }),
    toVersion2: ({ metricName: name, metricSelector, targetValue, targetAverageValue }) => ({
      metric: identifier(name, metricSelector),
      target: written({
        type: targetValue === undefined || targetValue === null ? 'AverageValue' : 'Value',
        value: targetValue,
        averageValue: targetAverageValue,
      }),
    }),
  },
};

function utilizationOf({ targetAverageUtilization, targetAverageValue }: JsonObject): JsonObject {
  const byValue = targetAverageUtilization === undefined || targetAverageUtilization === null;
  return written({
    type: byValue ? 'AverageValue' : 'Utilization',
    averageValue: targetAverageValue,
    averageUtilization: targetAverageUtilization,
  });
}

const statuses: Readonly<Record<string, SourceNames>> = {
  object: {
    toVersion1: (source, current) => ({
      target: referenceOf(source.describedObject),
      metricName: metricName(source),
      currentValue: current('value') ?? '0',
      selector: selector(source),
      averageValue: current('averageValue'),
    }),
    toVersion2: (source) => ({
      metric: identifier(source.metricName, source.selector),
      current: written({ value: source.currentValue ?? '0', averageValue: source.averageValue }),
      describedObject: referenceOf(source.target),
    }),
  },
  pods: {
    toVersion1: (source, current) => ({
      metricName: metricName(source),
      currentAverageValue: current('averageValue') ?? '0',
      selector: selector(source),
    }),
    toVersion2: (source) => ({
      metric: identifier(source.metricName, source.selector),
      current: { averageValue: source.currentAverageValue ?? '0' },
    }),
  },
  resource: {
    toVersion1: (source, current) => ({
      name: text(source.name),
      currentAverageUtilization: current('averageUtilization'),
      currentAverageValue: current('averageValue') ?? '0',
    }),
    toVersion2: (source) => ({ name: source.name ?? '', current: currentUtilizationOf(source) }),
  },
  containerResource: {
    toVersion1: (source, current) => ({
      name: text(source.name),
      currentAverageUtilization: current('averageUtilization'),
      currentAverageValue: current('averageValue') ?? '0',
      container: text(source.container),
    }),
    toVersion2: (source) => ({
      name: source.name ?? '',
      current: currentUtilizationOf(source),
      container: source.container ?? '',
    }),
  },
  external: {
    toVersion1: (source, current) => ({
      metricName: metricName(source),
      metricSelector: selector(source),
      currentValue: current('value') ?? '0',
      currentAverageValue: current('averageValue'),
    }),
    toVersion2: (source) => ({
      metric: identifier(source.metricName, source.metricSelector),
      current: written({ value: source.currentValue ?? '0', averageValue: source.currentAverageValue }),
    }),
  },
};

function currentUtilizationOf({ currentAverageUtilization, currentAverageValue }: JsonObject): JsonObject {
  return written({ averageValue: currentAverageValue ?? '0', averageUtilization: currentAverageUtilization });
}

/** The names of each kind of metric in both versions, in the order of the fields. */
const namesOfParts: Readonly<Record<MetricPart, { measure: string; sources: Readonly<Record<string, SourceNames>> }>> =
  {
    spec: { measure: 'target', sources: targets },
    status: { measure: 'current', sources: statuses },
  };

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function written(members: Members): JsonObject {
  const result: JsonObject = {};
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined && value !== null) result[name] = value;
  }
  return result;
}
