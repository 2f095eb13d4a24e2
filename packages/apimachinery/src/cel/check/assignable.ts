import type { CelType, TypeParameter } from '../types/cel-type.ts';
import { isDynamic, isSameType, partsOf } from '../types/type-parts.ts';
import type { Substitutions } from './substitutions.ts';

/** Whether a value of one type can be used as another. If it can, variables may stand for types then. */
export function isAssignable(variables: Substitutions, one: CelType, other: CelType): boolean {
  return variables.attempt(() => agree(variables, one, other));
}

/** Whether the values of some types can be used as others, one by one. */
export function areAssignable(variables: Substitutions, some: readonly CelType[], others: readonly CelType[]): boolean {
  return variables.attempt(() => allAgree(variables, some, others));
}

/** The one of two types that agree which says less. */
export function mostGeneral(one: CelType, other: CelType): CelType {
  return saysNoMore(one, other) ? one : other;
}

function allAgree(variables: Substitutions, some: readonly CelType[], others: readonly CelType[]): boolean {
  if (some.length !== others.length) return false;
  return some.every((one, index) => {
    const other = others[index];
    return other !== undefined && agree(variables, one, other);
  });
}

function agree(variables: Substitutions, one: CelType, other: CelType): boolean {
  variables.step();
  if (one === other) return true;
  if (other.kind === 'parameter') {
    const stands = canStandFor(variables, other, one);
    if (stands !== undefined) return stands;
  }
  if (one.kind === 'parameter') return canStandFor(variables, one, other) ?? false;
  if (one.kind === 'error' || isDynamic(one) || other.kind === 'error' || isDynamic(other)) return true;
  if (one.kind === 'null') return isNullable(other);
  if (other.kind === 'null') return isNullable(one);
  if (one.kind === 'wrapper') return agree(variables, one.of, other);
  if (other.kind === 'wrapper') return agree(variables, one, other.of);
  if (one.kind !== other.kind) return false;
  switch (one.kind) {
    case 'object':
      return isSameType(one, other);
    case 'opaque':
      return other.kind === 'opaque' && one.name === other.name && allAgree(variables, partsOf(one), partsOf(other));
    case 'list':
    case 'map':
      return allAgree(variables, partsOf(one), partsOf(other));
    default:
      return true;
  }
}

function isNullable({ kind }: CelType): boolean {
  switch (kind) {
    case 'null':
    case 'wrapper':
    case 'opaque':
    case 'object':
    case 'duration':
    case 'timestamp':
      return true;
    default:
      return false;
  }
}

/** Whether a variable can stand for a type, which it then does; undefined: it is free, but the type contains it. */
function canStandFor(variables: Substitutions, variable: TypeParameter, type: CelType): boolean | undefined {
  if (isSameType(type, variable)) return true;
  const known = variables.find(variable);
  if (known === undefined) {
    if (contains(variables, type, variable)) return undefined;
    variables.set(variable, type);
    return true;
  }
  if (isSameType(type, known)) return true;
  if (!agree(variables, type, known)) return false;
  const general = mostGeneral(type, known);
  if (!contains(variables, general, variable)) variables.set(variable, general);
  return true;
}

function contains(variables: Substitutions, type: CelType, variable: TypeParameter): boolean {
  variables.step();
  if (type.kind !== 'parameter') return partsOf(type).some((part) => contains(variables, part, variable));
  if (type.name === variable.name) return true;
  const known = variables.find(type);
  return known !== undefined && contains(variables, known, variable);
}

function saysNoMore(one: CelType, other: CelType): boolean {
  if (one === other || isDynamic(one) || one.kind === 'parameter') return true;
  if (isDynamic(other) || other.kind === 'parameter') return false;
  if (one.kind === 'type' && other.kind === 'type') return true;
  const [parts, others] = [partsOf(one), partsOf(other)];
  if (parts.length === 0) return isSameType(one, other);
  if (one.kind !== other.kind || parts.length !== others.length) return false;
  if (one.kind === 'opaque' && other.kind === 'opaque' && one.name !== other.name) return false;
  return parts.every((part, index) => {
    const opposite = others[index];
    return opposite !== undefined && saysNoMore(part, opposite);
  });
}
