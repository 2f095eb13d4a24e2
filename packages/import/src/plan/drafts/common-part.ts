import { equalJson } from '@kb/apimachinery';
import type { JsonSchemaProps, ValidationRule } from '@kb/apimachinery/schema';
import type { DraftType } from './draft-type.ts';
import { addedKeywords, useKeywords } from '../structure/structures.ts';

/** The schema that a type declares itself: what all of its uses have in common. A kind declares its complete schema. */
export function schemaOf({ form, schemas }: DraftType): JsonSchemaProps {
  const [first = {}, ...others] = schemas;
  if (form === 'kind') return first;
  const kept = Object.entries(first).filter(([keyword]) => !useKeywords.has(keyword) && !addedKeywords.has(keyword));
  const common: JsonSchemaProps = Object.fromEntries(kept);
  for (const keyword of ['minProperties', 'maxProperties', 'x-kubernetes-map-type'] as const) {
    const value = first[keyword];
    if (value !== undefined && others.every((schema) => schema[keyword] === value))
      Object.assign(common, { [keyword]: value });
  }
  const rules = commonRules(schemas);
  return rules.length === 0 ? common : { ...common, 'x-kubernetes-validations': rules };
}

/** The rules that all uses end with: a use has its own rules before those of the type. */
function commonRules(schemas: readonly JsonSchemaProps[]): ValidationRule[] {
  const [first = [], ...others] = schemas.map((schema) => schema['x-kubernetes-validations'] ?? []);
  let count = first.length;
  for (const rules of others) {
    let same = 0;
    while (same < count && equalJson(rules.at(-1 - same), first.at(-1 - same))) same++;
    count = same;
    if (count === 0) break;
  }
  return count === first.length ? first : first.slice(first.length - count);
}

/**
 * The description of a type: that of most lists and maps of it, which cannot have it anywhere else; none, if most have
 * none. For a type that is used only by fields, a description that several of them share, if each has one: a field
 * without one would need a marker that removes the type's.
 */
export function docOf({ form, schemas, uses }: DraftType): string | undefined {
  if (form === 'kind') return textOf(schemas[0]);
  const texts = schemas.map(textOf);
  const inside = texts.filter((_, index) => (uses[index]?.through.length ?? 0) > 0);
  if (inside.length > 0) return mostCommon(inside).text;
  const shared = mostCommon(texts);
  return shared.count > 1 && !texts.includes(undefined) ? shared.text : undefined;
}

function textOf(schema: JsonSchemaProps | undefined): string | undefined {
  return schema?.description === '' ? undefined : schema?.description;
}

/** The most common text; of equally common ones the first, and any before none. */
function mostCommon(texts: readonly (string | undefined)[]): {
  readonly text: string | undefined;
  readonly count: number;
} {
  const counts = new Map<string | undefined, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  let best: { readonly text: string | undefined; readonly count: number } = { text: undefined, count: 0 };
  for (const [text, count] of counts) {
    if (count > best.count || (count === best.count && best.text === undefined)) best = { text, count };
  }
  return best;
}
