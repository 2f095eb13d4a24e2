import { isJsonObject } from '../codec/own-property.ts';
import type { DeepReadonly, JsonObject, JsonValue } from '../json.ts';
import type { JsonSchemaProps } from '../schema/json-schema-props.ts';
import { mergeValues } from './values/merge-values.ts';
import { formatProblems, validateValue } from './values/validate-value.ts';
import { type ValueType, valueTypeOf } from './values/value-type.ts';

/** Why a configuration cannot be merged into an object, in the words of kube-apiserver. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/**
 * Merges the apply configuration of a MutatingAdmissionPolicy into an object, by the rules of server-side apply but
 * without managers: nothing is removed, and lists, maps and objects that are owned as a whole may not be in the
 * configuration. Throws a {@link ConfigurationError}.
 */
export function mergeConfiguration(
  schema: JsonSchemaProps,
  live: DeepReadonly<JsonObject>,
  configuration: JsonObject,
): JsonObject {
  const type = valueTypeOf(schema);
  const problems = validateValue(type, configuration, { allowDuplicates: false });
  if (problems.length > 0)
    throw new ConfigurationError(`failed to convert patch object to typed object: ${formatProblems(problems)}`);
  const atomics: string[] = [];
  findAtomics(type, configuration, '', atomics);
  if (atomics.length > 0) {
    const why = `may not mutate atomic arrays, maps or structs: ${atomics.join(', ')}`;
    throw new ConfigurationError(`invalid ApplyConfiguration: ${why}`);
  }
  // Neither argument is changed.
  const merged = mergeValues(type, live as JsonObject, configuration);
  return isJsonObject(merged) ? merged : configuration;
}

/** Finds the paths of what is owned as a whole. */
function findAtomics({ map, list }: ValueType, value: JsonValue, path: string, found: string[]): void {
  if (isJsonObject(value) && map !== undefined) {
    if (map.atomic) found.push(path);
    for (const name of Object.keys(value)) {
      const child = value[name];
      if (child === undefined) continue;
      const type = map.declares(name) ? map.field(name) : undefined;
      if (type !== undefined) findAtomics(type, child, `${path}.${name}`, found);
    }
  }
  if (Array.isArray(value) && list !== undefined) {
    if (list.kind === 'atomic') found.push(path);
    for (const [index, item] of value.entries()) findAtomics(list.item(), item, `${path}[${index}]`, found);
  }
}
