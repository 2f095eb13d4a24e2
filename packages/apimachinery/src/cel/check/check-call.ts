import type { CallExpr, Expr } from '../ast/expr.ts';
import type { FunctionDeclaration, Overload } from '../declarations/declaration.ts';
import type { CelType } from '../types/cel-type.ts';
import { printType } from '../types/print-type.ts';
import { isDynamic, isSameType } from '../types/type-parts.ts';
import { areAssignable } from './assignable.ts';
import { checkField } from './check-select.ts';
import { accepts, BOOL, type Check, completeName, DYN, ERROR, qualifiedName, reportUndeclared } from './context.ts';
import { Substitutions } from './substitutions.ts';

/** Checks a call: finds the function, and which of its overloads the arguments fit. */
export function checkCall(check: Check, expr: CallExpr): CelType {
  const { name, target, args } = expr;
  const [first, second] = args;
  if (name === '_?._' && first !== undefined && second?.kind === 'literal' && second.type === 'string')
    return checkOptionalField(check, expr, first, second.value);
  const argTypes = args.map((arg) => check.visit(arg));
  if (target === undefined) {
    const found = check.environment.functions.get(completeName(name));
    if (found === undefined) return reportUndeclared(check, expr, name);
    return resolveAlone(check, expr, found, argTypes);
  }
  const prefix = qualifiedName(target);
  const whole = prefix === undefined ? undefined : functionOf(check, `${prefix}.${name}`);
  if (whole !== undefined) return resolveAlone(check, expr, whole, argTypes);
  const targetType = check.visit(target);
  const found = functionOf(check, name);
  if (found === undefined) return reportUndeclared(check, expr, name);
  return resolve(check, expr, found, [targetType, ...argTypes], true);
}

function functionOf(check: Check, name: string): FunctionDeclaration | undefined {
  return check.environment.functions.get(completeName(name));
}

/** `operand.?field`. */
function checkOptionalField(check: Check, expr: CallExpr, operand: Expr, field: string): CelType {
  const type = checkField(check, expr, operand, field, true);
  check.overloads.set(expr.id, ['select_optional_field']);
  return check.variables.apply(type);
}

/** A call of a function that stands alone: what is before its last dot is part of its name. */
function resolveAlone(
  check: Check,
  expr: CallExpr,
  declaration: FunctionDeclaration,
  argTypes: readonly CelType[],
): CelType {
  const { id, offset, args } = expr;
  const { name } = declaration;
  if (expr.target !== undefined || expr.name !== name) check.resolved.set(id, { kind: 'call', id, offset, name, args });
  return resolve(check, expr, declaration, argTypes, false);
}

function resolve(
  check: Check,
  expr: CallExpr,
  { name, overloads }: FunctionDeclaration,
  argTypes: readonly CelType[],
  isMember: boolean,
): CelType {
  if (name === '_&&_' || name === '_||_') return resolveLogical(check, expr, overloads, argTypes);
  const { variables } = check;
  const fitting = new Set<string>();
  let result: CelType | undefined;
  for (const overload of overloads) {
    if (overload.isMember !== isMember) continue;
    const given = resultFor(variables, overload, argTypes);
    if (given === undefined) continue;
    fitting.add(overload.id);
    if (result === undefined) result = given;
    else if (!isDynamic(result) && !isSameType(given, result)) result = DYN;
  }
  if (result === undefined) {
    const given = argTypes.map((type) => variables.apply(type, 'dyn'));
    check.report(
      expr,
      () => `found no matching overload for '${name}' applied to '${printSignature(given, isMember)}'`,
    );
    return ERROR;
  }
  check.overloads.set(expr.id, [...fitting]);
  return result;
}

/** What an overload returns for arguments of these types; undefined: they do not fit. */
function resultFor(
  variables: Substitutions,
  { args, result, typeParameters }: Overload,
  argTypes: readonly CelType[],
): CelType | undefined {
  if (typeParameters.length === 0) return areAssignable(variables, argTypes, args) ? result : undefined;
  const fresh = new Substitutions();
  for (const name of typeParameters) fresh.set({ kind: 'parameter', name }, variables.newVariable());
  const wanted = args.map((arg) => fresh.apply(arg));
  return areAssignable(variables, argTypes, wanted) ? variables.apply(fresh.apply(result)) : undefined;
}

function resolveLogical(
  check: Check,
  expr: CallExpr,
  overloads: readonly Overload[],
  argTypes: readonly CelType[],
): CelType {
  const wrong = expr.args.filter((arg, index) => {
    const type = argTypes[index] ?? ERROR;
    if (accepts(check, type, BOOL)) return false;
    check.report(arg, () => `expected type 'bool' but found '${printType(type)}'`);
    return true;
  });
  if (wrong.length > 0) return ERROR;
  check.overloads.set(
    expr.id,
    overloads.map(({ id }) => id),
  );
  return BOOL;
}

function printSignature(types: readonly CelType[], isMember: boolean): string {
  const [target = '', ...others] = types.map(printType);
  return isMember ? `${target}.(${others.join(', ')})` : `(${[target, ...others].join(', ')})`;
}
