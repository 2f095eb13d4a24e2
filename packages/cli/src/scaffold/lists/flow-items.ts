import { isMap, isNode, isPair, isScalar, isSeq, type Node, type ParsedNode, type YAMLMap, type YAMLSeq } from 'yaml';

/** What an item can be: a text, or a map of texts. */
export type FlowValue = string | { readonly [key: string]: FlowValue | undefined };

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Whether a node is in brackets, as all of JSON is. */
export function isFlow(node: unknown): node is (YAMLMap | YAMLSeq) & { readonly range: NonNullable<Node['range']> } {
  return (isMap(node) || isSeq(node)) && node.flow === true && !!node.range;
}

/**
 * Inserts a text among the items of a list or a map in brackets: on a line of its own if they have such, and with a
 * comma. Undefined for items whose places are not known. `at`: its index.
 */
export function withFlowItem(text: string, node: YAMLMap | YAMLSeq, item: string, at: number): string | undefined {
  const items = placesOf(node);
  if (items === undefined || !isFlow(node)) return undefined;
  const [open, close] = [node.range[0] + 1, node.range[1] - 1];
  const next = items[at];
  const previous = items[at - 1];
  if (next !== undefined) {
    const gap = gapBefore(text, next);
    return `${text.slice(0, next.start)}${item},${gap}${text.slice(next.start)}`;
  }
  if (previous === undefined) return text.slice(0, open) + item + text.slice(close);
  const rest = text.slice(previous.end, close);
  const comma = /^\s*,/.exec(rest)?.[0] ?? '';
  const start = previous.end + comma.length;
  const lineEnd = /^[ \t]*(?:#[^\r\n]*)?(?=\r?\n)/.exec(text.slice(start, close))?.[0];
  const gap = gapBefore(text, previous);
  const last = comma === '' ? '' : ',';
  if (lineEnd === undefined || !gap.includes('\n'))
    return `${text.slice(0, previous.end)}, ${item}${text.slice(previous.end)}`;
  const upTo = start + lineEnd.length;
  return `${text.slice(0, previous.end)}${comma === '' ? ',' : comma}${lineEnd}${gap}${item}${last}${text.slice(upTo)}`;
}

/** Removes an item of a list in brackets, with its comma. Undefined if a comment beside it would go too. */
export function withoutFlowItem(text: string, node: YAMLSeq, at: number): string | undefined {
  const items = placesOf(node);
  const item = items?.[at];
  if (items === undefined || item === undefined || !isFlow(node)) return undefined;
  const [next, previous] = [items[at + 1], items[at - 1]];
  const [from, to] =
    next !== undefined
      ? [item.start, next.start]
      : previous !== undefined
        ? [previous.end, item.end]
        : [node.range[0] + 1, node.range[1] - 1];
  const around = text.slice(from, item.start) + text.slice(item.end, to);
  return around.includes('#') ? undefined : text.slice(0, from) + text.slice(to);
}

/** Prints an entry as an item of a list in brackets; in quotes, as in JSON, if its neighbours or their keys are. */
export function printFlowEntry(entry: FlowValue, node: YAMLMap | YAMLSeq): string {
  return printValue(entry, isQuoted(node));
}

/** Prints a key with a list of one entry, as a member of a map in brackets. */
export function printFlowMember(key: string, entry: FlowValue, node: YAMLMap): string {
  const quoted = isQuoted(node);
  return `${printValue(key, quoted)}: [${printValue(entry, quoted)}]`;
}

function printValue(value: FlowValue, quoted: boolean): string {
  if (typeof value === 'string') return quoted ? JSON.stringify(value) : value;
  const members = Object.entries(value).flatMap(([key, one]) =>
    one === undefined ? [] : [`${printValue(key, quoted)}: ${printValue(one, quoted)}`],
  );
  return `{ ${members.join(', ')} }`;
}

function isQuoted(node: YAMLMap | YAMLSeq): boolean {
  const [first] = node.items;
  const scalar = isMap(node) ? node.items[0]?.key : isMap(first) ? first.items[0]?.key : first;
  return scalar === undefined || (isScalar(scalar) && scalar.type?.startsWith('QUOTE') === true);
}

/** The places of all items; undefined if one has none. */
function placesOf(node: YAMLMap | YAMLSeq): Place[] | undefined {
  const places = node.items.flatMap((item): Place[] => {
    const [first, last] = isPair(item) ? [item.key, item.value ?? item.key] : [item, item];
    return isPlaced(first) && isPlaced(last) ? [{ start: first.range[0], end: last.range[1] }] : [];
  });
  return places.length === node.items.length ? places : undefined;
}

function isPlaced(node: unknown): node is ParsedNode {
  return isNode(node) && !!node.range;
}

/** What separates an item from the one before it: a line break with its indentation, or a space. */
function gapBefore(text: string, { start }: Place): string {
  return /\r?\n[ \t]*$/.exec(text.slice(0, start))?.[0] ?? ' ';
}
