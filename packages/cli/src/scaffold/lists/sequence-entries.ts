import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isNode, isSeq, parseDocument } from 'yaml';
import { isFlow, printFlowEntry, printFlowMember, withFlowItem, withoutFlowItem } from './flow-items.ts';
import { type EditedText, yamlProblem } from './list-to-edit.ts';

/** An entry of a list of a kustomization: a folder or file, or the path of a patch with the object that it is for. */
export type SequenceEntry =
  string | { readonly path: string; readonly target?: { readonly kind: string; readonly name: string } };

/**
 * Adds an entry at the end of a list of a kustomization, or returns the text unchanged if the list has it. `before`:
 * the entry that it has to precede, if that is there. Changes no other line.
 */
export function addSequenceEntry(
  text: string,
  key: string,
  entry: SequenceEntry,
  before: readonly SequenceEntry[] = [],
): EditedText {
  const document = parseDocument(text);
  const problem = problemOf(document);
  if (problem !== undefined) return { problem };
  const list = listOf(document, key);
  const items = list.filter((item) => isDeepStrictEqual(item, entry));
  if (items.length > 0) return { text };
  const at = list.findIndex((item) => before.some((other) => isDeepStrictEqual(item, other)));
  const expected = at === -1 ? [...list, entry] : list.toSpliced(at, 0, entry);
  return verified(text, key, expected, withEntry(text, document, key, entry, at));
}

/** Removes an entry of a list of a kustomization, or returns the text unchanged if it is not there. */
export function removeSequenceEntry(text: string, key: string, entry: SequenceEntry): EditedText {
  const document = parseDocument(text);
  const problem = problemOf(document);
  if (problem !== undefined) return { problem };
  const list = listOf(document, key);
  const at = list.findIndex((item) => isDeepStrictEqual(item, entry));
  if (at === -1) return { text };
  return verified(text, key, list.toSpliced(at, 1), withoutEntry(text, document, key, at));
}

function problemOf(document: Document): string | undefined {
  const [error] = document.errors;
  if (error !== undefined) return yamlProblem(error);
  return isMap(document.contents) ? undefined : 'it is not a kustomization';
}

function listOf(document: Document, key: string): readonly unknown[] {
  const value: unknown = (document.toJS({ maxAliasCount: 100 }) as Record<string, unknown>)[key];
  return Array.isArray(value) ? value : [];
}

/** Prints an entry after its dash. `eol`: the line break, with the indentation of what follows. */
export function printEntry(entry: SequenceEntry, eol: string): string {
  if (typeof entry === 'string') return entry;
  const { path, target } = entry;
  const ofTarget = target === undefined ? [] : ['target:', `  kind: ${target.kind}`, `  name: ${target.name}`];
  return [`path: ${path}`, ...ofTarget].join(eol);
}

function withEntry(
  text: string,
  document: Document,
  key: string,
  entry: SequenceEntry,
  at: number,
): string | undefined {
  const eol = /\r?\n/.exec(text)?.[0] ?? '\n';
  const list = document.get(key, true);
  const { contents } = document;
  if (list === undefined && isMap(contents) && isFlow(contents))
    return withFlowItem(text, contents, printFlowMember(key, entry, contents), contents.items.length);
  if (list === undefined) {
    const open = text === '' || text.endsWith('\n') ? '' : eol;
    return `${text}${open}${key}:${eol}- ${printEntry(entry, `${eol}  `)}${eol}`;
  }
  if (!isSeq(list) || !list.range) return undefined;
  const [start, end] = list.range;
  const isEmpty = list.items.length === 0;
  if (isFlow(list) && (!isEmpty || isFlow(contents)))
    return withFlowItem(text, list, printFlowEntry(entry, list), at === -1 ? list.items.length : at);
  if (isEmpty) {
    // `components: []`
    const colon = text.lastIndexOf(':', start);
    return `${text.slice(0, colon + 1)}${eol}- ${printEntry(entry, `${eol}  `)}${text.slice(end)}`;
  }
  const lines = linesOfItems(text, list.items);
  const neighbour = at === -1 ? lines.at(-1) : lines[at];
  if (neighbour === undefined) return undefined;
  const line = `${neighbour.dash}${printEntry(entry, eol + ' '.repeat(neighbour.dash.length))}${eol}`;
  if (at !== -1) return text.slice(0, neighbour.start) + line + text.slice(neighbour.start);
  const open = text.slice(0, neighbour.end).endsWith('\n') ? '' : eol;
  return text.slice(0, neighbour.end) + open + line + text.slice(neighbour.end);
}

function withoutEntry(text: string, document: Document, key: string, at: number): string | undefined {
  const list = document.get(key, true);
  if (!isSeq(list) || !list.range) return undefined;
  if (isFlow(list)) return withoutFlowItem(text, list, at);
  const lines = linesOfItems(text, list.items);
  const line = lines[at];
  if (line === undefined) return undefined;
  const rest = text.slice(0, line.start) + text.slice(line.end);
  if (lines.length > 1) return rest;
  const colon = text.lastIndexOf(':', line.start);
  return `${text.slice(0, colon + 1)} []${text.slice(colon + 1, line.start)}${text.slice(line.end)}`;
}

/** The lines of each item: from its dash to the end of its last line. */
function linesOfItems(text: string, items: readonly unknown[]): { start: number; end: number; dash: string }[] {
  return items.flatMap((item) => {
    if (!isNode(item) || !item.range) return [];
    const [first, last] = item.range;
    const start = text.lastIndexOf('\n', first - 1) + 1;
    const dash = text.slice(start, first);
    if (!/^[ \t]*-[ \t]+$/.test(dash)) return [];
    // The range of a map can reach to the next line.
    const content = text.slice(first, last).trimEnd();
    const newLine = text.indexOf('\n', first + content.length);
    return [{ start, end: newLine === -1 ? text.length : newLine + 1, dash }];
  });
}

/** Checks that only the list has changed, as expected. */
function verified(before: string, key: string, expected: readonly unknown[], after: string | undefined): EditedText {
  const refused = { problem: `kb cannot edit the form of its ${key}` };
  if (after === undefined) return refused;
  const document = parseDocument(after);
  if (document.errors.length > 0) return refused;
  const value = (text: string): Record<string, unknown> => ({
    ...(parseDocument(text).toJS({ maxAliasCount: 100 }) as Record<string, unknown>),
    [key]: undefined,
  });
  const same = isDeepStrictEqual(value(before), value(after));
  return same && isDeepStrictEqual([...listOf(document, key)], [...expected]) ? { text: after } : refused;
}
