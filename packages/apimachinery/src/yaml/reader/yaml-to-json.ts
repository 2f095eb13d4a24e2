import { formatFloat } from '../../codec/go-format.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import { setOwn } from '../../codec/own-property.ts';
import { resolveScalar } from './resolve-scalar.ts';
import type { YamlAlias, YamlMap, YamlNode, YamlScalar } from './yaml-node.ts';
import { failValue, YamlSyntaxError } from './yaml-syntax-error.ts';

/** The limit for expanded aliases: characters of text, plus ten for each value. */
const MAX_UNFOLDED = 10_000_000;
const VALUE_WEIGHT = 10;

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

interface State {
  readonly maxDepth: number;
  /** Nodes that are being converted: an alias to one of them is a cycle. */
  readonly open: Set<YamlNode>;
  unfolded: number;
  /** The number of aliases that lead here. */
  aliases: number;
}

/**
 * Converts a node to JSON, as Go's sigs.k8s.io/yaml does: keys as text, merge keys (`<<`) merged in place, integers
 * past 2^53 as bigint, and a separate copy for every alias. Unlike there, a duplicate key is an error, as in the API
 * server. Throws a {@link YamlSyntaxError}.
 */
export function yamlToJson(node: YamlNode, maxDepth: number): JsonValue {
  return valueOf(node, { maxDepth, open: new Set(), unfolded: 0, aliases: 0 }, 0);
}

function valueOf(node: YamlNode, state: State, depth: number): JsonValue {
  if (node.kind === 'alias') return aliasValue(node, state, depth);
  if (state.aliases > 0) weigh(node, state);
  if (node.kind === 'scalar') return scalarValue(node);
  if (depth >= state.maxDepth) {
    throw new YamlSyntaxError({
      kind: 'depth',
      message: `this is nested more than ${state.maxDepth} levels deep`,
      at: { start: node.start, end: node.start + 1 },
    });
  }
  state.open.add(node);
  const value =
    node.kind === 'map' ? mapValue(node, state, depth) : node.items.map((item) => valueOf(item, state, depth + 1));
  state.open.delete(node);
  return value;
}

function aliasValue(alias: YamlAlias, state: State, depth: number): JsonValue {
  if (state.open.has(alias.target)) {
    failValue(
      alias,
      `the alias ${JSON.stringify(alias.name)} is inside the value that it refers to`,
      'write the value in full',
    );
  }
  state.aliases += 1;
  const value = valueOf(alias.target, state, depth);
  state.aliases -= 1;
  return value;
}

function weigh(node: YamlNode, state: State): void {
  state.unfolded += VALUE_WEIGHT + (node.kind === 'scalar' ? node.text.length : 0);
  if (state.unfolded > MAX_UNFOLDED)
    failValue(node, 'the aliases of this document expand to more than any manifest holds', 'write the values in full');
}

function scalarValue(node: YamlScalar): JsonValue {
  const value = resolveScalar(node);
  if (typeof value === 'bigint') {
    if (value < MIN_INT64 || value > MAX_INT64) return Number(value);
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (typeof value === 'number' && !Number.isFinite(value))
    failValue(node, `JSON has no number ${JSON.stringify(node.text)}`, 'put it in quotes where it is text');
  return value;
}

function mapValue(map: YamlMap, state: State, depth: number): JsonObject {
  const object: JsonObject = {};
  const own = new Set<string>();
  for (const { key, value } of map.entries) {
    if (isMergeKey(key)) {
      for (const other of mergedObjects(key, value, state, depth))
        for (const [name, merged] of Object.entries(other)) setOwn(object, name, merged);
      continue;
    }
    const name = keyText(key);
    if (own.has(name))
      failValue(rangeOfKey(key, map), `the key ${shortened(name)} is there twice`, 'keep one of the two');
    own.add(name);
    setOwn(object, name, valueOf(value, state, depth + 1));
  }
  return object;
}

function isMergeKey(key: YamlNode): key is YamlScalar {
  return key.kind === 'scalar' && key.text === '<<' && (key.tag === MERGE_TAG || (!key.tag && key.style === 'plain'));
}

const MERGE_TAG = 'tag:yaml.org,2002:merge';

/** The objects of a merge key: the first one wins, so it comes last. */
function mergedObjects(key: YamlScalar, value: YamlNode, state: State, depth: number): JsonObject[] {
  const nodes = value.kind === 'list' ? value.items.toReversed() : [value];
  return nodes.map((node) => {
    const target = node.kind === 'alias' ? node.target : node;
    if (target.kind !== 'map') {
      const message = 'the merge key << takes an object, or a list of objects';
      return failValue(key, message, 'put the key in quotes where it is meant as it is');
    }
    const object = valueOf(node, state, depth + 1);
    // It is one, since the node is a map.
    return object as JsonObject;
  });
}

/** Keys that are numbers or booleans become text. */
function keyText(key: YamlNode): string {
  const node = key.kind === 'alias' ? key.target : key;
  const value = node.kind === 'scalar' ? resolveScalar(node) : undefined;
  switch (typeof value) {
    case 'string':
      return value;
    case 'boolean':
      return String(value);
    case 'number':
      return formatYamlFloat(value);
    case 'bigint':
      if (value < 2n ** 63n) return String(value);
      break;
    default:
  }
  const isEmpty = value === null;
  return failValue(
    key.start === key.end ? { start: key.start, end: key.start + 1 } : key,
    `a key of an object is text, and this is ${isEmpty ? 'nothing' : 'something else'}`,
    'put it in quotes where it is text',
  );
}

/** A float as the key of an object: Go writes the shortest form for 32 bits. */
function formatYamlFloat(value: number): string {
  if (Number.isNaN(value)) return '.nan';
  if (!Number.isFinite(Math.fround(value))) return value > 0 ? '.inf' : '-.inf';
  for (let digits = 1; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === Math.fround(value)) return formatFloat(short);
  }
  return formatFloat(Number(value.toPrecision(9)));
}

function rangeOfKey(key: YamlNode, map: YamlMap): YamlNode {
  return key.start === key.end ? map : key;
}

function shortened(name: string): string {
  return JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name);
}
