import type { JsonValue } from '@kb/apimachinery';

/** A part of a chart's template: data, or data with places that Helm fills in. */
export type Template = Literal | MapTemplate | ListTemplate | Choice | Expression;

/** Plain data. */
export interface Literal {
  readonly is: 'literal';
  readonly value: JsonValue;
}

/** A map, some of whose entries depend on values. */
export interface MapTemplate {
  readonly is: 'map';
  readonly entries: readonly (Entry | Lines)[];
}

/** An entry of a map. */
export interface Entry {
  readonly key: string;
  /** The condition under which it is there, as Helm writes it. Default: always. */
  readonly when?: string | undefined;
  readonly node: Template;
}

/** A list, some of whose items depend on values. */
export interface ListTemplate {
  readonly is: 'list';
  readonly items: readonly (Item | Lines)[];
}

/** An item of a list. */
export interface Item {
  /** The condition under which it is there, as Helm writes it. Default: always. */
  readonly when?: string | undefined;
  readonly node: Template;
}

/** Lines in Helm's language that stand for any number of entries or items. */
export interface Lines {
  /** The lines at an indentation; they are not indented further. */
  readonly lines: (indentation: number) => readonly string[];
}

/** One of several values. */
export interface Choice {
  readonly is: 'choice';
  /** The last one is for all other cases. */
  readonly branches: readonly { readonly when: string; readonly node: Template }[];
}

/** A scalar that Helm computes: what is written after `key: `. */
export interface Expression {
  readonly is: 'expression';
  readonly text: string;
}

/** Plain data as a template. */
export function literal(value: JsonValue): Literal {
  return { is: 'literal', value };
}

/** A scalar that Helm computes as a template. */
export function expression(text: string): Expression {
  return { is: 'expression', text };
}

/** Whether an entry or an item is lines in Helm's language. */
export function isLines(one: Entry | Item | Lines): one is Lines {
  return 'lines' in one;
}

/** The entries of a map; none for anything else. */
export function entriesOf(node: Template | undefined): readonly (Entry | Lines)[] {
  if (node?.is === 'map') return node.entries;
  if (node?.is !== 'literal' || !isMap(node.value)) return [];
  return Object.entries(node.value).map(([key, value]): Entry => ({ key, node: literal(value) }));
}

/** The items of a list; none for anything else. */
export function itemsOf(node: Template | undefined): readonly (Item | Lines)[] {
  if (node?.is === 'list') return node.items;
  if (node?.is !== 'literal' || !Array.isArray(node.value)) return [];
  return node.value.map((value: JsonValue): Item => ({ node: literal(value) }));
}

/** The value at a key of a map; undefined if there is none. */
export function childOf(node: Template | undefined, key: string): Template | undefined {
  return entriesOf(node).find((entry): entry is Entry => !isLines(entry) && entry.key === key)?.node;
}

/** The plain data of a node; undefined if Helm computes a part of it. */
export function valueOf(node: Template | undefined): JsonValue | undefined {
  return node?.is === 'literal' ? node.value : undefined;
}

/** The text of a node; undefined if it is not plain text. */
export function textOf(node: Template | undefined): string | undefined {
  const value = valueOf(node);
  return typeof value === 'string' ? value : undefined;
}

/**
 * Replaces the value at a path of keys by what a function returns for it; undefined removes the entry. A missing entry
 * is added at the end if the function returns something for undefined.
 */
export function changeAt(
  node: Template,
  [key, ...rest]: readonly string[],
  change: (node: Template | undefined) => Template | undefined,
): Template {
  if (key === undefined) return change(node) ?? literal(null);
  const inner = (child: Template | undefined): Template | undefined => {
    if (rest.length === 0) return change(child);
    return child === undefined ? undefined : changeAt(child, rest, change);
  };
  const entries = entriesOf(node);
  const isThere = entries.some((entry) => !isLines(entry) && entry.key === key);
  const changed = entries.flatMap((entry): (Entry | Lines)[] => {
    if (isLines(entry) || entry.key !== key) return [entry];
    const next = inner(entry.node);
    return next === undefined ? [] : [{ ...entry, node: next }];
  });
  if (isThere) return { is: 'map', entries: changed };
  const added = inner(undefined);
  return added === undefined ? node : { is: 'map', entries: [...changed, { key, node: added }] };
}

/** Whether data is a map, and not a list. */
export function isMap(value: JsonValue | undefined): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
