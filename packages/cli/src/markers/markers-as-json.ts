import type { ListedMarker } from '@kb/codegen';
import { describedArguments } from './describe-arguments.ts';

/** Markers as a list in JSON, for editors and other tools. An argument without a name is the marker's only value. */
export function markersAsJson(markers: readonly ListedMarker[]): string {
  const list = markers.map((marker) => ({
    name: marker.name,
    category: marker.category,
    targets: marker.targets,
    repeatable: marker.repeatable,
    summary: marker.summary,
    arguments: describedArguments(marker),
    example: marker.example,
  }));
  return JSON.stringify(list, undefined, 2);
}
