import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { printYaml } from '@kb/apimachinery/yaml';
import { comparableDescription } from '@kb/kubernetes/data';
import { parse } from 'yaml';
import { type Compared, corpus, type CorpusTwin, corpusTwinFolder, generateCorpusTwin } from './corpus-twins.ts';

/** A difference between kb's output and the corpus, either deliberate or because TypeScript cannot express it. */
export interface CorpusException {
  /** File of the corpus. */
  readonly file: string;
  /** JSON pointer (RFC 6901) into the object. */
  readonly path: string;
  /** The value in the corpus; absent if there is none. */
  readonly expected?: unknown;
  /** kb's value; absent if there is none. */
  readonly given?: unknown;
  readonly reason: string;
}

/** Every exception. One that no longer differs is reported as a problem of its file. */
export const corpusExceptions: readonly CorpusException[] = JSON.parse(
  readFileSync(path.join(corpusTwinFolder, 'exceptions.json'), 'utf8'),
);

/** A manifest, and the one that it has to equal. */
export interface CorpusComparison {
  /** File of the corpus. */
  readonly file: string;
  readonly expected: string;
  readonly given: string;
  /** Other problems: a file that was not generated, an exception that does not apply. */
  readonly problems: readonly string[];
}

/** Generates a twin and compares it with the corpus, file by file. */
export async function compareWithCorpus(
  twin: CorpusTwin,
  exceptions: readonly CorpusException[] = corpusExceptions,
): Promise<CorpusComparison[]> {
  const manifests = await generateCorpusTwin(twin);
  return Object.entries(twin.files).map(([name, file]) => {
    const expected = readFileSync(path.join(corpus, file), 'utf8');
    const given = manifests.get(name);
    if (given === undefined)
      return { file, expected, given: '', problems: [`not made: ${name}; made: ${[...manifests.keys()].join(', ')}`] };
    if (twin.compared === 'bytes')
      return { file, expected: withoutVersion(expected), given: withoutVersion(given), problems: [] };
    const leftOut = new Set<string>();
    const expectedProse: ChangeProse = (text, place) => {
      const isOwn = comparableDescription(text) === undefined && twin.compared !== 'descriptions';
      if (isOwn) leftOut.add(place);
      return isOwn ? undefined : (comparableDescription(text) ?? text);
    };
    const givenProse: ChangeProse = (text, place) =>
      leftOut.has(place) ? undefined : (comparableDescription(text) ?? text);
    const sides = {
      expected: comparable(parse(expected), twin.compared, expectedProse),
      given: comparable(parse(given), twin.compared, givenProse),
    };
    const problems = exceptions.flatMap((exception) => (exception.file === file ? allow(exception, sides) : []));
    return { file, expected: printYaml(sides.expected), given: printYaml(sides.given), problems };
  });
}

type Schema = JsonObject;

type Definition = JsonObject & {
  readonly metadata: { annotations?: JsonObject };
  readonly spec: { readonly versions: { readonly schema: { openAPIV3Schema: Schema } }[] };
};

/** Replaces a description at a place; undefined removes it. */
type ChangeProse = (text: string, place: string) => string | undefined;

function comparable(definition: Definition, compared: Compared, prose: ChangeProse): JsonObject {
  const { metadata, spec } = definition;
  for (const [index, { schema }] of spec.versions.entries())
    schema.openAPIV3Schema = changeProse(schema.openAPIV3Schema, `/${index}`, prose);
  // controller-gen's patcher keeps the rest of the file: names other than the kind's own, and the flags of its
  // versions.
  if (compared === 'schemas') return { ...spec, versions: spec.versions.map(({ schema }) => schema) };
  // The annotation names the generator and its version; hand-written files of the corpus lack it.
  const {
    'codegen.kb/version': _,
    'controller-gen.kubebuilder.io/version': __,
    ...annotations
  } = metadata.annotations ?? {};
  if (Object.keys(annotations).length > 0) metadata.annotations = annotations;
  else delete metadata.annotations;
  return definition;
}

function withoutVersion(text: string): string {
  return text.replace(/(?:codegen\.kb|controller-gen\.kubebuilder\.io)\/version: .*/, '');
}

/** Replaces the descriptions of a schema and of those inside it. Other objects keep theirs. */
function changeProse({ description, ...schema }: Schema, place: string, change: ChangeProse): Schema {
  const prose = typeof description === 'string' ? change(description, place) : undefined;
  const inner = (value: JsonValue, name: string | number): JsonValue =>
    isJsonObject(value) ? changeProse(value, `${place}/${name}`, change) : value;
  const changed = mapValues(schema, (value, key) => {
    if (isJsonObject(value) && (key === 'properties' || key === 'patternProperties'))
      return mapValues(value, (property, name) => inner(property, `${key}/${name}`));
    if (key === 'items' || key === 'additionalProperties' || key === 'not') return inner(value, key);
    if (Array.isArray(value) && (key === 'allOf' || key === 'anyOf' || key === 'oneOf'))
      return value.map((branch, index) => inner(branch, `${key}/${index}`));
    return value;
  });
  return prose === undefined ? changed : { ...changed, description: prose };
}

/** Makes both sides equal where an exception applies. Returns a problem if it does not. */
function allow(
  { path: pointer, expected, given, reason }: CorpusException,
  sides: { readonly expected: object; readonly given: object },
): string[] {
  const names = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = names.pop() ?? '';
  const there = names.reduce<unknown>(at, sides.expected);
  const here = names.reduce<unknown>(at, sides.given);
  const problems: string[] = [];
  if (isDeepStrictEqual(at(there, last), at(here, last))) problems.push(`${pointer}: no longer different (${reason})`);
  if (!isDeepStrictEqual(at(there, last), expected)) problems.push(`${pointer}: the corpus has something else`);
  if (!isDeepStrictEqual(at(here, last), given)) problems.push(`${pointer}: kb gives something else`);
  if (typeof there === 'object' && there !== null) {
    if (given === undefined) Reflect.deleteProperty(there, last);
    else Reflect.set(there, last, given);
  }
  return problems;
}

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function mapValues(object: Schema, change: (value: JsonValue, key: string) => JsonValue): Schema {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}
