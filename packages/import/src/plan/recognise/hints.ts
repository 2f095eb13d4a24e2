import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { TypeData } from '@kb/kubernetes/data';
import { builtInShapes } from '../built-in/built-in-shapes.ts';
import { endOfMost } from '../words/common-words.ts';
import { docNameOf } from '../words/doc-name.ts';
import { type DraftType, isRootField } from '../drafts/draft-type.ts';
import { pascalCase, singularOf, wordsOf } from '../words/words.ts';

/** The evidence for a type of Kubernetes besides its structure. */
export interface Hints {
  /** The types in the same fields of the same types of Kubernetes. */
  readonly inPlace: ReadonlySet<TypeData>;
  /** The types in Kubernetes' fields of the same names, or of half of them, anywhere. */
  readonly byField: ReadonlySet<TypeData>;
  /** The names given by the fields and most descriptions. */
  readonly names: ReadonlySet<string>;
  readonly described: string | undefined;
  /** The words that the names of all its fields share, in lower case. */
  readonly words: ReadonlySet<string>;
  /** The descriptions of its own fields, in lower case, without spaces. */
  readonly texts: string;
}

/** Collects the evidence from the uses of a type. `typeOf`: the recognised types of its users. */
export function hintsOf({ uses, schemas }: DraftType, typeOf: (user: DraftType) => TypeData | undefined): Hints {
  const { byName, typesOfField } = builtInShapes();
  const inPlace = new Set<TypeData>();
  const counts = new Map<TypeData, number>();
  const names = new Set<string>();
  const fields = new Set<string>();
  for (const { by, field, through } of uses) {
    if (field === undefined) continue;
    const user = typeOf(by);
    const there = user && byName.get(user.name)?.fields.get(field)?.type;
    if (there !== undefined) inPlace.add(there);
    if (fields.has(field)) continue;
    fields.add(field);
    if (isRootField(field)) continue;
    for (const type of typesOfField.get(field) ?? []) counts.set(type, (counts.get(type) ?? 0) + 1);
    names.add(pascalCase(through.length === 0 ? wordsOf(field) : singularOf(wordsOf(field))));
  }
  const byField = new Set([...counts].filter(([, count]) => 2 * count >= fields.size).map(([type]) => type));
  const described = endOfMost(
    schemas.flatMap(({ description }) => docNameOf(description) ?? []).map(({ words }) => words),
  );
  return {
    inPlace,
    byField,
    names,
    described: described?.join(''),
    words: commonWordsOf(fields),
    texts: textsOf(schemas[0]),
  };
}

function textsOf(schema: JsonSchemaProps = {}): string {
  const texts = Object.values(schema.properties ?? {}).map(({ description = '' }) => description.slice(0, 200));
  return texts.slice(0, 4).join('').toLowerCase().replaceAll(/\s/g, '');
}

function commonWordsOf(fields: ReadonlySet<string>): ReadonlySet<string> {
  let common: ReadonlySet<string> | undefined;
  for (const field of fields) {
    const words = new Set(wordsOf(field).map((word) => word.toLowerCase()));
    common = common === undefined ? words : common.intersection(words);
  }
  return common ?? new Set();
}

/**
 * The strength of the evidence for a type: 3 for its place in a recognised type, or its name in descriptions; 2 for the
 * name of a field; 1 for a word of it; otherwise 0.
 */
export function strengthOf({ inPlace, byField, names, described, words, texts }: Hints, type: TypeData): number {
  if (inPlace.has(type) || described === type.localName) return 3;
  if (byField.has(type) || names.has(type.localName)) return 2;
  const [, subject = ''] = /^(.*)KeySelector$/.exec(type.localName) ?? [];
  if (subject === '') return 0;
  const isNamed = wordsOf(subject).every((word) => words.has(word.toLowerCase()));
  return isNamed || texts.includes(subject.toLowerCase()) ? 1 : 0;
}
