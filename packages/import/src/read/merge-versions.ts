import { equalJson, type JsonValue } from '@kb/apimachinery';
import { compareVersions } from '@kb/apimachinery/server';
import { compareDefinitions } from '../compare-definitions.ts';
import type { CustomResourceDefinition, DefinitionVersion } from './custom-resource-definition.ts';

/** Two merged definitions. */
export interface MergedVersions {
  readonly definition: CustomResourceDefinition;
  /** Set if each of the two stores a different version: the one that is stored now. */
  readonly storedNow?: string;
}

/**
 * Merges two definitions of the same kind that differ only in their versions: some projects keep the CRDs of each
 * version in a separate folder. A version that both have must be the same in both, except for whether it is stored.
 * Undefined if they differ otherwise.
 */
export function mergeVersions(
  one: CustomResourceDefinition,
  other: CustomResourceDefinition,
): MergedVersions | undefined {
  if (compareDefinitions(asJson(withoutVersions(one)), asJson(withoutVersions(other))).length > 0) return undefined;
  const versions = new Map<string, DefinitionVersion>();
  const stored = new Set<string>();
  for (const version of [...one.spec.versions, ...other.spec.versions]) {
    const known = versions.get(version.name);
    if (known !== undefined && !equalJson(asJson({ ...known, storage: false }), asJson({ ...version, storage: false })))
      return undefined;
    versions.set(version.name, known ?? version);
    if (version.storage) stored.add(version.name);
  }
  const [storedNow = ''] = [...stored].sort(compareVersions);
  const merged = [...versions.values()]
    .sort((a, b) => compareVersions(a.name, b.name))
    .map((version) => ({ ...version, storage: version.name === storedNow }));
  return {
    definition: { ...one, spec: { ...one.spec, versions: merged } },
    ...(stored.size > 1 && { storedNow }),
  };
}

function withoutVersions({ metadata, spec }: CustomResourceDefinition): unknown {
  return { metadata, spec: { ...spec, versions: [] } };
}

/** Definitions are JSON, although their type is more specific. */
function asJson(value: unknown): JsonValue {
  return value as JsonValue;
}
