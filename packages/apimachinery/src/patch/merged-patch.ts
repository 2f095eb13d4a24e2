import { mapProperties } from '../json/map-children.ts';
import { getOwn, isJsonObject, setOwn } from '../codec/own-property.ts';
import type { DeepReadonly, JsonObject, JsonValue } from '../json.ts';
import type { JsonSchemaProps } from '../schema/json-schema-props.ts';
import { withoutDirectives, withoutNulls } from './clean-patch.ts';
import { ruleOfList, ruleOfObject } from './strategic-schema.ts';

/**
 * A strategic merge patch as upstream's merge leaves it, which later errors print: without the directives that were
 * applied and the lists that were sorted, and without the nulls of values that are new in the object. Only for a patch
 * that {@link applyStrategicMergePatch} has merged into the same object.
 */
export function mergedPatch(
  original: DeepReadonly<JsonObject>,
  patch: DeepReadonly<JsonObject>,
  schema: JsonSchemaProps,
): JsonObject {
  // Never changes its arguments.
  return leftOf(original as JsonObject, patch as JsonObject, schema);
}

function leftOf(original: JsonObject, patch: JsonObject, schema: JsonSchemaProps): JsonObject {
  if (Object.hasOwn(patch, '$patch')) {
    const { $patch: directive, ...rest } = patch;
    return directive === 'replace' ? rest : patch;
  }
  const ordered = Object.keys(patch).filter((key) => key.startsWith('$setElementOrder/'));
  const taken = new Set(['$retainKeys', ...ordered, ...ordered.map((key) => key.slice(key.indexOf('/') + 1))]);
  const left: JsonObject = {};
  for (const [name, change] of Object.entries(patch)) {
    if (!taken.has(name)) setOwn(left, name, leftOfField(getOwn(original, name), name, change, schema));
  }
  return left;
}

function leftOfField(
  before: JsonValue | undefined,
  name: string,
  change: JsonValue,
  schema: JsonSchemaProps,
): JsonValue {
  if (change === null || name.startsWith('$')) return change;
  if (isJsonObject(before) && isJsonObject(change)) {
    const rule = ruleOfObject(schema, name);
    return rule.strategy === 'replace' ? change : leftOf(before, change, rule.schema);
  }
  if (Array.isArray(before) && Array.isArray(change)) {
    const rule = ruleOfList(schema, name);
    return rule.strategy === 'merge' ? leftOfList(before, change, rule.mergeKey, rule.schema) : change;
  }
  if (isJsonObject(change) && Object.hasOwn(change, '$patch')) return withoutNulls(change);
  const cleaned = withoutNulls(change);
  // Directives are taken out of objects in place, and out of lists into new ones.
  return isJsonObject(cleaned) ? mapProperties(cleaned, withoutDirectives) : cleaned;
}

function leftOfList(
  before: readonly JsonValue[],
  change: readonly JsonValue[],
  mergeKey: string,
  schema: JsonSchemaProps,
): JsonValue[] {
  const originals = new Map<JsonValue | undefined, JsonObject>();
  for (const item of before) {
    const key = isJsonObject(item) ? getOwn(item, mergeKey) : undefined;
    if (isJsonObject(item) && !originals.has(key)) originals.set(key, item);
  }
  return change.map((item) => {
    if (!isJsonObject(item) || Object.hasOwn(item, '$patch')) return item;
    const original = originals.get(getOwn(item, mergeKey));
    return original === undefined ? item : leftOf(original, item, schema);
  });
}
