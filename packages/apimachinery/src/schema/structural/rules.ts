import {
  childPath,
  type FieldError,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
  indexPath,
} from '../../field-error.ts';
import { additionalSchema, propertySchema } from '../child-schema.ts';
import type { JsonSchemaProps, ValidationRule } from '../json-schema-props.ts';

const reasons = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];

/** Checks the CEL rules of one node without compiling them. */
export function checkRules(schema: JsonSchemaProps, path: string): FieldError[] {
  const rules = schema['x-kubernetes-validations'] ?? [];
  return rules.flatMap((rule, index) =>
    checkRule(rule, schema, indexPath(childPath(path, 'x-kubernetes-validations'), index)),
  );
}

function checkRule(rule: ValidationRule, schema: JsonSchemaProps, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const { message = '', messageExpression = '', fieldPath = '' } = rule;
  const reason: string | undefined = rule.reason;
  const text = rule.rule.trim();
  const messagePath = childPath(path, 'message');
  if (text === '') errors.push(fieldRequired(childPath(path, 'rule'), 'rule is not specified'));
  else if (message !== '' && message.trim() === '')
    errors.push(fieldInvalid(messagePath, message, 'must be non-empty if specified'));
  else if (hasLineBreak(message.trim()))
    errors.push(fieldInvalid(messagePath, message, 'must not contain line breaks'));
  else if (hasLineBreak(text) && message.trim() === '') {
    errors.push(fieldRequired(messagePath, 'message must be specified if rule contains line breaks'));
  }
  if (messageExpression !== '' && messageExpression.trim() === '') {
    errors.push(
      fieldRequired(childPath(path, 'messageExpression'), 'messageExpression must be non-empty if specified'),
    );
  }
  if (reason !== undefined && !reasons.includes(reason))
    errors.push(fieldNotSupported(childPath(path, 'reason'), reason, reasons));
  const fieldPathPath = childPath(path, 'fieldPath');
  if (fieldPath !== '' && fieldPath.trim() === '')
    errors.push(fieldInvalid(fieldPathPath, fieldPath, 'must be non-empty if specified'));
  if (hasLineBreak(fieldPath)) errors.push(fieldInvalid(fieldPathPath, fieldPath, 'must not contain line breaks'));
  if (fieldPath !== '' && !leadsSomewhere(fieldPath, schema))
    errors.push(fieldInvalid(fieldPathPath, fieldPath, 'must be a valid path'));
  return errors;
}

const hasLineBreak = (text: string): boolean => /[\n\r]/.test(text);

/**
 * Whether a path such as `.spec.a`, `['a']` or `.map.key` leads to a field of the schema. Lists have no such
 * paths.
 */
function leadsSomewhere(path: string, schema: JsonSchemaProps): boolean {
  const step = /\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\]/y;
  let current: JsonSchemaProps | undefined = schema;
  while (step.lastIndex < path.length) {
    const match = step.exec(path);
    if (match === null || current === undefined) return false;
    const name = match[1] ?? (match[2] ?? '').replace(/\\(.)/g, '$1');
    // Entries of a map declared with true or false have no schema: the path may end there.
    const declared: JsonSchemaProps | undefined =
      current.properties === undefined ? additionalSchema(current) : propertySchema(current, name);
    if (declared === undefined && (current.properties !== undefined || current.additionalProperties === undefined))
      return false;
    current = declared;
  }
  return true;
}
