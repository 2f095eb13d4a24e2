import type { JsonValue } from '@kb/apimachinery';
import { printYaml } from '@kb/apimachinery/yaml';
import { unwrapped } from './conditions.ts';
import { type Entry, isLines, type Item, type Lines, literal, type MapTemplate, type Template } from './template.ts';

/** Prints a template, indented as kustomize indents: lists are not deeper than the key before them. */
export function printTemplate(node: Template): string {
  return `${linesOf(node, 0).join('\n')}\n`;
}

function linesOf(node: Template, indentation: number): string[] {
  if (node.is === 'map') return inGroups(node.entries, indentation, (entry) => entryPart(entry, indentation));
  if (node.is === 'list') return inGroups(node.items, indentation, (item) => itemPart(item, indentation));
  if (node.is === 'literal') return literalLines(node.value, indentation);
  if (node.is === 'expression') return [`${' '.repeat(indentation)}${node.text}`];
  return choiceLines(node.branches, indentation, (one) => linesOf(one, indentation));
}

/** Lines, and the condition under which they are there. */
interface Part {
  readonly when: string;
  readonly lines: readonly string[];
}

/** The lines of several parts: neighbours with one condition share it. */
function inGroups<T>(all: readonly T[], indentation: number, print: (one: T) => Part): string[] {
  const groups: { when: string; lines: string[] }[] = [];
  for (const { when, lines } of all.map(print)) {
    const last = groups.at(-1);
    if (last?.when === when) last.lines.push(...lines);
    else groups.push({ when, lines: [...lines] });
  }
  return groups.flatMap(({ when, lines }) => guarded(when, indentation, lines));
}

function entryPart(entry: Entry | Lines, indentation: number): Part {
  if (isLines(entry)) return { when: '', lines: entry.lines(indentation) };
  const { key, when = '', node } = entry;
  const guard = when === '' ? guardOfList(node) : when;
  return { when: guard, lines: keyLines(key, withoutGuard(node, guard), indentation) };
}

function keyLines(key: string, node: Template, indentation: number): string[] {
  const start = `${' '.repeat(indentation)}${key}:`;
  if (node.is === 'literal') return literalLines({ [key]: node.value }, indentation);
  if (node.is === 'expression') return [`${start} ${node.text}`];
  if (node.is === 'choice') return choiceLines(node.branches, indentation, (one) => keyLines(key, one, indentation));
  return [start, ...linesOf(node, node.is === 'list' ? indentation : indentation + 2)];
}

function itemPart(item: Item | Lines, indentation: number): Part {
  if (isLines(item)) return { when: '', lines: item.lines(indentation) };
  return { when: item.when ?? '', lines: dashed(item.node, indentation) };
}

function dashed(node: Template, indentation: number): string[] {
  if (node.is === 'literal') return literalLines([node.value], indentation);
  if (node.is === 'choice') return choiceLines(node.branches, indentation, (one) => dashed(one, indentation));
  const [first = '', ...others] = linesOf(node.is === 'map' ? withPlainStart(node) : node, indentation + 2);
  return [`${' '.repeat(indentation)}- ${first.slice(indentation + 2)}`, ...others];
}

/** The map with an entry first that is always there, for the dash of a list. */
function withPlainStart({ entries }: MapTemplate): MapTemplate {
  const plain = entries.find(
    (entry) =>
      !isLines(entry) && (entry.when ?? '') === '' && entry.node.is !== 'choice' && guardOfList(entry.node) === '',
  );
  if (plain === undefined) return { is: 'map', entries };
  return { is: 'map', entries: [plain, ...entries.filter((entry) => entry !== plain)] };
}

/** A list whose items do not repeat the condition of the list. */
function withoutGuard(node: Template, guard: string): Template {
  if (node.is !== 'list' || guard === '') return node;
  return {
    is: 'list',
    items: node.items.map((item) => (isLines(item) || item.when !== guard ? item : { ...item, when: '' })),
  };
}

/** Whether all items of a list depend on conditions: then its key depends on them too, so that it is never empty. */
function guardOfList(node: Template): string {
  if (node.is !== 'list' || node.items.length === 0) return '';
  const conditions = node.items.map((item) => (isLines(item) ? '' : (item.when ?? '')));
  if (conditions.includes('')) return '';
  const different = [...new Set(conditions)];
  return different.length === 1 ? (different[0] ?? '') : `(or ${different.join(' ')})`;
}

function guarded(when: string, indentation: number, lines: string[]): string[] {
  if (when === '') return lines;
  const space = ' '.repeat(indentation);
  return [`${space}{{- if ${unwrapped(when)} }}`, ...lines, `${space}{{- end }}`];
}

function choiceLines(
  branches: readonly { readonly when: string; readonly node: Template }[],
  indentation: number,
  print: (node: Template) => string[],
): string[] {
  const space = ' '.repeat(indentation);
  return [
    ...branches.flatMap(({ when, node }, index) => {
      const word = index === 0 ? 'if ' : index === branches.length - 1 ? 'else' : 'else if ';
      return [`${space}{{- ${word}${word === 'else' ? '' : unwrapped(when)} }}`, ...print(node)];
    }),
    `${space}{{- end }}`,
  ];
}

function literalLines(value: JsonValue, indentation: number): string[] {
  const space = ' '.repeat(indentation);
  const lines = escaped(printYaml(value)).replace(/\n$/, '').split('\n');
  return lines.map((line) => (line === '' ? line : space + line));
}

/** Text that Helm leaves as it is. */
function escaped(text: string): string {
  return text.replaceAll('{{', '{{ "{{" }}');
}

/** Data as a template, for lines that stand among others. */
export function dataLines(value: JsonValue, indentation: number): string[] {
  return linesOf(literal(value), indentation);
}
