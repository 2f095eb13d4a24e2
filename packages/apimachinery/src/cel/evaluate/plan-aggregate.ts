import type { ListExpr, MapExpr, StructExpr } from '../ast/expr.ts';
import { listOf } from '../values/list.ts';
import { mapOf } from '../values/map.ts';
import { printValue } from '../values/print-value.ts';
import { type CelValue, celError, isError, isKind } from '../values/value.ts';
import { charge, type Frame } from './frame.ts';
import { type Names, type Planned, PlanError, type Planning, stepOf } from './planned.ts';

const LIST_COST = 10;
const MAP_COST = 30;
const STRUCT_COST = 40;

/** Plans a list. One of constants is a constant, and free. */
export function planList(planning: Planning, node: ListExpr, names: Names | undefined): Planned {
  const elements = node.elements.map((element) => planning.plan(element, names));
  const optionals = new Set(node.optionals);
  const steps = elements.map(stepOf);
  const make = (frame: Frame): CelValue => {
    const values: CelValue[] = [];
    for (let index = 0; index < steps.length; index += 1) {
      const value = steps[index]?.(frame) ?? null;
      if (isError(value)) return value;
      if (!optionals.has(index)) values.push(value);
      else if (!isKind(value, 'optional'))
        return celError(`cannot initialize optional list element from non-optional value ${printValue(value)}`);
      else if (value.value !== undefined) values.push(value.value);
    }
    return listOf(values);
  };
  return aggregate(elements, make, LIST_COST);
}

/** Plans a map. One of constants is a constant, and free. */
export function planMap(planning: Planning, node: MapExpr, names: Names | undefined): Planned {
  const entries = node.entries.map(({ key, value, isOptional }) => ({
    key: planning.plan(key, names),
    value: planning.plan(value, names),
    isOptional,
  }));
  const steps = entries.map(({ key, value, isOptional }) => ({ key: stepOf(key), value: stepOf(value), isOptional }));
  const make = (frame: Frame): CelValue => {
    const made: [CelValue, CelValue][] = [];
    for (const step of steps) {
      const key = step.key(frame);
      if (isError(key)) return key;
      const value = step.value(frame);
      if (isError(value)) return value;
      if (!step.isOptional) made.push([key, value]);
      else if (!isKind(value, 'optional')) {
        const written = `'${printValue(key)}' from non-optional value ${printValue(value)}`;
        return celError(`cannot initialize optional entry ${written}`);
      } else if (value.value !== undefined) made.push([key, value.value]);
    }
    return mapOf(made);
  };
  return aggregate(
    entries.flatMap(({ key, value }) => [key, value]),
    make,
    MAP_COST,
  );
}

/** Plans an object of a type that the environment makes. It is never a constant. */
export function planStruct(planning: Planning, { typeName, fields }: StructExpr, names: Names | undefined): Planned {
  const { makeObject } = planning.environment;
  if (makeObject === undefined) throw new PlanError(celError(`unknown type: ${typeName}`));
  const steps = fields.map(({ name, value, isOptional }) => ({
    name,
    value: stepOf(planning.plan(value, names)),
    isOptional,
  }));
  const make = (frame: Frame): CelValue => {
    const given = new Map<string, CelValue>();
    for (const { name, value: step, isOptional } of steps) {
      const value = step(frame);
      if (isError(value)) return value;
      if (!isOptional) given.set(name, value);
      else if (!isKind(value, 'optional')) {
        return celError(`cannot initialize optional entry '${name}' from non-optional value ${printValue(value)}`);
      } else if (value.value === undefined) given.delete(name);
      else given.set(name, value.value);
    }
    return makeObject(typeName, given);
  };
  return {
    kind: 'step',
    run: (frame) => {
      const value = make(frame);
      charge(frame, STRUCT_COST);
      return value;
    },
  };
}

function aggregate(parts: readonly Planned[], make: (frame: Frame) => CelValue, cost: number): Planned {
  if (parts.every(({ kind }) => kind === 'constant'))
    return { kind: 'constant', value: make({ slots: [], cost: 0, last: 0, limit: Infinity }) };
  return {
    kind: 'step',
    run: (frame) => {
      const value = make(frame);
      charge(frame, cost);
      return value;
    },
  };
}
