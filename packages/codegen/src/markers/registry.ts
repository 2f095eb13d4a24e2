import { fieldMarkers } from './definitions/field-markers.ts';
import { folderMarkers } from './definitions/folder-markers.ts';
import { kindMarkers } from './definitions/kind-markers.ts';
import { rbacMarkers } from './definitions/rbac-markers.ts';
import { topologyMarkers } from './definitions/topology-markers.ts';
import { validationMarkers } from './definitions/validation-markers.ts';
import type { MarkerDefinition } from './marker-definition.ts';

/** Every marker that kb knows. A name can have several rows, for different targets. */
export const markerDefinitions: readonly MarkerDefinition[] = [
  ...folderMarkers,
  ...kindMarkers,
  ...validationMarkers,
  ...fieldMarkers,
  ...topologyMarkers,
  ...rbacMarkers,
];

const byName = new Map<string, MarkerDefinition[]>();
for (const definition of markerDefinitions) {
  byName.set(definition.name, [...(byName.get(definition.name) ?? []), definition]);
}

/** The rows of a name; none when kb does not know it. */
export function definitionsNamed(name: string): readonly MarkerDefinition[] {
  return byName.get(name) ?? [];
}

/** Every name, once. */
export const markerNames: readonly string[] = [...byName.keys()];
