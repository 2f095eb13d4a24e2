import { formatArgumentType, type MarkerTarget } from '@kb/codegen';
import type { ListedMarker } from '@kb/codegen/list-markers';

/** Describes the targets of markers. */
export const targetNames: Readonly<Record<MarkerTarget, string>> = {
  folder: 'a folder',
  type: 'a type',
  field: 'a field',
};

/** The heading of a section of the reference. */
export function headingOf(category: ListedMarker['category']): string {
  return `${category.charAt(0).toUpperCase()}${category.slice(1)}`;
}

/** An argument of a marker, in the reference. */
export interface DescribedArgument {
  /** Empty for the marker's only value. */
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
  /** Its purpose; absent for the marker's only value, which the marker's summary describes. */
  readonly summary?: string;
}

/** The arguments of a marker, in order; empty if it takes none. */
export function describedArguments({ arguments: taken }: ListedMarker): DescribedArgument[] {
  switch (taken.kind) {
    case 'none':
      return [];
    case 'value':
      return [{ name: '', type: formatArgumentType(taken.type), optional: taken.optional }];
    case 'named':
      return taken.arguments.map((argument) => ({ ...argument, type: formatArgumentType(argument.type) }));
  }
}

/**
 * Formats markers as a JSON list, for editors and other tools. An argument without a name is the marker's only value.
 */
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
