import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { compareText } from '@kb/codegen/reporting';

/** A place where two definitions differ. Undefined values are missing. */
export interface DefinitionDifference {
  /** Such as `spec.versions[0].schema.openAPIV3Schema.properties.spec.required[1]`. */
  readonly path: string;
  readonly wanted: JsonValue | undefined;
  readonly given: JsonValue | undefined;
}

/** Annotations that name the generator and its version, the only ones that may differ. */
const versionAnnotations: ReadonlySet<string> = new Set([
  'controller-gen.kubebuilder.io/version',
  'codegen.kb/version',
]);

/**
 * Returns the differences between two CustomResourceDefinitions in the parts that an import has to keep: all of `spec`,
 * lists in order; labels and annotations, except for the generator's version. Missing labels equal an empty map, and a
 * null field equals a missing one, except for nulls in values (`default`, `enum`, `example`). `status` and the rest of
 * `metadata` belong to the API server. Integers above 2^53 must be bigints, as `parseJson` returns them. `limit`: the
 * maximum number of differences to find; default: 1. A list of another length counts as one difference.
 */
export function compareDefinitions(wanted: JsonValue, given: JsonValue, limit = 1): readonly DefinitionDifference[] {
  const differences: DefinitionDifference[] = [];

  function compare(path: string, want: JsonValue | undefined, have: JsonValue | undefined, part: Part): void {
    if (want === have || differences.length >= limit) return;
    if (Array.isArray(want) && Array.isArray(have) && want.length === have.length) {
      want.forEach((item, index) => compare(`${path}[${index}]`, item, have[index], part));
    } else if (isJsonObject(want) && isJsonObject(have)) {
      const keys = new Set([...Object.keys(want), ...Object.keys(have)]);
      for (const key of [...keys].sort(compareText))
        compare(`${path}${step(key)}`, fieldOf(want, key, part), fieldOf(have, key, part), partAt(key, part));
    } else {
      differences.push({ path, wanted: want, given: have });
    }
  }

  for (const field of ['labels', 'annotations'] as const)
    compare(`metadata.${field}`, namedTexts(wanted, field), namedTexts(given, field), 'value');
  compare('spec', valueOf(wanted, 'spec'), valueOf(given, 'spec'), 'fields');
  return differences;
}

/** The contents of a part of a definition: fields, schemas by name, or a value, in which nulls are significant. */
type Part = 'fields' | 'schemas' | 'value';

const values: ReadonlySet<string> = new Set(['default', 'enum', 'example']);
const maps: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'definitions']);

function partAt(key: string, part: Part): Part {
  if (part === 'value') return 'value';
  if (part === 'schemas') return 'fields';
  if (values.has(key)) return 'value';
  return maps.has(key) ? 'schemas' : 'fields';
}

/** A field as the API server reads it: a null field is missing, and a null schema is empty. */
function fieldOf(object: JsonObject, key: string, part: Part): JsonValue | undefined {
  const value = own(object, key);
  if (value !== null || part === 'value') return value;
  return part === 'schemas' ? {} : undefined;
}

function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function valueOf(value: JsonValue, key: string): JsonValue | undefined {
  return isJsonObject(value) ? own(value, key) : undefined;
}

/** Labels or annotations, without those of the generator's version. */
function namedTexts(definition: JsonValue, field: 'labels' | 'annotations'): JsonValue {
  const texts = valueOf(valueOf(definition, 'metadata') ?? null, field) ?? null;
  if (!isJsonObject(texts)) return texts ?? {};
  const kept = Object.entries(texts).filter(([name]) => field === 'labels' || !versionAnnotations.has(name));
  // Built from entries, so that `__proto__` is a key like any other.
  return Object.fromEntries(kept);
}

/** One step of a path: `.name`, or `["a.b/c"]` for other names. */
function step(key: string): string {
  return /^[A-Za-z_$][\w$-]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
