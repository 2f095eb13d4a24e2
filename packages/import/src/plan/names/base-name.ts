import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { compareText } from '@kb/codegen/reporting';
import { kinds } from '@kb/kubernetes/data';
import { endOfAll, endOfMost, startOfAll } from '../words/common-words.ts';
import { type DocName, docNameOf } from '../words/doc-name.ts';
import type { DraftType, DraftUse } from '../drafts/draft-type.ts';
import type { Recognised } from '../recognise/recognise.ts';
import { rootNameOf } from './root-name.ts';
import { isTooGeneral } from '../words/too-general.ts';
import { joinWords, pascalCase, singularOf, wordsOf } from '../words/words.ts';

/** The name of a type regardless of other types. */
export interface BaseName {
  /** PascalCase; empty, or with a leading digit, if the JSON names do not begin with letters. */
  readonly name: string;
  readonly words: readonly string[];
  /** How certain the name is: if several types want it, the one with the greatest certainty gets it. */
  readonly sureness: number;
  /** False for a name that is too general unless it gets a prefix. */
  readonly isClear: boolean;
}

/** The degrees of certainty of names, in ascending order. */
export const sureness = { fallback: 0, field: 1, shared: 2, described: 3, recognised: 4, root: 5, kind: 6 } as const;

/** The facts about a folder that {@link baseNameOf} needs. */
export interface NamingContext {
  /** Names of the folder's kinds. */
  readonly kinds: ReadonlySet<string>;
  readonly recognised: ReadonlyMap<DraftType, Recognised>;
  /** The names of the types before this one. */
  readonly names: ReadonlyMap<DraftType, BaseName>;
}

/**
 * Returns the name of a type from the most certain source: its kind; the type of Kubernetes that it is a copy of; its
 * description, which in Go begins with the name; the fields that use it.
 */
export function baseNameOf(type: DraftType, context: NamingContext): BaseName {
  if (type.kind !== undefined) return clear(type.kind.definition.spec.names.kind, sureness.kind);
  const root = rootNameOf(type);
  if (root !== undefined) return clear(root, sureness.root);
  const known = context.recognised.get(type);
  const described = describedName(type, 'inside', context);
  const isTold = described !== undefined && described.words.length > 1;
  if (known !== undefined && (known.exact || known.inPlace || !isTold)) {
    return clear(known.name, known.exact ? sureness.recognised : sureness.described);
  }
  if (isTold) return clear(described.name, sureness.described);
  const byField = describedName(type, 'field', context);
  if (byField !== undefined) return clear(byField.name, sureness.shared);
  if (described === undefined) return fieldName(type, context);
  return { ...described, sureness: sureness.shared, isClear: !isTooGeneral(described.words) };
}

function clear(name: string, sure: number): BaseName {
  return { name, words: wordsOf(name), sureness: sure, isClear: true };
}

/**
 * The name in most descriptions, or the common part of their names: descriptions of items and values are about the
 * type, those of fields only if they do not name the field.
 */
function describedName(
  { schemas, uses }: DraftType,
  where: 'inside' | 'field',
  context: NamingContext,
): DocName | undefined {
  const docs: DocName[] = [];
  for (const [index, use] of uses.entries()) {
    if (use.through.length > 0 !== (where === 'inside')) continue;
    const doc = docNameOf(schemas[index]?.description);
    if (doc === undefined || context.kinds.has(doc.name) || (where === 'field' && !isOfType(doc, use))) continue;
    docs.push(doc);
  }
  const names = docs.map((doc) => doc.words);
  const start = startOfAll(names) ?? [];
  const words = endOfMost(names) ?? (start.length > 1 ? start : mostCommon(names));
  return words.length === 0
    ? undefined
    : (docs.find((doc) => doc.words.join(' ') === words.join(' ')) ?? { name: pascalCase(words), words });
}

