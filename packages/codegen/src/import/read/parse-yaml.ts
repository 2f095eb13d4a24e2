import { type JsonValue, trimEndOf } from '@kb/apimachinery';
import {
  type Document,
  type DocumentOptions,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  type ParseOptions,
  type SchemaOptions,
  visit,
  type YAMLError,
} from 'yaml';
import { cutOffHint, type JsonPath, quoted, type TextProblem, type TextRange } from './text-problem.ts';
import { maxDepth, rangeOf, yamlToJson } from './yaml-to-json.ts';

/** A document that was read, or what is wrong with it. */
export type ParsedDocument =
  | {
      readonly value: JsonValue;
      readonly problem?: undefined;
      /** What is to be told of the document, although it was read. */
      readonly warning?: TextProblem;
      /** Files of Helm's charts are YAML, never JSON. */
      readonly format: 'yaml' | 'json';
      readonly locate: Locate;
    }
  | { readonly value?: undefined; readonly problem: TextProblem };

/**
 * Where the value at a path stands in the text or, with `key`, its key; the nearest that is there, where it is not.
 */
export type Locate = (path: JsonPath, meant?: 'key' | 'value') => TextRange;

/** How the library reads YAML here. Duplicate keys are found where the values are read: it would compare every key with all before it. */
export const yamlOptions: ParseOptions & DocumentOptions & SchemaOptions = {
  schema: 'core',
  resolveKnownTags: false,
  uniqueKeys: false,
  prettyErrors: false,
};

/**
 * Reads one document of YAML, by YAML 1.2's core schema whatever version it names: `yes`, `=` and dates are text. Duplicate keys are found, as everywhere in Kubernetes. Throws
 * nothing.
 */
export function parseYaml(text: string): ParsedDocument {
  const document = parseDocument(text, yamlOptions);
  const [error] = [...document.errors, ...document.warnings];
  if (error !== undefined) return { problem: syntaxProblem(error, text) };
  const read = yamlToJson(document);
  if ('problem' in read) return { problem: read.problem };
  const cut = cutOff(document, text);
  if (cut !== undefined) return { problem: cut };
  return { value: read.value, format: 'yaml', locate: (path, meant) => locateIn(document, path, meant) };
}

function syntaxProblem({ code, message, pos: [start] }: YAMLError, text: string): TextProblem {
  const at = { start, end: start + 1 };
  if (code === 'RESOURCE_EXHAUSTION')
    return { code: 'KB_NESTED_TOO_DEEPLY', message: `this is nested more than ${maxDepth} levels deep`, at };
  if (text.slice(start).trim() === '') {
    return {
      code: 'KB_IMPORT_SYNTAX',
      message: `it ends in the middle: ${firstLineOf(message)}`,
      hint: cutOffHint,
      at,
    };
  }
  return { code: 'KB_IMPORT_SYNTAX', message: `this is no YAML: ${firstLineOf(message)}`, at };
}

/** A text that ends behind the colon of a key, without the line break that ends every file, was longer once. */
function cutOff(document: Document, text: string): TextProblem | undefined {
  if (!/:[ \t]*$/.test(text.slice(-200))) return undefined;
  let key: unknown;
  let node: unknown = document.contents;
  while (isMap(node) || isSeq(node)) {
    const last: unknown = node.items.at(-1);
    key = isPair(last) ? last.key : undefined;
    node = isPair(last) ? last.value : last;
  }
  if (!isScalar(node) || node.value !== null || !isScalar(key)) return undefined;
  return {
    code: 'KB_IMPORT_SYNTAX',
    message: `it ends in the middle: nothing stands behind ${quoted(String(key.value))}`,
    hint: cutOffHint,
    at: rangeOf(key),
  };
}

/** The library's messages go over several lines, and quote what they are about. */
function firstLineOf(message: string): string {
  const [line = ''] = message.split(/[\r\n\u2028\u2029]/);
  return line.length > 200 ? `${line.slice(0, 200)}…` : trimEndOf(line, '.:');
}

/** {@link Locate} in a text that was read as YAML, whether it is right or not. */
export function locateIn(document: Document, path: JsonPath, meant: 'key' | 'value' = 'value'): TextRange {
  let anchors: ReadonlyMap<string, Node> | undefined;
  const behind = (node: unknown): unknown => {
    if (!isAlias(node)) return node;
    return (anchors ??= anchorsOf(document)).get(node.source);
  };
  let node: unknown = document.contents;
  let range = rangeOf(document.contents ?? undefined);
  for (const [index, part] of path.entries()) {
    const inside = behind(node);
    if (isMap(inside)) {
      const pair = inside.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
      if (pair === undefined) break;
      const wanted = meant === 'key' && index === path.length - 1 ? pair.key : (pair.value ?? pair.key);
      range = rangeOf(wanted as Node);
      node = pair.value;
    } else if (isSeq(inside) && typeof part === 'number' && part < inside.items.length) {
      node = inside.items[part];
      range = rangeOf(node as Node);
    } else break;
  }
  return range;
}

function anchorsOf(document: Document): ReadonlyMap<string, Node> {
  const anchors = new Map<string, Node>();
  visit(document, {
    Node(_key, node) {
      if ('anchor' in node && typeof node.anchor === 'string') anchors.set(node.anchor, node);
    },
  });
  return anchors;
}
