import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, type GoDescription, goDescriptions } from '../../src/data/go-descriptions.ts';
import type { TypeData, TypeName } from '../../src/data/type-data.ts';
import { typeNameOfClientNode, typeOf } from '../../src/data/types.ts';
import { clientNodeFolder } from '../wire-types/client-node-folder.ts';
import { layOut, wordCount, wordsOf } from './lay-out.ts';
import { readProse } from './read-prose.ts';

/** What {@link extractDescriptions} found. */
export interface ExtractedDescriptions {
  /** The text of generated/descriptions.json: one line a type, sorted. */
  readonly content: string;
  /** How many descriptions controller-gen takes from Go. */
  readonly total: number;
  /** How many of these are exactly as in Go. */
  readonly exact: number;
}

/** Prose by type, then by field; the type's own under `''`. */
type Descriptions = Map<string, Map<string, string>>;

/**
 * Takes the prose from client-node for the package at `root`, and breaks it into lines as in Go. Text that differs from
 * Go's stays unchanged.
 */
export function extractDescriptions(root: string): ExtractedDescriptions {
  const models = join(clientNodeFolder(root), 'dist/gen/models');
  const result: Descriptions = new Map();
  const texts = new Set<string>();
  for (const [className, typeName] of classes(root)) {
    const type = typeOf(typeName);
    if (!type) throw new Error(`client-node.json has ${typeName}, which the data file does not have`);
    for (const [property, text] of readProse(readFileSync(join(models, `${className}.d.ts`), 'utf8'))) {
      texts.add(text);
      if (property === '') describe(result, type.name, '', text);
      else describeField(result, type, property, text);
    }
  }
  const known = byWordCount(texts);
  const wanted = goDescriptions();
  let exact = 0;
  for (const go of wanted) {
    const text = goText(go, result.get(go.typeName)?.get(go.field), known);
    if (text === undefined) continue;
    exact++;
    setDescription(result, go.typeName, go.field, text);
  }
  return { content: print(result), total: wanted.length, exact };
}

/** Every class that stands for a type of the data file. */
function classes(root: string): [string, TypeName][] {
  const names: { [className: string]: string } = JSON.parse(readFileSync(join(root, 'data/client-node.json'), 'utf8'));
  return Object.keys(names).flatMap((name) => {
    const typeName = typeNameOfClientNode(name);
    return typeName === undefined ? [] : [[name, typeName]];
  });
}

/**
 * Stores a property's prose under the struct that declares it: client-node has the fields of embedded structs as
 * properties of the embedding class.
 */
function describeField(result: Descriptions, type: TypeData, property: string, text: string): boolean {
  const field = type.fields.find(({ name }) => isAttribute(name, property));
  if (field) {
    describe(result, type.name, field.name, text);
    return true;
  }
  return type.inline.some(({ type: reference }) => {
    const embedded = reference.kind === 'named' ? typeOf(reference.name) : undefined;
    return embedded !== undefined && describeField(result, embedded, property, text);
  });
}

/**
 * Whether client-node calls a JSON name so: reserved words get an underscore, other characters than letters become one,
 * a `$` is dropped.
 */
function isAttribute(jsonName: string, attribute: string): boolean {
  return (
    jsonName === attribute ||
    `_${jsonName}` === attribute ||
    `$${attribute}` === jsonName ||
    jsonName.replace(/[^A-Za-z0-9]/g, '_') === attribute
  );
}

function describe(result: Descriptions, typeName: string, field: string, text: string): void {
  if (result.get(typeName)?.has(field) !== true) setDescription(result, typeName, field, text);
}

function setDescription(result: Descriptions, typeName: string, field: string, text: string): void {
  let fields = result.get(typeName);
  if (!fields) result.set(typeName, (fields = new Map()));
  fields.set(field, text);
}

/** The words of texts, by how many there are. */
type KnownWords = ReadonlyMap<number, readonly (readonly string[])[]>;

function byWordCount(texts: Iterable<string>): KnownWords {
  const known = new Map<number, (readonly string[])[]>();
  for (const words of new Map(Array.from(texts, wordsOf).map((each) => [each.join(' '), each])).values()) {
    const alike = known.get(words.length);
    if (alike) alike.push(words);
    else known.set(words.length, [words]);
  }
  return known;
}

/**
 * The text that has Go's digest when it is broken into lines as Go's is: of the words that client-node has in this
 * place, or in any other. It has none for a field that holds a struct, but often the same sentence elsewhere.
 */
function goText(go: GoDescription, here: string | undefined, known: KnownWords): string | undefined {
  const count = wordCount(go.layout);
  const words = here === undefined ? [] : wordsOf(here);
  for (const candidate of [words, ...(known.get(count) ?? [])]) {
    if (candidate.length !== count) continue;
    const text = layOut(candidate, go.layout);
    if (digestOf(text) === go.digest) return text;
  }
  return undefined;
}

function print(descriptions: Descriptions): string {
  const sorted = [...descriptions].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = sorted.map(
    ([name, fields]) => ` ${JSON.stringify(name)}: ${JSON.stringify(Object.fromEntries(fields))}`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}
