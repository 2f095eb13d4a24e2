import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { objectsIn } from '../../../objects/api-object.ts';

/** Converts `spec.behavior` to the annotation of autoscaling/v1, which has all fields under their Go names. */
export function behaviorToVersion1({ scaleUp, scaleDown }: JsonObject): JsonObject {
  return { ScaleUp: rulesToVersion1(scaleUp), ScaleDown: rulesToVersion1(scaleDown) };
}

function rulesToVersion1(rules: JsonValue | undefined): JsonValue {
  if (!isJsonObject(rules)) return null;
  const { stabilizationWindowSeconds = null, selectPolicy = null, policies, tolerance = null } = rules;
  return {
    StabilizationWindowSeconds: stabilizationWindowSeconds,
    SelectPolicy: selectPolicy,
    Policies: Array.isArray(policies)
      ? objectsIn(policies).map(({ type = '', value = 0, periodSeconds = 0 }) => ({
          Type: type,
          Value: value,
          PeriodSeconds: periodSeconds,
        }))
      : null,
    Tolerance: tolerance,
  };
}

/** Converts it back; names in any case, as Go reads them. Undefined for an empty one. */
export function behaviorToVersion2(behavior: JsonValue): JsonValue | undefined {
  const renamed = withNames(behavior);
  return isJsonObject(renamed) && Object.keys(renamed).length === 0 ? undefined : renamed;
}

const namesByLowerCase = new Map(
  [
    'scaleUp',
    'scaleDown',
    'stabilizationWindowSeconds',
    'selectPolicy',
    'policies',
    'tolerance',
    'type',
    'value',
    'periodSeconds',
  ].map((name) => [name.toLowerCase(), name]),
);

function withNames(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withNames);
  if (!isJsonObject(value)) return value;
  const result: JsonObject = {};
  for (const [key, child] of Object.entries(value)) {
    const name = namesByLowerCase.get(key.toLowerCase());
    if (name !== undefined && child !== null) result[name] = withNames(child);
  }
  return result;
}
