import { compareText } from '../text/compare-text.ts';
import type { MarkerDefinition } from './define/marker-definition.ts';
import { type MarkerCategory, markersByCategory } from './definitions/registry.ts';

export type { MarkerCategory };

/** A row of the table of markers, with its section of the reference. */
export interface ListedMarker extends MarkerDefinition {
  readonly category: MarkerCategory;
}

/** Every marker for a reference: by section in the order of {@link MarkerCategory}, then by name, then by target. */
export function listMarkers(): ListedMarker[] {
  const categories = [...new Set(markersByCategory.map(([category]) => category))];
  return categories.flatMap((category) =>
    markersByCategory
      .filter(([other]) => other === category)
      .flatMap(([, definitions]) => definitions.map((definition) => ({ ...definition, category })))
      .sort((a, b) => compareText(a.name, b.name) || compareText(a.targets.join(), b.targets.join())),
  );
}
