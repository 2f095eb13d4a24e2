import { type CallCost, costOfCall } from '../runtime-cost.ts';
import { type Implementation } from '../overloads/implementation.ts';
import { implementationOf } from '../functions.ts';
import { noOverload } from '../no-overload.ts';
import { listOf } from '../../values/list.ts';
import { mapOf } from '../../values/map.ts';
import { type CelValue, double, isError, typeValue, uint } from '../../values/value.ts';
import { integer } from '../../values/integer.ts';
import type { Tree } from './read-tree.ts';

/** What a tree gives, and what that costs. */
export interface Evaluated {
  readonly value: CelValue;
  readonly cost: number;
  /** Whether the planner replaces it by its value. */
  readonly isConstant: boolean;
}

/** The functions that the planner calls itself if their argument is constant. */
const folded = new Set(['bool', 'bytes', 'double', 'duration', 'dyn', 'int', 'string', 'timestamp', 'type', 'uint']);

/** Evaluates a tree without variables, as the evaluator does after the planner's optimizations. */
export function evaluateTree(tree: Tree): Evaluated {
  switch (tree.kind) {
    case 'literal':
      return { value: literalOf(tree.type, tree.text), cost: 0, isConstant: true };
    case 'list': {
      const items = tree.items.map(evaluateTree);
      return aggregate(items, 10, listOf(items.map(({ value }) => value)));
    }
    case 'map': {
      const entries = tree.entries.map(([key, value]) => [evaluateTree(key), evaluateTree(value)] as const);
      return aggregate(entries.flat(), 30, mapOf(entries.map(([key, value]) => [key.value, value.value])));
    }
    case 'call':
      return evaluateCall(tree.name, tree.overloads, tree.args.map(evaluateTree));
  }
}

function aggregate(parts: readonly Evaluated[], cost: number, value: CelValue): Evaluated {
  const isConstant = parts.every((part) => part.isConstant);
  const error = parts.find((part) => isError(part.value));
  return {
    value: error?.value ?? value,
    cost: isConstant ? 0 : cost + parts.reduce((sum, part) => sum + part.cost, 0),
    isConstant,
  };
}

function evaluateCall(name: string, overloads: readonly string[], args: readonly Evaluated[]): Evaluated {
  const isConstant = folded.has(name) && args.every((arg) => arg.isConstant);
  const before = args.reduce((sum, arg) => sum + arg.cost, 0);
  const failed = args.find(({ value }) => isError(value));
  const values = args.map(({ value }) => value);
  const value = failed?.value ?? callAny(name, overloads, values);
  const cost: CallCost = costOfCall(name, overloads.length === 1 ? overloads[0] : undefined);
  const own = cost(values[0] ?? null, values[1] ?? null, value);
  return { value, isConstant, cost: isConstant ? 0 : before + own };
}

function callAny(name: string, overloads: readonly string[], values: readonly CelValue[]): CelValue {
  for (const overload of overloads) {
    const implementation = implementationOf(overload);
    if (implementation === undefined) throw new Error(`no function ${overload}`);
    const value = call(implementation, values);
    if (value !== undefined) return value;
  }
  return noOverload(name, values);
}

function call(implementation: Implementation, values: readonly CelValue[]): CelValue | undefined {
  const [a = null, b = null, c = null, d = null] = values;
  if (implementation.arity !== values.length) throw new Error('wrong number of arguments');
  switch (implementation.arity) {
    case 0:
      return implementation.call();
    case 1:
      return implementation.call(a);
    case 2:
      return implementation.call(a, b);
    case 3:
      return implementation.call(a, b, c);
    case 4:
      return implementation.call(a, b, c, d);
  }
}

function literalOf(type: string, text: string): CelValue {
  switch (type) {
    case 'bool':
      return text === 'true';
    case 'int':
      return integer(BigInt(text));
    case 'uint':
      return uint(integer(BigInt(text.replace('u', ''))));
    case 'double':
      return double(Number(text.replace('Inf', 'Infinity')));
    case 'string':
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytesOf(text));
    case 'bytes':
      return bytesOf(text.slice(1));
    case 'null':
      return null;
    default:
      return typeValue(text);
  }
}

/** The bytes of a text in Go's quotes. */
function bytesOf(quoted: string): Uint8Array {
  const bytes: number[] = [];
  const pattern = /\\x([\da-f]{2})|\\u([\da-f]{4})|\\U([\da-f]{8})|\\([0-7]{3})|\\(.)|([^\\]+)/guy;
  for (const [, byte, short, long, octal, escaped, plain] of quoted.slice(1, -1).matchAll(pattern)) {
    if (byte !== undefined) bytes.push(Number.parseInt(byte, 16));
    else if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else {
      const code = short ?? long;
      const text =
        code === undefined
          ? (plain ?? escapes.get(escaped ?? '') ?? escaped ?? '')
          : String.fromCodePoint(Number.parseInt(code, 16));
      bytes.push(...new TextEncoder().encode(text));
    }
  }
  return Uint8Array.from(bytes);
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);
