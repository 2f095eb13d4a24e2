import { compareText } from '../text/compare-text.ts';
import { clientMarkers } from './definitions/client-markers.ts';
import { enumMarkers } from './definitions/enum-markers.ts';
import { fieldMarkers } from './definitions/field-markers.ts';
import { folderMarkers } from './definitions/folder-markers.ts';
import { goMarkers } from './definitions/go-markers.ts';
import { kbMarkers } from './definitions/kb-markers.ts';
import { kindMarkers } from './definitions/kind-markers.ts';
import { oneOfMarkers } from './definitions/one-of-markers.ts';
import { rbacMarkers } from './definitions/rbac-markers.ts';
import { ruleMarkers } from './definitions/rule-markers.ts';
import { schemaMarkers } from './definitions/schema-markers.ts';
import { topologyMarkers } from './definitions/topology-markers.ts';
import { validationMarkers } from './definitions/validation-markers.ts';
import { webhookMarkers } from './definitions/webhook-markers.ts';
import type { MarkerDefinition } from './marker-definition.ts';

/** What a marker is about: the parts of the reference. */
export type MarkerCategory =
  'API' | 'kind' | 'validation' | 'field' | 'server-side apply' | 'RBAC' | 'webhook' | 'client' | 'Go';

/** A row of the table of markers, with the part of the reference that it belongs to. */
export interface ListedMarker extends MarkerDefinition {
  readonly category: MarkerCategory;
}

const parts: readonly (readonly [MarkerCategory, readonly MarkerDefinition[]])[] = [
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
export const markerDefinitions: readonly MarkerDefinition[] = parts.flatMap(([, definitions]) => definitions);

/** Every marker for a reference: by part in the order of {@link MarkerCategory}, then by name, then by target. */
export function listMarkers(): ListedMarker[] {
  const categories = [...new Set(parts.map(([category]) => category))];
  return categories.flatMap((category) =>
    parts
      .filter(([other]) => other === category)
      .flatMap(([, definitions]) => definitions.map((definition) => ({ ...definition, category })))
      .sort((a, b) => compareText(a.name, b.name) || compareText(a.targets.join(), b.targets.join())),
  );
}

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