/** True if the description of a field names its type, and neither the field nor an object of Kubernetes. */
function isOfType({ name, words }: DocName, { field = '' }: DraftUse): boolean {
  const ofField = wordsOf(field).map((word) => word.toLowerCase());
  const ofDoc = words.map((word) => word.toLowerCase());
  if (ofDoc.length < 2 || ofDoc.join('') === ofField.join('') || builtInKinds().has(name)) return false;
  return ofDoc.some((word) => ofField.includes(word));
}

let kindNames: ReadonlySet<string> | undefined;

function builtInKinds(): ReadonlySet<string> {
  kindNames ??= new Set(kinds().map(({ kind }) => kind));
  return kindNames;
}

/**
 * The name given by the fields that use a type, the most common one of several: for a type that cannot have its best
 * name.
 */
export function nameOfField(type: DraftType, context: NamingContext): BaseName {
  const words = mostCommon(namesOfUses(type, context));
  const name = bestWriting(pascalCase(words), type.schemas);
  return { name, words: wordsOf(name), sureness: sureness.fallback, isClear: !isTooGeneral(words) };
}

/**
 * The name of the fields that use a type, or the common end of most of them: `livenessProbe` and `readinessProbe` have
 * a `Probe`.
 */
function fieldName(type: DraftType, context: NamingContext): BaseName {
  const names = namesOfUses(type, context);
  const common =
    endOfMost(names) ?? (type.form === 'enum' ? valueWords(type) : partOf(type, names, context)) ?? mostCommon(names);
  const words = common.length === 0 ? ['Field'] : common;
  const name = bestWriting(pascalCase(words), type.schemas);
  return {
    name,
    words: wordsOf(name),
    sureness: new Set(names.map((one) => one.join(' '))).size > 1 ? sureness.shared : sureness.field,
    isClear: !isTooGeneral(words),
  };
}

/**
 * The name of a type in several fields of types with a common name: the singular of a plural field; the common
 * beginning or end of its fields; which of two things it is; its two or three fields; otherwise `Item`.
 */
function partOf(
  { uses, schemas: [schema = {}] }: DraftType,
  fields: readonly (readonly string[])[],
  context: NamingContext,
): readonly string[] | undefined {
  const users = [...new Set(uses.map(({ by }) => by))];
  if (uses.length === users.length) return undefined;
  const common = endOfMost(users.map((user) => wordsOfUser(user, context)));
  if (common === undefined) return undefined;
  const singular = singularOf(common);
  if (singular !== common) return singular;
  const start = startOfAll(fields);
  if (start !== undefined && !isTooGeneral(start)) return start;
  const end = endOfAll(fields.map((words) => words.map((word) => word.toLowerCase())));
  if (end !== undefined) return joinWords(common, end);
  return choiceIn(schema) ?? severalOf(fields, common) ?? [...common, 'Item'];
}

/** The name of an object with two optional fields of one value each: `ConfigMapOrSecret`. */
function choiceIn({ properties = {}, required = [] }: JsonSchemaProps): readonly string[] | undefined {
  const [one, other, third] = Object.keys(properties).sort(compareText).map(wordsOf);
  if (one === undefined || other === undefined || third !== undefined || required.length > 0) return undefined;
  const hasSeveral = Object.values(properties).some(({ items, additionalProperties }) => items ?? additionalProperties);
  if (hasSeveral) return undefined;
  return [...one, 'Or', ...other];
}

/** Two fields, after the common name of their types; three fields of one word each, if that name alone is too long. */
function severalOf(fields: readonly (readonly string[])[], common: readonly string[]): readonly string[] | undefined {
  const [one, other, third, fourth] = [...new Map(fields.map((words) => [words.join(' '), words])).values()].sort(
    compareWords,
  );
  if (one === undefined || other === undefined || fourth !== undefined) return undefined;
  if (third === undefined) return [...common, ...one, 'Or', ...other];
  return [one, other, third].some(({ length }) => length > 1) ? undefined : [...one, 'Or', ...other, 'Or', ...third];
}

