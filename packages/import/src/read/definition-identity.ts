import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { hasTemplate } from '@kb/apimachinery/yaml';

/** The identity of a definition, whatever else is wrong with it. Undefined members cannot be read. */
export interface DefinitionIdentity {
  readonly group: string | undefined;
  readonly kind: string | undefined;
}

/**
 * Reads only where group and kind are in every version of CustomResourceDefinition. The name of a definition is
 * `<plural>.<group>`, so that its group is known without its spec.
 */
export function identityOf(object: JsonObject): DefinitionIdentity {
  const spec = valueAt(object, 'spec');
  const name = nameAt(valueAt(object, 'metadata'), 'name');
  const group = nameAt(spec, 'group') ?? /^[^.]+\.(.+)$/.exec(name ?? '')?.[1];
  return { group, kind: nameAt(valueAt(spec, 'names'), 'kind') };
}

function nameAt(value: JsonValue | undefined, key: string): string | undefined {
  const name = valueAt(value, key);
  return typeof name === 'string' && name !== '' && !hasTemplate(name) ? name : undefined;
}

function valueAt(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
