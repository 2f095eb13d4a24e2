import { equalJson } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Comment } from '../declaration.ts';
import { type CommentText, commentWithMarkers, firstParagraphOf } from './markers/comment-text.ts';
import { itemMarkers, keywordMarkers, type MarkedPlace } from './markers/keyword-markers.ts';
import { printMarker } from './markers/marker-text.ts';
import { ruleMarkers, rulesOf, withRules } from './markers/rule-markers.ts';
import { schemaPatch } from '../schema-patch.ts';
import { withMarkers } from './markers/with-markers.ts';
import type { ExpressedType } from './types/expressed-type.ts';

/** The markers so far, and the schema that the generator builds from them and the type. */
interface Said {
  readonly markers: readonly string[];
  readonly made: JsonSchemaProps;
}

/**
 * Returns the comment and the markers with which the generator builds the wanted schema from a type: the most specific
 * marker for each keyword that the type lacks, and a patch for the rest. The effect of a marker is computed with the
 * generator's own definition.
 */
export function placeComment(place: MarkedPlace, wanted: JsonSchemaProps, expressed: ExpressedType): Comment {
  const { description = '' } = wanted;
  const exact = commentWithMarkers(description);
  let said = sayDescription(description, exact, expressed.schema);
  if (isSchemaless(place, wanted, expressed)) said = saySchemaless(said);
  said = sayKeywords(place, wanted, said, expressed.isReference);
  // The elements of a list that is declared elsewhere are described there.
  if (!expressed.isReference) said = sayItems(place, wanted, said);
  said = sayRules(place, wanted, said, { items: false });
  if (!expressed.isReference) said = sayRules(place, wanted, said, { items: true });
  const patch = schemaPatch(said.made, wanted);
  const line = patch === undefined ? undefined : printMarker('kb:schema', { '': patch });
  const text = exact?.text ?? firstParagraphOf(description);
  return { description: text, markers: line === undefined ? said.markers : [...said.markers, line] };
}

/**
 * Adds the description, as a comment with markers beside it, or as a marker alone if no comment can express it; an
 * empty one removes the description of the type.
 */
function sayDescription(description: string, comment: CommentText | undefined, schema: JsonSchemaProps): Said {
  const { description: ofType, ...rest } = schema;
  const made = description === '' ? rest : { ...rest, description };
  if (comment !== undefined) return { markers: comment.markers, made };
  const isSaid = description === '' && ofType === undefined;
  const line = isSaid ? undefined : printMarker('kb:description', { '': description });
  return { markers: line === undefined ? [] : [line], made };
}

/** True for a value without a type, whose schema comes from the markers alone. */
function isSchemaless(place: MarkedPlace, wanted: JsonSchemaProps, { type }: ExpressedType): boolean {
  const isUnknown = type.kind === 'keyword' && type.keyword === 'unknown';
  return place === 'field' && isUnknown && wanted['x-kubernetes-preserve-unknown-fields'] !== true;
}

function saySchemaless({ markers, made }: Said): Said {
  const { 'x-kubernetes-preserve-unknown-fields': _, ...rest } = made;
  return { markers: [...markers, '+kubebuilder:validation:Schemaless'], made: rest };
}

function sayKeywords(place: MarkedPlace, wanted: JsonSchemaProps, before: Said, isReference: boolean): Said {
  let said = before;
  for (const { keyword, lines } of keywordMarkers(place, wanted)) {
    const present = said.made[keyword];
    // Markers beside a reference cannot replace keywords of the declared type.
    if (equalJson(present, wanted[keyword]) || (isReference && present !== undefined)) continue;
    const made = withMarkers(said.made, lines, place);
    if (made !== undefined && equalJson(made[keyword], wanted[keyword]))
      said = { markers: [...said.markers, ...lines], made };
  }
  return said;
}

function sayItems(place: MarkedPlace, wanted: JsonSchemaProps, before: Said): Said {
  let said = before;
  for (const { keyword, lines } of itemMarkers(wanted)) {
    if (said.made.items?.[keyword] !== undefined) continue;
    const made = withMarkers(said.made, lines, place);
    if (made !== undefined && equalJson(made.items?.[keyword], wanted.items?.[keyword]))
      said = { markers: [...said.markers, ...lines], made };
  }
  return said;
}

function sayRules(place: MarkedPlace, wanted: JsonSchemaProps, said: Said, options: { readonly items: boolean }): Said {
  const lines = ruleMarkers(place, wanted, said.made, options);
  if (lines.length === 0) return said;
  return {
    markers: [...said.markers, ...lines],
    made: withRules(said.made, options.items, rulesOf(wanted, options.items)),
  };
}
