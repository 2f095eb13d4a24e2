import { readYaml } from '../yaml/reader/read-yaml.ts';
import type { TextRange, YamlNode } from '../yaml/reader/yaml-node.ts';
import type { YamlProblem } from '../yaml/reader/yaml-syntax-error.ts';
import type { JsonPath, ParsedDocument } from './parsed-document.ts';
import { CUT_OFF_HINT, type DocumentProblem, quoteShort } from './text-problem.ts';

/** The maximum nesting depth of objects and lists in a manifest. */
export const MAX_DEPTH = 200;

/** A YAML document with its nodes. */
export type ParsedYaml = ParsedDocument & { readonly root?: YamlNode | undefined };

/** Reads one YAML document, as `readYaml` does. Never throws. */
export function parseYamlDocument(text: string): ParsedYaml {
  const document = readYaml(text, { maxDepth: MAX_DEPTH });
  if (document.problem !== undefined) return { problem: documentProblem(document.problem) };
  const { value, root } = document;
  const cut = root === undefined ? undefined : cutOff(root, text);
  if (cut !== undefined) return { problem: cut };
  return { value, root, format: 'yaml', locate: (path, meant) => locateIn(root, path, meant) };
}

function documentProblem({ kind, message, hint, at }: YamlProblem): DocumentProblem {
  switch (kind) {
    case 'depth':
      return { kind: 'depth', message, hint: 'no manifest nests that deeply: check that this is the right file', at };
    case 'cut':
      return { kind: 'syntax', message: `it ends in the middle: ${message}`, hint: withCutOff(hint), at };
    case 'value':
      return { kind: 'syntax', message, ...(hint !== undefined && { hint }), at };
    default:
      return { kind: 'syntax', message: `this is not YAML: ${message}`, ...(hint !== undefined && { hint }), at };
  }
}

function withCutOff(hint: string | undefined): string {
  return hint === undefined ? CUT_OFF_HINT : `${hint}; or ${CUT_OFF_HINT}`;
}

/** Reports a text that ends after the colon of a key without a final line break, because it was probably cut off. */
function cutOff(root: YamlNode, text: string): DocumentProblem | undefined {
  if (!/:[ \t]*$/.test(text.slice(-200))) return undefined;
  let key: YamlNode | undefined;
  let node: YamlNode | undefined = root;
  while (node?.kind === 'map' || node?.kind === 'list') {
    const last: { readonly key?: YamlNode; readonly value: YamlNode | undefined } | undefined =
      node.kind === 'map' ? node.entries.at(-1) : { value: node.items.at(-1) };
    key = last?.key;
    node = last?.value;
  }
  if (node?.kind !== 'scalar' || node.start !== node.end || key?.kind !== 'scalar') return undefined;
  const message = `it ends in the middle: nothing follows ${quoteShort(key.text)}`;
  return { kind: 'syntax', message, hint: CUT_OFF_HINT, at: rangeOf(key) };
}

/** Returns the range of the value or key at a path below a node, or of its nearest existing ancestor. */
function locateIn(root: YamlNode | undefined, path: JsonPath, meant: 'key' | 'value' = 'value'): TextRange {
  let node = root;
  let range = rangeOf(root);
  for (const [index, part] of path.entries()) {
    const inside: YamlNode | undefined = node?.kind === 'alias' ? node.target : node;
    if (inside?.kind === 'map') {
      const entry = inside.entries.findLast(({ key }) => key.kind === 'scalar' && key.text === String(part));
      if (entry === undefined) break;
      const { key, value } = entry;
      const isKey = (meant === 'key' && index === path.length - 1) || value.start === value.end;
      range = rangeOf(isKey ? key : value);
      node = value;
    } else if (inside?.kind === 'list' && typeof part === 'number' && part < inside.items.length) {
      node = inside.items[part];
      range = rangeOf(node);
    } else break;
  }
  return range;
}

function rangeOf(node: YamlNode | undefined): TextRange {
  const { start, end } = node ?? { start: 0, end: 1 };
  return { start, end: Math.max(start + 1, end) };
}
