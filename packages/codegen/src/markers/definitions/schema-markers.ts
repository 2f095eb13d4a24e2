import { isJsonObject } from '@kb/apimachinery/codec';
import { flagMarker, json, quoted, valueMarker } from '../define/define-marker.ts';
import type { MarkerDefinition } from '../define/marker-definition.ts';
import { misspeltKeyword, schemaPatchProblem } from '../values/schema-patch.ts';

/** Markers that set a part of a schema exactly, where a comment or another marker cannot. */
export const schemaMarkers: readonly MarkerDefinition[] = [
  valueMarker(
    {
      name: 'kb:schema',
      targets: ['type', 'field'],
      summary:
        'A JSON merge patch of the schema that the type and all other markers make: sets keywords that no other marker can set, and removes those with null.',
      example: '+kb:schema={"oneOf": [{"required": ["name"]}, {"required": ["selector"]}]}',
      doubtOf: (values) => misspeltKeyword(values.get('') ?? null),
    },
    json,
    (patch) => {
      const problem = schemaPatchProblem(patch);
      if (problem !== undefined) return problem;
      return { on: 'schemaPatch', patch: isJsonObject(patch) ? patch : {} };
    },
  ),
  valueMarker(
    {
      name: 'kb:description',
      targets: ['type', 'field'],
      summary:
        'The exact description, for text that a comment cannot contain. It wins over the comment; an empty one removes the description, also that of the type of a field.',
      example: '+kb:description="Two spaces at the end.  "',
    },
    quoted,
    (text) => ({ on: 'description', text }),
  ),
  flagMarker(
    {
      name: 'kb:blankLines',
      targets: ['type', 'field'],
      summary:
        'Keeps consecutive blank lines of the comment in the description. Without it they become one, as in controller-gen.',
      example: '+kb:blankLines',
    },
    { on: 'blankLines' },
  ),
  valueMarker(
    {
      name: 'kb:lineEnds',
      targets: ['type', 'field'],
      summary:
        'The blanks at the end of every line of the description but the last, which a comment cannot keep: controller-gen wrote one there until its release 0.14.',
      example: '+kb:lineEnds=" "',
    },
    quoted,
    (text) => (/^[ \t]+$/.test(text) ? { on: 'lineEnds', text } : 'expected spaces and tabs alone'),
  ),
];
