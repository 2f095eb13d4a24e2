import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { type MarkerEffect, parseMarker } from '@kb/codegen/importer';
import type { MarkedPlace } from './keyword-markers.ts';

/** Returns the schema that the generator builds from a schema and markers; undefined if it would report one of them. */
export function withMarkers(
  schema: JsonSchemaProps,
  lines: readonly string[],
  place: MarkedPlace,
): JsonSchemaProps | undefined {
  const effects: (MarkerEffect & { on: 'schema' })[] = [];
  for (const line of lines) {
    const { marker } = parseMarker({ text: line, span: { ...nowhere, length: line.length } }, [place]);
    if (marker?.effect.on !== 'schema') return undefined;
    effects.push(marker.effect);
  }
  const made = { ...schema };
  for (const effect of effects.sort((a, b) => Number(a.items) - Number(b.items) || a.priority - b.priority)) {
    const changed = effect.items ? { ...made.items } : made;
    if (effect.items && (made.type !== 'array' || made.items === undefined)) return undefined;
    if (effect.apply(changed, changed) !== undefined) return undefined;
    if (effect.items) made.items = changed;
  }
  return made;
}

const nowhere = { file: '', line: 1, column: 1 };
