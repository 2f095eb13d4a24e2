import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { EARLY, string, USUAL, valueMarker } from '../define/define-marker.ts';
import type { MarkerDefinition } from '../define/marker-definition.ts';
import { mismatch } from '../schema/schema-words.ts';

const listTypes = ['map', 'set', 'atomic'] as const;
const mapTypes = ['granular', 'atomic'] as const;

/** Markers that say how server-side apply merges lists and objects. */
export const topologyMarkers: readonly MarkerDefinition[] = [
  ...['listType', 'k8s:listType'].map((name) =>
    topology(
      name,
      'How server-side apply identifies the elements of a list: map (by keys), set (by value) or atomic (the list is replaced as a whole).',
      'map',
      EARLY,
      (value) => {
        const listType = listTypes.find((known) => known === value);
        if (listType === undefined) return 'a list is of the type map, set or atomic';
        return (schema) => {
          if (schema.type !== 'array') return mismatch('a list', schema);
          schema['x-kubernetes-list-type'] = listType;
          return undefined;
        };
      },
    ),
  ),
  ...['listMapKey', 'k8s:listMapKey'].map((name) =>
    topology(
      name,
      'A field that identifies the elements of a list map. Repeat it for several.',
      'name',
      USUAL,
      (value) => (schema) => {
        if (schema.type !== 'array') return mismatch('a list', schema);
        if (schema['x-kubernetes-list-type'] !== 'map') return 'it needs a list with +listType=map';
        if (schema['x-kubernetes-list-map-keys']?.includes(value) === true) return `the key ${value} is there twice`;
        (schema['x-kubernetes-list-map-keys'] ??= []).push(value);
        return undefined;
      },
      true,
    ),
  ),
  topology('mapType', 'How a map is merged: granular (by key) or atomic (as a whole).', 'granular', USUAL, (value) => {
    const mapType = mapTypes.find((known) => known === value);
    if (mapType === undefined) return 'a map is of the type granular or atomic';
    return (schema) => {
      if (schema.type !== 'object') return mismatch('a map', schema);
      schema['x-kubernetes-map-type'] = mapType;
      return undefined;
    };
  }),
  topology(
    'structType',
    'How an object is merged: granular (by field) or atomic (as a whole).',
    'atomic',
    USUAL,
    (value) => {
      const mapType = mapTypes.find((known) => known === value);
      if (mapType === undefined) return 'an object is of the type granular or atomic';
      return (schema) => {
        if (schema.type !== 'object' && schema.type !== undefined) return mismatch('an object', schema);
        schema['x-kubernetes-map-type'] = mapType;
        return undefined;
      };
    },
  ),
];

function topology(
  name: string,
  summary: string,
  example: string,
  priority: number,
  applyOf: (value: string) => string | ((schema: JsonSchemaProps) => string | undefined),
  repeatable = false,
): MarkerDefinition {
  const description = {
    name,
    targets: ['field', 'type'] as const,
    summary,
    example: `+${name}=${example}`,
    repeatable,
    // k8s:listType is another name of listType; mapType and structType set the same keyword.
    decides: { on: name.includes('list') ? name.replace('k8s:', '') : 'x-kubernetes-map-type' },
  };
  return valueMarker(description, string, (value) => {
    const apply = applyOf(value);
    return typeof apply === 'string' ? apply : { on: 'schema', priority, items: false, apply };
  });
}
