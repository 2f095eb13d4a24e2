import {
  type CheckedExpr,
  type Expr,
  kubernetesFunctions,
  kubernetesMacros,
  parseExpression,
} from '@kb/apimachinery/cel';
import { childrenOf } from '../../../../../packages/apimachinery/src/cel/ast/children.ts';
import { isProgramError, makeProgram } from '../../../../../packages/apimachinery/src/cel/evaluate/program.ts';
import { integer } from '../../../../../packages/apimachinery/src/cel/values/integer.ts';
import { elementsOf, listOf } from '../../../../../packages/apimachinery/src/cel/values/list.ts';
import { entriesOf, mapOf as nativeMapOf } from '../../../../../packages/apimachinery/src/cel/values/map.ts';
import { durationOf, parseTimestamp } from '../../../../../packages/apimachinery/src/cel/values/time.ts';
import {
  type CelValue as Native,
  double,
  isError,
  typeNameOf,
  typeValue,
  uint,
} from '../../../../../packages/apimachinery/src/cel/values/value.ts';
import { bytes, type CelValue, mapOf, scalar, timestamp } from './cel-value.ts';
import { checkedCase } from './kb-types.ts';
import type { SpecCase } from './spec-cases.ts';

/** The cost at which kube-apiserver ends an evaluation. */
const COST_LIMIT = 1_000_000;

/** The value of a case's expression in the environment of Kubernetes. Throws where it has none. */
export function valueOfCase(spec: SpecCase): CelValue {
  const { bindings } = spec;
  const tree = spec.isChecked ? checkedCase(spec) : uncheckedCase(spec);
  const bound = Object.keys(bindings);
  // A variable without a value is an error only where it is used.
  const unbound = spec.isChecked ? [] : namesIn(tree.expr).filter((name) => !bound.includes(name));
  const environment = { functions: kubernetesFunctions(), variables: new Map() };
  const program = makeProgram(tree, environment, [...bound, ...unbound]);
  if (isProgramError(program)) throw new Error(program.message);
  return described(program.run(Object.values(bindings).map(nativeOf), COST_LIMIT).value);
}

/** A case that is evaluated as it is parsed: Kubernetes has no such expressions, but the specification does. */
function uncheckedCase({ expression }: SpecCase): CheckedExpr {
  const { expr } = parseExpression(expression, kubernetesMacros);
  if (expr === undefined) throw new Error('is not parsed');
  return { expr, types: new Map(), overloads: new Map() };
}

function namesIn(expr: Expr): string[] {
  return expr.kind === 'ident' ? [expr.name] : childrenOf(expr).flatMap(namesIn);
}

function nativeOf({ type, text = '', items = [], entries = [] }: CelValue): Native {
  switch (type) {
    case 'bool':
      return text === 'true';
    case 'int':
      return integer(BigInt(text));
    case 'uint':
      return uint(integer(BigInt(text)));
    case 'double':
      return double(Number(text));
    case 'string':
      return text;
    case 'bytes':
      return new Uint8Array(Buffer.from(text, 'base64'));
    case 'null_type':
      return null;
    case 'type':
      return typeValue(text);
    case 'list':
      return listOf(items.map(nativeOf));
    case 'map':
      return nativeMapOf(pairsOf(entries.map(nativeOf)));
    case 'google.protobuf.Timestamp':
      return parseTimestamp(text) ?? unknown(type);
    case 'google.protobuf.Duration':
      return durationOf(BigInt(text));
    default:
      return unknown(type);
  }
}

function unknown(type: string): never {
  throw new Error(`a binding of the type ${type}`);
}

function pairsOf(values: readonly Native[]): [Native, Native][] {
  return values.flatMap((key, index) => (index % 2 === 0 ? [[key, values[index + 1] ?? null]] : []));
}

function described(value: Native): CelValue {
  const type = typeNameOf(value);
  if (typeof value !== 'object' || value === null) return scalar(type, String(value));
  if (value instanceof Uint8Array) return bytes(value);
  if (isError(value)) throw new Error(value.message);
  switch (value.kind) {
    case 'double':
    case 'uint':
      return scalar(type, value.value);
    case 'duration':
      return scalar(type, value.nanoseconds);
    case 'timestamp':
      return timestamp(BigInt(value.seconds), value.nanos);
    case 'type':
      return scalar(type, value.name);
    case 'optional':
      return { type, ...(value.value !== undefined && { items: [described(value.value)] }) };
    case 'list':
      return { type, items: elementsOf(value).map(described) };
    case 'map':
      return mapOf(entriesOf(value).map(([key, item]) => [described(key), described(item)]));
    case 'opaque':
      throw new Error(`a value of the type ${type}`);
  }
}
