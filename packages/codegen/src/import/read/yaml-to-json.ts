import { type JsonObject, type JsonValue, setOwn } from '@kb/apimachinery';
import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Scalar, type YAMLMap } from 'yaml';
import { quoted, type TextProblem, type TextRange } from './text-problem.ts';

/** How deep objects and lists may nest in a definition. What is made of a schema is nested at most as deeply. */
export const maxDepth = 200;

/** How much the aliases of a document may unfold to: characters of text, and ten for each value. */
const maxUnfolded = 10_000_000;
const valueWeight = 10;

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;

/** Thrown inside of this module only. */
class NoJson extends Error {
  readonly problem: TextProblem;
  constructor(problem: TextProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/**
 * What a YAML document is in JSON: scalars as YAML's core schema reads them, integers of 64 bits past 2^53 as bigint, keys as text, merge keys (`<<`) merged. Every alias gives a
 * copy of its own. A document without a value is null.
 */
export function yamlToJson(document: Document): { readonly value: JsonValue } | { readonly problem: TextProblem } {
  const state: State = { anchors: new Map(), open: new Set(), unfolded: 0, aliases: 0 };
  try {
    return { value: valueOf(document.contents, state, 0) };
  } catch (error) {
    if (error instanceof NoJson) return { problem: error.problem };
    throw error;
  }
}

interface State {
  /** The node that an anchor means at this place: the last one before it. */
  readonly anchors: Map<string, Node>;
  /** Nodes with an anchor that are being read: an alias of one would be in itself. */
  readonly open: Set<Node>;
  unfolded: number;
  /** How many aliases lead here. */
  aliases: number;
}

function valueOf(node: unknown, state: State, depth: number): JsonValue {
  if (node === null || node === undefined) return null;
  if (isAlias(node)) return aliasValue(node, state, depth);
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) throw new Error('a node of YAML that is none');
  const { anchor } = node;
  if (anchor === undefined || anchor === '') return contentOf(node, state, depth);
  state.anchors.set(anchor, node);
  state.open.add(node);
  const value = contentOf(node, state, depth);
  state.open.delete(node);
  return value;
}

function contentOf(node: Node, state: State, depth: number): JsonValue {
  if (state.aliases > 0) weigh(node, valueWeight, state);
  if (isScalar(node)) return scalarValue(node, state);
  if (depth >= maxDepth) {
    throw new NoJson({
      code: 'KB_NESTED_TOO_DEEPLY',
      message: `this is nested more than ${maxDepth} levels deep`,
      hint: 'no definition is: look what the file is',
      at: rangeOf(node),
    });
  }
  if (isMap(node)) return mapValue(node, state, depth);
  if (isSeq(node)) return node.items.map((item) => valueOf(item, state, depth + 1));
  throw new Error('a node of YAML that is none');
}

function aliasValue(alias: Node & { readonly source: string }, state: State, depth: number): JsonValue {
  const node = state.anchors.get(alias.source);
  if (node === undefined || state.open.has(node)) {
    const name = quoted(alias.source);
    throw new NoJson({
      code: 'KB_IMPORT_SYNTAX',
      message:
        node === undefined
          ? `the alias ${name} has no anchor before it`
          : `the alias ${name} stands inside of what it means`,
      hint: 'write the value in full',
      at: rangeOf(alias),
    });
  }
  state.aliases++;
  const value = contentOf(node, state, depth);
  state.aliases--;
  return value;
}

function weigh(node: Node, weight: number, state: State): void {
  state.unfolded += weight;
  if (state.unfolded <= maxUnfolded) return;
  throw new NoJson({
    code: 'KB_IMPORT_SYNTAX',
    message: 'the aliases of this document unfold to more than any definition is',
    hint: 'write the values in full',
    at: rangeOf(node),
  });
}

function scalarValue(node: Scalar, state: State): JsonValue {
  const { value } = node;
  switch (typeof value) {
    case 'string':
      if (state.aliases > 0) weigh(node, value.length, state);
      return value.isWellFormed() ? value : value.toWellFormed();
    case 'boolean':
      return value;
    case 'number':
      return numberValue(value, node);
    default:
      if (value === null) return null;
      throw new Error(`YAML's core schema gave a ${typeof value}`);
  }
}

function numberValue(value: number, node: Scalar): number | bigint {
  if (!Number.isFinite(value)) {
    throw new NoJson({
      code: 'KB_IMPORT_SYNTAX',
      message: `${quoted(node.source ?? '')} is no number that JSON has`,
      hint: 'put it in quotes where it is text',
      at: rangeOf(node),
    });
  }
  if (/^[-+]?0[0-7]+$/.test(node.source ?? '') && value > 7) throw new NoJson(octalProblem(node));
  if (Number.isSafeInteger(value)) return value === 0 && /^[-+]?0+$/.test(node.source ?? '') ? 0 : value;
  const digits = /^\+?(-?\d+|0x[\da-fA-F]+|0o[0-7]+)$/.exec(node.source ?? '')?.[1];
  if (digits === undefined) return value;
  const exact = BigInt(digits);
  return exact >= minInt64 && exact <= maxInt64 ? exact : value;
}

/** Kubernetes reads YAML by its older version, where a zero in front makes a number octal. */
function octalProblem(node: Scalar): TextProblem {
  const { source = '' } = node;
  return {
    code: 'KB_IMPORT_SYNTAX',
    message: `${source} is ${Number.parseInt(source, 8)} for the API server, and ${Number.parseInt(source, 10)} by YAML 1.2`,
    hint: 'write the number without the zero in front, or put it in quotes where it is text',
    at: rangeOf(node),
  };
}

function mapValue(map: YAMLMap, state: State, depth: number): JsonObject {
  const object: JsonObject = {};
  const merged: JsonObject[] = [];
  for (const { key, value } of map.items) {
    const name = keyText(key, state);
    if (name === '<<' && isScalar(key) && key.type === 'PLAIN') {
      merged.push(...mergedObjects(key, valueOf(value, state, depth + 1)));
      continue;
    }
    if (Object.hasOwn(object, name)) {
      throw new NoJson({
        code: 'KB_IMPORT_SYNTAX',
        message: `the key ${quoted(name)} is there twice`,
        hint: 'keep one of the two',
        at: rangeOf(isNodeLike(key) ? key : map),
      });
    }
    setOwn(object, name, valueOf(value, state, depth + 1));
  }
  for (const other of merged)
    for (const [name, value] of Object.entries(other)) if (!Object.hasOwn(object, name)) setOwn(object, name, value);
  return object;
}

/** The objects that a merge key stands for: what is said beside it wins, then the first of them. */
function mergedObjects(key: Scalar, value: JsonValue): JsonObject[] {
  const objects = Array.isArray(value) ? value : [value];
  return objects.map((object) => {
    if (typeof object === 'object' && object !== null && !Array.isArray(object)) return object;
    throw new NoJson({
      code: 'KB_IMPORT_SYNTAX',
      message: 'the merge key << takes an object, or a list of objects',
      hint: 'put the key in quotes where it is meant as it is',
      at: rangeOf(key),
    });
  });
}

/** Keys that are numbers or booleans become text, as for the API server. */
function keyText(key: unknown, state: State): string {
  const node = isAlias(key) ? state.anchors.get(key.source) : key;
  if (isScalar(node)) {
    if (node.anchor !== undefined) state.anchors.set(node.anchor, node);
    if (typeof node.value === 'string') return node.value.toWellFormed();
    if (typeof node.value === 'number') return String(numberValue(node.value, node));
    if (typeof node.value === 'boolean') return String(node.value);
  }
  throw new NoJson({
    code: 'KB_IMPORT_SYNTAX',
    message: 'a key of an object is text, and this is something else',
    hint: 'put it in quotes where it is text',
    at: rangeOf(isNodeLike(key) ? key : undefined),
  });
}

function isNodeLike(node: unknown): node is Node {
  return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node);
}

/** Where a node is in the text. */
export function rangeOf(node: Node | undefined): TextRange {
  const [start, end] = node?.range ?? [0, 1];
  return { start, end: Math.max(start + 1, end) };
}
