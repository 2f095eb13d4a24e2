import { type ChartNames, hasNames, isLabelled, namedText } from './chart-names.ts';
import { helpedLabels } from './helm-lines.ts';
import {
  changeAt,
  childOf,
  type Entry,
  entriesOf,
  expression,
  isLines,
  type Item,
  itemsOf,
  type Lines,
  type Template,
  valueOf,
} from '../template/template.ts';

/**
 * Replaces the names, the namespace and the labels of an object by those of a release. In a CRD, only those in its
 * metadata and its conversion: its schemas are the author's.
 */
export function releasedObject(object: Template, kind: string, names: ChartNames): Template {
  const released = (node: Template | undefined, path: readonly string[]): Template | undefined =>
    node && namesIn(node, path, names);
  if (kind === 'CustomResourceDefinition') {
    const metadata = changeAt(object, ['metadata'], (node) => released(node, ['metadata']));
    return changeAt(metadata, ['spec', 'conversion'], (node) => released(node, ['spec', 'conversion']));
  }
  return withAccount(namesIn(object, [], names), object, names);
}

function namesIn(node: Template, path: readonly string[], names: ChartNames): Template {
  const key = path.at(-1) ?? '';
  if (node.is === 'literal') {
    const { value } = node;
    if (typeof value === 'string') {
      const text = namedText(names, key, value);
      return text === undefined ? node : expression(text);
    }
    if (!hasNames(names, key, value) && !hasLabels(value, names)) return node;
  }
  if (node.is === 'choice')
    return { is: 'choice', branches: node.branches.map((one) => ({ ...one, node: namesIn(one.node, path, names) })) };
  if (node.is === 'expression') return node;
  const items = itemsOf(node);
  if (items.length > 0) {
    const inner = (item: Item | Lines): Item | Lines =>
      isLines(item) ? item : { ...item, node: namesIn(item.node, path, names) };
    return { is: 'list', items: items.map(inner) };
  }
  const entries = entriesOf(node).map((entry): Entry | Lines =>
    isLines(entry) ? entry : { ...entry, node: namesIn(entry.node, [...path, entry.key], names) },
  );
  return labelsOf(node, entries, path, names);
}

/** Labels and selectors of the operator's own objects come from helpers, so that they name the release. */
function labelsOf(
  node: Template,
  entries: readonly (Entry | Lines)[],
  path: readonly string[],
  names: ChartNames,
): Template {
  if (!isLabelled(valueOf(node), names)) return { is: 'map', entries };
  const helper = path.length === 2 && path[0] === 'metadata' ? 'labels' : 'selectorLabels';
  const lines = (indentation: number): string[] => [
    `${' '.repeat(indentation)}{{- include "${names.chart}.${helper}" . | nindent ${indentation} }}`,
  ];
  return {
    is: 'map',
    entries: [{ lines }, ...entries.filter((entry) => isLines(entry) || !helpedLabels.includes(entry.key))],
  };
}

function hasLabels(value: unknown, names: ChartNames): boolean {
  if (Array.isArray(value)) return value.some((item: unknown) => hasLabels(item, names));
  if (typeof value !== 'object' || value === null) return false;
  return isLabelled(value, names) || Object.values(value).some((child: unknown) => hasLabels(child, names));
}

/** The account is the operator's own, or one that a value names. */
function withAccount(released: Template, original: Template, names: ChartNames): Template {
  const account = expression(`{{ include "${names.chart}.serviceAccountName" . | quote }}`);
  const isOwn = (subject: unknown): boolean =>
    typeof subject === 'object' &&
    subject !== null &&
    'kind' in subject &&
    'name' in subject &&
    subject.kind === 'ServiceAccount' &&
    subject.name === names.serviceAccount;
  const before = itemsOf(childOf(original, 'subjects'));
  return changeAt(released, ['subjects'], (subjects) => {
    if (subjects === undefined) return undefined;
    const items = itemsOf(subjects).map((item, index) => {
      const plain = before[index];
      if (isLines(item) || plain === undefined || isLines(plain) || !isOwn(valueOf(plain.node))) return item;
      return { ...item, node: changeAt(item.node, ['name'], () => account) };
    });
    return { is: 'list', items };
  });
}
