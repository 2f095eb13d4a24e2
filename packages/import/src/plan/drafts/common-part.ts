import { equalJson } from '@kb/apimachinery';
import type { JsonSchemaProps, ValidationRule } from '@kb/apimachinery/schema';
import type { DraftType } from './draft-type.ts';
import { addedKeywords, useKeywords } from '../structure/structures.ts';

/** What a type says itself: of what its uses say, what all of them do. A kind says everything. */
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

/** The rules that all uses end with: those of a place of use stand before those of the type. */
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
 * The description of a type: what most of the lists and maps of it say, which have no other place for it; nothing,
 * where most say nothing. Of a type that is used by fields only, the words that several of them share, where each has
 * some: a field without words of its own would have to say that it has none.
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

/** Of equally common texts the first one, and any rather than none. */
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
