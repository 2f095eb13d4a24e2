import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { type JsonPath, placeIn, placeOf, readDocuments, type TextRange } from '@kb/apimachinery/yaml';
import type { Diagnostic } from '@kb/codegen';
import { createReporter, type Finding, type Reporter, withoutMark } from '@kb/codegen/reporting';
import { isDefinition, readDefinition } from './read-definition.ts';
import { type DefinitionIdentity, identityOf } from './definition-identity.ts';
import { uniqueDefinitions } from './unique-definitions.ts';
import { findingOf } from './text-problem.ts';
import type { LocatePart, ReadDefinition } from './definition-place.ts';

/** A text that may contain CustomResourceDefinitions. */
export interface NamedText {
  /** Its name for users: a path relative to the working folder, a URL, or `<stdin>`. */
  readonly name: string;
  /** YAML of any number of documents, or JSON. */
  readonly text: string;
  /** The folder that contains it: single files of a folder may have no definition, but not all of them. */
  readonly folder?: string;
}

/** The result of {@link readDefinitions}. */
export interface ReadDefinitions {
  /** Sorted by name, without duplicates. */
  readonly definitions: readonly ReadDefinition[];
  /** Texts with objects that are not definitions, and their numbers. */
  readonly leftOut: readonly { readonly file: string; readonly count: number }[];
  /** The identities of selected definitions that could not be read; the diagnostics say why. */
  readonly refused: readonly DefinitionIdentity[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Options of {@link readDefinitions}. */
export interface ReadOptions {
  /** Whether problems of a definition are reported, by its identity. Default: always. */
  readonly isWanted?: (identity: DefinitionIdentity) => boolean;
}

/**
 * Reads every CustomResourceDefinition in some texts: YAML of several documents, JSON, lists (`kind: List` and
 * CustomResourceDefinitionList), and files with lines of Helm templates around them. Problems are reported with file,
 * line and document, and the rest is still read; problems of definitions that are not selected are not reported. Never
 * throws, for any text.
 */
export function readDefinitions(texts: readonly NamedText[], options: ReadOptions = {}): ReadDefinitions {
  const { isWanted = () => true } = options;
  const byName = new Map(texts.map(({ name, text }) => [name, text]));
  const reporter = createReporter({ read: (file) => byName.get(file) });
  const read: ReadDefinition[] = [];
  const reportUnstored = new Map<string, () => void>();
  const refused: DefinitionIdentity[] = [];
  const leftOut: { readonly file: string; readonly count: number }[] = [];
  const foldersWithout = new Map<string, boolean>();
  for (const text of texts) {
    const { definitions, others, ...more } = readText(text, { isWanted, reporter, reportUnstored });
    read.push(...definitions);
    refused.push(...more.refused);
    const none = definitions.length === 0 && !more.failed;
    if (others > 0 && !none) leftOut.push({ file: text.name, count: others });
    if (text.folder !== undefined) foldersWithout.set(text.folder, none && foldersWithout.get(text.folder) !== false);
    else if (none) reportNone(text, others, reporter);
  }
  for (const [folder, without] of foldersWithout) if (without) reportNone({ name: folder }, 0, reporter);
  const definitions = uniqueDefinitions(read, ({ definition, place: { file, line } }, finding) => {
    const { group, names } = definition.spec;
    const identity = { group, kind: names.kind };
    if (!isWanted(identity)) return;
    if (finding.severity !== 'warning') refused.push(identity);
    reporter.report({ file, line, column: 1, length: 1 }, finding);
  });
  const stored = definitions.filter(({ definition: { metadata, spec } }) => {
    if (spec.versions.some(({ storage }) => storage)) return true;
    const identity = { group: spec.group, kind: spec.names.kind };
    if (isWanted(identity)) {
      refused.push(identity);
      reportUnstored.get(metadata.name)?.();
    }
    return false;
  });
  return { definitions: stored, leftOut, refused, diagnostics: reporter.diagnostics() };
}

/** The state shared by the texts. */
interface TextContext {
  readonly isWanted: (identity: DefinitionIdentity) => boolean;
  readonly reporter: Reporter;
  /** Receives, by name, the function that reports a definition without a stored version. */
  readonly reportUnstored: Map<string, () => void>;
}

/** The content of a text. */
interface TextContent {
  readonly definitions: readonly ReadDefinition[];
  /** The number of objects that are not definitions. */
  readonly others: number;
  /** Selected definitions that could not be read. */
  readonly refused: readonly DefinitionIdentity[];
  /** Whether a part could not be read, which was reported if it may be selected. */
  readonly failed: boolean;
}

function readText({ name: file, text }: NamedText, { isWanted, reporter, reportUnstored }: TextContext): TextContent {
  const definitions: ReadDefinition[] = [];
  const refused: DefinitionIdentity[] = [];
  let others = 0;
  let failed = false;
  const documents = readDocuments(withoutMark(text));
  for (const [index, document] of documents.entries()) {
    const report = (at: TextRange, finding: Finding, item?: string): void => {
      if (finding.severity !== 'warning') failed = true;
      const where = [...(documents.length > 1 ? [`document ${index + 1}`] : []), ...(item === undefined ? [] : [item])];
      const message = where.length === 0 ? finding.message : `${where.join(', ')}: ${finding.message}`;
      reporter.report({ file, ...placeIn(document, at) }, { ...finding, message });
    };
    const { parsed } = document;
    if (parsed.problem !== undefined) {
      report(parsed.problem.at, findingOf(parsed.problem));
      continue;
    }
    const objects = objectsOf(parsed.value);
    // A template may produce a definition in an otherwise empty document.
    const mayBeWanted = objects.length === 0 || objects.some(({ value }) => !isUnwanted(value, isWanted));
    if (parsed.warning !== undefined && mayBeWanted) report(parsed.warning.at, findingOf(parsed.warning));
    for (const { value, path } of objects) {
      if (!isJsonObject(value) || !isDefinition(value)) {
        others++;
        continue;
      }
      const item = itemName(path);
      const identity = identityOf(value);
      const wanted = isWanted(identity);
      let unstored: (() => void) | undefined;
      const definition = readDefinition(
        value,
        (problem) => {
          if (wanted) report(parsed.locate([...path, ...problem.path], problem.meant), problem, item);
        },
        {
          format: parsed.format,
          onNoneStored: (problem) => {
            const where = parsed.locate([...path, ...problem.path], problem.meant);
            unstored = () => report(where, problem, item);
          },
        },
      );
      if (definition === undefined) {
        failed = true;
        if (wanted) refused.push(identity);
        continue;
      }
      const { line } = path.length === 0 ? placeOf(document) : placeIn(document, parsed.locate(path));
      const locate: LocatePart = (part, meant) => {
        const inText = withVersionIndex(value, part);
        return inText && placeIn(document, parsed.locate([...path, ...inText], meant));
      };
      definitions.push({ definition, place: { file, document: index + 1, line, locate } });
      if (unstored !== undefined) reportUnstored.set(definition.metadata.name, unstored);
    }
  }
  return { definitions, others, refused, failed };
}

/**
 * The path of a part with the index of a version instead of its name; undefined if the object has no version of that
 * name.
 */
function withVersionIndex({ spec }: JsonObject, path: JsonPath): JsonPath | undefined {
  const [first, second, name, ...rest] = path;
  if (first !== 'spec' || second !== 'versions' || typeof name !== 'string') return path;
  const versions = isJsonObject(spec) ? spec['versions'] : undefined;
  if (!Array.isArray(versions)) return undefined;
  const index = versions.findIndex((version) => isJsonObject(version) && version['name'] === name);
  return index === -1 ? undefined : [first, second, index, ...rest];
}

/** Whether an object identifies itself as one that is not selected. */
function isUnwanted(value: JsonValue, isWanted: (identity: DefinitionIdentity) => boolean): boolean {
  if (!isJsonObject(value) || textOf(value, 'kind') === '') return false;
  return !isDefinition(value) || !isWanted(identityOf(value));
}

/** The objects of a document, each with its path: the document itself, or the items of a list. */
function objectsOf(value: JsonValue): { readonly value: JsonValue; readonly path: JsonPath }[] {
  if (value === null) return [];
  if (Array.isArray(value)) return value.map((item, index) => ({ value: item, path: [index] }));
  const items = isJsonObject(value) && Object.hasOwn(value, 'items') ? value['items'] : undefined;
  if (!isJsonObject(value) || !Array.isArray(items) || !textOf(value, 'kind').endsWith('List'))
    return [{ value, path: [] }];
  const kind = textOf(value, 'kind').slice(0, -'List'.length);
  return items.map((item, index) => ({
    // An API server omits the fields that the list sets for all its items.
    value: isJsonObject(item) && kind !== '' ? { apiVersion: value['apiVersion'] ?? null, kind, ...item } : item,
    path: ['items', index],
  }));
}

function itemName(path: JsonPath): string | undefined {
  const index = path.at(-1);
  return typeof index === 'number' ? `item ${index + 1}` : undefined;
}

function textOf(object: JsonObject, key: string): string {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return typeof value === 'string' ? value : '';
}

function reportNone(
  { name, text }: { readonly name: string; readonly text?: string },
  others: number,
  reporter: Reporter,
): void {
  const found = others === 1 ? 'one other object is' : `${others} other objects are`;
  reporter.report(
    { file: name, line: 0, column: 0, length: 1 },
    {
      code: 'KB_IMPORT_NOTHING',
      message: `there is no CustomResourceDefinition in ${name}${others === 0 ? '' : `: ${found} all that is there`}`,
      hint: text?.trim() === '' ? 'it is empty' : 'kb imports objects whose kind is CustomResourceDefinition',
    },
  );
}
