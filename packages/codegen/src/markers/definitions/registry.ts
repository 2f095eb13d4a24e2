import { clientMarkers } from './client-markers.ts';
import { enumMarkers } from './enum-markers.ts';
import { fieldMarkers } from './field-markers.ts';
import { folderMarkers } from './folder-markers.ts';
import { goMarkers } from './go-markers.ts';
import { kbMarkers } from './kb-markers.ts';
import { kindMarkers } from './kind-markers.ts';
import { oneOfMarkers } from './one-of-markers.ts';
import { rbacMarkers } from './rbac-markers.ts';
import { ruleMarkers } from './rule-markers.ts';
import { schemaMarkers } from './schema-markers.ts';
import { topologyMarkers } from './topology-markers.ts';
import { validationMarkers } from './validation-markers.ts';
import { webhookMarkers } from './webhook-markers.ts';
import type { MarkerDefinition } from '../define/marker-definition.ts';

/** What a marker is about: the sections of the reference. */
export type MarkerCategory =
  'API' | 'kind' | 'validation' | 'field' | 'server-side apply' | 'RBAC' | 'webhook' | 'client' | 'Go';

/** The rows of each section. A section can have several parts. */
export const markersByCategory: readonly (readonly [MarkerCategory, readonly MarkerDefinition[]])[] = [
  ['API', folderMarkers],
  ['kind', kindMarkers],
  ['kind', kbMarkers],
  ['validation', validationMarkers],
  ['validation', enumMarkers],
  ['validation', ruleMarkers],
  ['validation', oneOfMarkers],
  ['field', fieldMarkers],
  ['field', schemaMarkers],
  ['server-side apply', topologyMarkers],
  ['RBAC', rbacMarkers],
  ['webhook', webhookMarkers],
  ['client', clientMarkers],
  ['Go', goMarkers],
];

/** Every marker that kb knows. A name can have several rows, for different targets. */
export const markerDefinitions: readonly MarkerDefinition[] = markersByCategory.flatMap(
  ([, definitions]) => definitions,
);

const byName = new Map<string, MarkerDefinition[]>();
for (const definition of markerDefinitions) {
  byName.set(definition.name, [...(byName.get(definition.name) ?? []), definition]);
}

/** The rows with a name; empty for an unknown name. */
export function definitionsNamed(name: string): readonly MarkerDefinition[] {
  return byName.get(name) ?? [];
}

/** Every name, once. */
export const markerNames: readonly string[] = [...byName.keys()];
