import {
  childPath,
  type FieldError,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
  indexPath,
} from '../../field-error.ts';
import { lazily } from '../lazily.ts';
import { ErrorList } from '../../status/listed-errors.ts';
import { trimSpace } from '../../text/trim-space.ts';
import type { JsonSchemaProps, ValidationRule } from '../json-schema-props.ts';
import { ruleFieldPath } from './rule-field-path.ts';
import { firstUnsupported } from './unsupported-keywords.ts';

const reasons = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];

/** Checks the CEL rules of one node without compiling them. */
export function checkRules(schema: JsonSchemaProps, path: string): FieldError[] {
  const rules = schema['x-kubernetes-validations'] ?? [];
  if (rules.length === 0) return [];
  // Walks through the whole schema, so not for each rule.
  const isStructural = lazily(() => firstUnsupported(schema) === undefined);
  const errors = new ErrorList();
  const at = childPath(path, 'x-kubernetes-validations');
  for (const [index, rule] of rules.entries()) {
    if (errors.isFull) break;
    errors.addAll(checkRule(rule, schema, isStructural, indexPath(at, index)));
  }
  return errors.all;
}

function checkRule(
  rule: ValidationRule,
  schema: JsonSchemaProps,
  isStructural: () => boolean,
  path: string,
): FieldError[] {
  const errors: FieldError[] = [];
  const { message = '', messageExpression = '', fieldPath = '' } = rule;
  const reason: string | undefined = rule.reason;
  const text = trimSpace(rule.rule);
  const messagePath = childPath(path, 'message');
  if (text === '') errors.push(fieldRequired(childPath(path, 'rule'), 'rule is not specified'));
  else if (message !== '' && trimSpace(message) === '')
    errors.push(fieldInvalid(messagePath, message, 'must be non-empty if specified'));
  else if (hasLineBreak(trimSpace(message)))
    errors.push(fieldInvalid(messagePath, message, 'must not contain line breaks'));
  else if (hasLineBreak(text) && trimSpace(message) === '') {
    errors.push(fieldRequired(messagePath, 'message must be specified if rule contains line breaks'));
  }
  if (messageExpression !== '' && trimSpace(messageExpression) === '') {
    errors.push(
      fieldRequired(childPath(path, 'messageExpression'), 'messageExpression must be non-empty if specified'),
    );
  }
  if (reason !== undefined && !reasons.includes(reason))
    errors.push(fieldNotSupported(childPath(path, 'reason'), reason, reasons));
  const fieldPathPath = childPath(path, 'fieldPath');
  if (fieldPath !== '' && trimSpace(fieldPath) === '')
    errors.push(fieldInvalid(fieldPathPath, fieldPath, 'must be non-empty if specified'));
  if (hasLineBreak(fieldPath)) errors.push(fieldInvalid(fieldPathPath, fieldPath, 'must not contain line breaks'));
  // Of a schema that has no structural form, upstream does not follow the path.
  if (fieldPath !== '' && ruleFieldPath(fieldPath, schema) === undefined && isStructural())
    errors.push(fieldInvalid(fieldPathPath, fieldPath, 'must be a valid path'));
  return errors;
}

const hasLineBreak = (text: string): boolean => /[\n\r]/.test(text);
