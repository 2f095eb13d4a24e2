import { isJsonObject } from '@kb/apimachinery';
import { flagMarker, json, quoted, valueMarker } from '../define-marker.ts';
import type { MarkerDefinition } from '../marker-definition.ts';
import { misspeltKeyword, schemaPatchProblem } from '../schema-patch.ts';

/** Markers that say exactly what a schema says, where a comment or another marker cannot. */
export const schemaMarkers: readonly MarkerDefinition[] = [
  valueMarker(
    {
      name: 'kb:schema',
      targets: ['type', 'field'],
      summary:
        'A JSON merge patch over the schema that the type and everything else that is said of it make: keywords that no other marker has, null for one that is to be gone.',
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
        'The description, exactly: for text that a comment cannot say. It wins over the comment; an empty one means that there is none, even where the type of a field has one.',
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
        'Blank lines that follow each other in the comment are in the description too. Without it they become one, as controller-gen makes them.',
      example: '+kb:blankLines',
    },
    { on: 'blankLines' },
  ),
  valueMarker(
    {
      name: 'kb:lineEnds',
      targets: ['type', 'field'],
      summary:
        'The blanks at the end of every line of the description but the last, which a comment does not keep: controller-gen wrote one there until its release 0.14.',
      example: '+kb:lineEnds=" "',
    },
    quoted,
    (text) => (/^[ \t]+$/.test(text) ? { on: 'lineEnds', text } : 'expected spaces and tabs alone'),
  ),
];
