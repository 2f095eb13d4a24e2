import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { hasTemplate } from '@kb/apimachinery/yaml';

/** What a definition says that it is, whatever else is wrong with it. Undefined: that cannot be read. */
export interface DefinitionIdentity {
  readonly group: string | undefined;
  readonly kind: string | undefined;
}

/**
 * Looks only where group and kind have stood in every version of a CustomResourceDefinition. The name of one is
 * `<plural>.<group>`, so that a group is known without its spec.
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
