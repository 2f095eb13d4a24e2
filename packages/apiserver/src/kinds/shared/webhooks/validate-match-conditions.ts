import {
  type FieldError,
  fieldDuplicate,
  fieldInvalid,
  fieldRequired,
  fieldTooMany,
  type JsonObject,
} from '@kb/apimachinery';
import { isQualifiedName } from '@kb/apimachinery/server';
import { celModule } from '../../../cel-module.ts';
import { stringOf } from '../../../objects/api-object.ts';

const MOST_CONDITIONS = 64;

/** Validates the match conditions of a webhook, whose expressions must compile. CEL must be loaded. */
export function validateMatchConditions(conditions: readonly JsonObject[], path: string): FieldError[] {
  const names = new Set<string>();
  const errors = conditions.length > MOST_CONDITIONS ? [fieldTooMany(path, conditions.length, MOST_CONDITIONS)] : [];
  for (const [index, condition] of conditions.entries()) {
    const place = `${path}[${index}]`;
    const name = stringOf(condition.name);
    errors.push(...validateExpression(stringOf(condition.expression).trim(), `${place}.expression`));
    if (name === '') {
      errors.push(fieldRequired(`${place}.name`));
      continue;
    }
    errors.push(...isQualifiedName(name).map((why) => fieldInvalid(`${place}.name`, name, why)));
    if (names.has(name)) errors.push(fieldDuplicate(`${place}.name`, name));
    names.add(name);
  }
  return errors;
}

function validateExpression(expression: string, path: string): FieldError[] {
  if (expression === '') return [fieldRequired(path)];
  const { error } = celModule().compileCondition(expression);
  return error === undefined ? [] : [fieldInvalid(path, expression, error)];
}
