import type { Expr, ListExpr, MapExpr, StructExpr } from '../ast/expr.ts';
import { type CelType, listOf, mapOf, optionalOf } from '../types/cel-type.ts';
import { printType } from '../types/print-type.ts';
import { insideOptional, isDynamic, runtimeName } from '../types/type-parts.ts';
import { mostGeneral } from './assignable.ts';
import { declaredField } from './check-select.ts';
import { accepts, type Check, completeName, DYN, ERROR, reportUndeclared, typeOfName } from './context.ts';
import { knownMessage } from './known-types.ts';

/** Checks `[a, ?b]`. The elements of a list without a common type are dynamic. */
export function checkList(check: Check, { elements, optionals }: ListExpr): CelType {
  const areOptional = new Set(optionals);
  let common: CelType | undefined;
  for (const [index, element] of elements.entries())
    common = join(check, common, checkEntry(check, element, areOptional.has(index)));
  return listOf(common ?? check.variables.newVariable());
}

/** Checks `{key: value}`. */
export function checkMap(check: Check, { entries }: MapExpr): CelType {
  let keys: CelType | undefined;
  let values: CelType | undefined;
  for (const { key, value, isOptional } of entries) {
    keys = join(check, keys, check.visit(key));
    values = join(check, values, checkEntry(check, value, isOptional));
  }
  keys ??= check.variables.newVariable();
  return mapOf(keys, values ?? check.variables.newVariable());
}

/** Checks `Type{field: value}`. */
export function checkStruct(check: Check, expr: StructExpr): CelType {
  const typeName = completeName(expr.typeName);
  const type = typeOfName(check, typeName);
  if (type === undefined) return reportUndeclared(check, expr, expr.typeName);
  if (typeName !== expr.typeName) check.resolved.set(expr.id, { ...expr, typeName });
  const created = createdType(check, expr, typeName, type);
  for (const field of expr.fields) {
    const given = checkEntry(check, field.value, field.isOptional);
    const wanted = fieldToGive(check, typeName, field.name);
    if (typeof wanted === 'string') check.report(field, () => wanted);
    else if (!accepts(check, wanted, given))
      check.report(
        field,
        () =>
          `expected type of field '${field.name}' is '${printType(wanted)}' but provided type is '${printType(given)}'`,
      );
  }
  return created;
}

function createdType(check: Check, expr: StructExpr, name: string, type: CelType): CelType {
  if (type.kind === 'error') return ERROR;
  const created = type.kind === 'type' ? type.of : undefined;
  if (created === undefined) {
    check.report(expr, () => `'${runtimeName(type)}' is not a type`);
    return ERROR;
  }
  if (created.kind === 'object' || knownMessage(name) !== undefined) return created;
  check.report(expr, () => `'${runtimeName(created)}' is not a message type`);
  return ERROR;
}

/** The type of a field that is given to a new object, or why there is none. */
function fieldToGive(check: Check, typeName: string, field: string): CelType | string {
  const message = knownMessage(typeName);
  const declared = message === undefined ? check.environment.findType?.(typeName) : undefined;
  if (declared?.kind === 'map') return declared.value;
  if (declared?.kind === 'object') return declaredField(declared, field) ?? `undefined field '${field}'`;
  if (typeName === 'map') return DYN;
  if (declared !== undefined || withoutFields.has(typeName)) return `undefined field '${field}'`;
  if (message?.fields === undefined)
    return `unexpected failed resolution of '${typeName === 'null_type' ? 'google.protobuf.NullValue' : typeName}'`;
  return Object.hasOwn(message.fields, field) ? (message.fields[field] ?? ERROR) : `undefined field '${field}'`;
}

/** Types that are found by their names, and have no fields. */
const withoutFields: ReadonlySet<string> = new Set(['bool', 'bytes', 'double', 'int', 'list', 'string', 'uint']);

/** Checks a value that may be left out; the type is of what is inside then. */
function checkEntry(check: Check, value: Expr, isOptional: boolean): CelType {
  const type = check.visit(value);
  if (!isOptional) return type;
  const inside = insideOptional(type);
  if (inside === undefined && !isDynamic(type))
    check.report(value, () => `expected type '${printType(optionalOf(type))}' but found '${printType(type)}'`);
  return inside ?? type;
}

function join(check: Check, previous: CelType | undefined, current: CelType): CelType {
  if (previous === undefined) return current;
  return accepts(check, previous, current) ? mostGeneral(previous, current) : DYN;
}
