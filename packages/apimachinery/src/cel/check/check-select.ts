import type { Expr, IdentExpr, SelectExpr } from '../ast/expr.ts';
import { reservedNames } from '../parse/operators.ts';
import { type CelType, type ObjectType, optionalOf } from '../types/cel-type.ts';
import { printType } from '../types/print-type.ts';
import { insideOptional, isDynamic } from '../types/type-parts.ts';
import {
  accepts,
  BOOL,
  type Check,
  completeName,
  DYN,
  ERROR,
  type Place,
  qualifiedName,
  reportUndeclared,
  typeOfName,
} from './context.ts';

/** Checks a name. */
export function checkIdent(check: Check, expr: IdentExpr): CelType {
  const name = completeName(expr.name);
  const type = typeOfName(check, name);
  if (type === undefined) return reportUndeclared(check, expr, expr.name);
  if (name !== expr.name) check.resolved.set(expr.id, { ...expr, name });
  return type;
}

/** Checks a field, or a name with dots in it. */
export function checkSelect(check: Check, expr: SelectExpr): CelType {
  const qualified = qualifiedName(expr);
  if (qualified !== undefined) {
    const name = completeName(qualified);
    const type = typeOfName(check, name);
    if (type !== undefined) {
      check.resolved.set(expr.id, { kind: 'ident', id: expr.id, offset: expr.offset, name });
      return type;
    }
  }
  const type = checkField(check, expr, expr.operand, expr.field, false);
  return expr.isTest ? BOOL : check.variables.apply(type);
}

/** Checks `operand.field`; of something optional, or where `isOptional` says so, the field is optional. */
export function checkField(check: Check, place: Place, operand: Expr, field: string, isOptional: boolean): CelType {
  const operandType = check.variables.apply(check.visit(operand));
  const inside = insideOptional(operandType);
  const type = fieldOf(check, place, inside ?? operandType, field);
  return isOptional || inside !== undefined ? optionalOf(type) : type;
}

function fieldOf(check: Check, place: Place, type: CelType, field: string): CelType {
  switch (type.kind) {
    case 'map':
      return type.value;
    case 'object': {
      const found = declaredField(type, field);
      if (found === undefined) check.report(place, () => `undefined field '${field}'`);
      return found ?? ERROR;
    }
    case 'parameter':
      // So that it does not become a type later that has no fields.
      accepts(check, DYN, type);
      return DYN;
    case 'opaque':
      // To cel-go, Kubernetes' types are objects that nobody has declared.
      if (!type.name.startsWith('kubernetes.')) return withoutFields(check, place, type);
      check.report(place, () => `unexpected failed resolution of '${type.name}'`);
      return ERROR;
    default:
      return withoutFields(check, place, type);
  }
}

function withoutFields(check: Check, place: Place, type: CelType): CelType {
  if (type.kind !== 'error' && !isDynamic(type))
    check.report(place, () => `type '${printType(type)}' does not support field selection`);
  return DYN;
}

/** The type of a field. One whose name is a reserved word is also found without the underscores around it. */
export function declaredField({ fields, isOpen }: ObjectType, name: string): CelType | undefined {
  if (isOpen) return fields.get(name) ?? DYN;
  return fields.get(name) ?? (reservedNames.has(name) ? fields.get(`__${name}__`) : undefined);
}
