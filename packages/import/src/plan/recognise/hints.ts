import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { TypeData } from '@kb/kubernetes/data';
import { builtInShapes } from '../built-in/built-in-shapes.ts';
import { endOfMost } from '../words/common-words.ts';
import { docNameOf } from '../words/doc-name.ts';
import { type DraftType, isRootField } from '../drafts/draft-type.ts';
import { pascalCase, singularOf, wordsOf } from '../words/words.ts';

/** What speaks for a type of Kubernetes besides its structure. */
export interface Hints {
  /** What Kubernetes has in the same fields of the same types. */
  readonly inPlace: ReadonlySet<TypeData>;
  /** What Kubernetes has in fields of the same names, or of half of them, wherever these are. */
  readonly byField: ReadonlySet<TypeData>;
  /** What the fields, and most descriptions, call the type. */
  readonly names: ReadonlySet<string>;
  readonly described: string | undefined;
  /** The words that all of its fields have in their names, in lower case. */
  readonly words: ReadonlySet<string>;
  /** What its own fields are described with, in lower case, without spaces. */
  readonly texts: string;
}

/** Collects what the uses of a type say of it. `typeOf`: what the types that use it were recognised as. */
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
 * How much hints speak for a type: 3 its place in a type that was recognised itself, or what descriptions call it; 2
 * the name of a field; 1 a word of it; 0 nothing.
 */
export function strengthOf({ inPlace, byField, names, described, words, texts }: Hints, type: TypeData): number {
  if (inPlace.has(type) || described === type.localName) return 3;
  if (byField.has(type) || names.has(type.localName)) return 2;
  const [, subject = ''] = /^(.*)KeySelector$/.exec(type.localName) ?? [];
  if (subject === '') return 0;
  const isNamed = wordsOf(subject).every((word) => words.has(word.toLowerCase()));
  return isNamed || texts.includes(subject.toLowerCase()) ? 1 : 0;
}