function compareWords(one: readonly string[], other: readonly string[]): number {
  return compareText(one.join(' '), other.join(' '));
}

/** The words of a type's name; for a kind and the types named after it, those of the kind. */
function wordsOfUser(type: DraftType, { names }: NamingContext): readonly string[] {
  const { words = [], sureness: sure = 0 } = names.get(type) ?? {};
  return sure === sureness.root ? words.slice(0, -1) : words;
}

/** The words of two or three values: `Enabled Or Disabled`. */
function valueWords({ schemas: [schema] }: DraftType): readonly string[] | undefined {
  const values = schema?.enum ?? [];
  const words = values.map((value) => (typeof value === 'string' ? wordsOf(value) : []));
  if (values.length > 3 || words.some(({ length }) => length !== 1)) return undefined;
  return words.flatMap((word, index) => (index === 0 ? word : ['Or', ...word]));
}

/**
 * Returns the name with the capitals of its description, if that has more: `JKS` for `jks`, and
 * `BitwardenSecretsManager`; or with those of a later occurrence, `IBMCloud`, except for words entirely in capitals.
 */
function bestWriting(name: string, schemas: DraftType['schemas']): string {
  for (const { description } of schemas) {
    const doc = docNameOf(description);
    if (doc?.name.toLowerCase() === name.toLowerCase() && capitalsOf(doc.name) > capitalsOf(name)) return doc.name;
  }
  for (const { description = '' } of schemas) {
    const written = description
      .slice(0, 1000)
      .split(/[^A-Za-z0-9]+/)
      .find((word) => word.toLowerCase() === name.toLowerCase() && /^[A-Z].*[a-z]/.test(word));
    if (written !== undefined && capitalsOf(written) > capitalsOf(name)) return written;
  }
  return name;
}

function capitalsOf(name: string): number {
  return name.replaceAll(/[^A-Z]/g, '').length;
}

/**
 * The words of the fields that use a type. For a type that is always inside a type of the same name: the part that it
 * is.
 */
function namesOfUses({ uses, schemas }: DraftType, { names }: NamingContext): readonly (readonly string[])[] {
  const users = uses.map(({ by }) => (by.kind === undefined ? (names.get(by)?.words ?? []) : []));
  const words = uses.map((use, index) => wordsOfUse(use, users[index] ?? []));
  if (!words.every((one, index) => one.length > 0 && areSameWords(one, users[index] ?? []))) return words;
  return uses.map(({ through }, index) => wordsInside(users[index] ?? [], through, schemas[index]));
}

function wordsOfUse({ field, through }: DraftUse, user: readonly string[]): readonly string[] {
  if (field === undefined) return wordsInside(user, through);
  return through.length === 0 ? wordsOf(field) : singularOf(wordsOf(field));
}

function wordsInside(user: readonly string[], through: DraftUse['through'], schema?: JsonSchemaProps): string[] {
  if (through.length > 0) return joinWords(user, [through.at(-1) === 'items' ? 'Item' : 'Value']);
  // Kubernetes calls the pattern of an object a template: `PodTemplate`.
  const { metadata, spec } = schema?.properties ?? {};
  return metadata !== undefined && spec !== undefined ? joinWords(user, ['Template']) : ['Inner', ...user];
}

function areSameWords(one: readonly string[], other: readonly string[]): boolean {
  return one.join(' ').toLowerCase() === other.join(' ').toLowerCase();
}

/** The most common name; of several the shortest, then the first in the alphabet. */
function mostCommon(names: readonly (readonly string[])[]): readonly string[] {
  const counts = new Map<string, { readonly words: readonly string[]; count: number }>();
  for (const words of names) {
    const counted = counts.get(words.join(' ')) ?? { words, count: 0 };
    counted.count++;
    counts.set(words.join(' '), counted);
  }
  const sorted = [...counts].sort(
    ([a, { count, words }], [b, other]) =>
      other.count - count || words.length - other.words.length || compareText(a, b),
  );
  return sorted[0]?.[1].words ?? [];
}
