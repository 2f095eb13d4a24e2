import { type Document, isMap, isScalar, isSeq, parseDocument, type Scalar, type YAMLSeq } from 'yaml';
import { isFlow, printFlowEntry, printFlowMember, withFlowItem } from './flow-items.ts';
import { type EditedText, yamlProblem } from './list-to-edit.ts';

/**
 * Adds a file to the `resources` of a kustomization that a person may have edited. If they are one a line, inserts one
 * line and changes nothing else: at its sorted position if they are sorted, otherwise at the end. A list in brackets
 * keeps its form. `after` names a file that it must follow.
 */
export function addResource(text: string, file: string, after?: string): EditedText {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) return { problem: yamlProblem(error), line: error.linePos?.[0].line };
  if (document.contents !== null && !isMap(document.contents)) return { problem: 'it is not a kustomization' };
  const list = document.get('resources', true);
  if (isSeq(list)) {
    const names = list.items.map((item) => (isScalar(item) ? item.value : undefined));
    if (names.some((name) => typeof name === 'string' && plain(name) === plain(file))) return { text };
    return verified(text, file, insertLine(text, list, file, after) ?? withItem(text, document, list, file, after));
  }
  if (list !== undefined && !(isScalar(list) && list.value === null)) {
    const listed = valueOf(text)?.resources ?? [];
    if (Array.isArray(listed) && listed.some((name) => typeof name === 'string' && plain(name) === plain(file)))
      return { text };
    return { problem: 'its resources are not a plain list', line: lineOf(text, document) };
  }
  const key = isMap(document.contents)
    ? document.contents.items.find((pair) => isScalar(pair.key) && pair.key.value === 'resources')?.key
    : undefined;
  if (isScalar(key) && key.range) {
    const below = verified(text, file, withLineBelow(text, key.range[1], `- ${file}`));
    if ('text' in below) return below;
  }
  return verified(text, file, withList(text, document, file));
}

/** Returns the text with one more line; undefined if the items are not one a line. */
function insertLine(text: string, list: YAMLSeq, file: string, after: string | undefined): string | undefined {
  if (list.flow === true) return undefined;
  const items = list.items.filter((item): item is Scalar<string> & { range: [number, number, number] } => {
    return isScalar(item) && typeof item.value === 'string' && !!item.range;
  });
  if (items.length === 0 || items.length !== list.items.length) return undefined;
  const place = placeOf(
    items.map(({ value }) => value),
    file,
    after,
  );
  const neighbour = items[Math.max(0, place - 1)];
  if (neighbour === undefined) return undefined;
  const [start, end] = neighbour.range;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const dash = text.slice(lineStart, start);
  if (!/^[ \t]*-[ \t]+$/.test(dash)) return undefined;
  const eol = lineBreakOf(text);
  if (place === 0) return `${text.slice(0, lineStart)}${dash}${file}${eol}${text.slice(lineStart)}`;
  const newLine = text.indexOf('\n', end);
  const lineEnd = newLine === -1 ? text.length : newLine + 1;
  const open = newLine === -1 ? eol : '';
  return `${text.slice(0, lineEnd)}${open}${dash}${file}${newLine === -1 ? '' : eol}${text.slice(lineEnd)}`;
}

function withLineBelow(text: string, at: number, line: string): string {
  const eol = lineBreakOf(text);
  const newLine = text.indexOf('\n', at);
  return newLine === -1
    ? `${text}${eol}${line}`
    : `${text.slice(0, newLine + 1)}${line}${eol}${text.slice(newLine + 1)}`;
}

function lineBreakOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}

/** Returns the index of a new item. */
function placeOf(names: readonly string[], file: string, after: string | undefined): number {
  if (after !== undefined && names.includes(after)) return names.indexOf(after) + 1;
  const sorted = names.every((name, index) => index === 0 || (names[index - 1] ?? '') <= name);
  const next = sorted ? names.findIndex((name) => name > file) : -1;
  return next === -1 ? names.length : next;
}

/** Adds an item to a list in brackets. An empty one gets lines instead, unless the whole text is in brackets. */
function withItem(
  text: string,
  document: Document,
  list: YAMLSeq,
  file: string,
  after: string | undefined,
): string | undefined {
  if (!isFlow(list)) return undefined;
  const { items, range } = list;
  if (items.length === 0 && !isFlow(document.contents)) {
    const colon = text.lastIndexOf(':', range[0]);
    return `${text.slice(0, colon + 1)}${lineBreakOf(text)}- ${file}${text.slice(range[1])}`;
  }
  const names = items.map((item) => (isScalar(item) ? String(item.value) : ''));
  return withFlowItem(text, list, printFlowEntry(file, list), placeOf(names, file, after));
}

/** Returns the text with the list, which it does not have. */
function withList(text: string, { contents }: Document, file: string): string | undefined {
  if (isMap(contents) && isFlow(contents))
    return withFlowItem(text, contents, printFlowMember('resources', file, contents), contents.items.length);
  const eol = lineBreakOf(text);
  const open = text === '' || text.endsWith('\n') ? '' : eol;
  return `${text}${open}resources:${eol}  - ${file}${eol}`;
}

/** Checks that the parsed result is the old list and the new file. */
function verified(before: string, file: string, after: string | undefined): EditedText {
  const refused = { problem: 'kb cannot edit the form of its resources' };
  if (after === undefined || parseDocument(after).errors.length > 0) return refused;
  const [old, now] = [before, after].map((text) => valueOf(text));
  const expected = [...(old?.resources ?? []), file];
  const same = JSON.stringify({ ...old, resources: 0 }) === JSON.stringify({ ...now, resources: 0 });
  const sorted = (list: readonly unknown[]): string =>
    JSON.stringify(list.map((item) => JSON.stringify(item) ?? '').toSorted());
  if (!same || sorted(now?.resources ?? []) !== sorted(expected)) return refused;
  return { text: after };
}

function valueOf(text: string): { readonly resources?: readonly unknown[] | null } | undefined {
  // Items of any type are allowed: they are only compared.
  return (parseDocument(text).toJS({ maxAliasCount: 100 }) ?? {}) as { readonly resources?: readonly unknown[] | null };
}

function lineOf(text: string, document: Document): number | undefined {
  const node = document.get('resources', true);
  const start = isScalar(node) || isMap(node) ? node.range?.[0] : undefined;
  return start === undefined ? undefined : text.slice(0, start).split('\n').length;
}

function plain(file: string): string {
  return file.replace(/^\.\//, '');
}
