import type { JsonValue } from '../../../json.ts';
import type { ValidationRule } from '../../../schema/json-schema-props.ts';
import { quoteString } from '../../../codec/go-format.ts';
import { type FieldError, fieldDuplicate, fieldForbidden, fieldInvalid, fieldRequired } from '../../../field-error.ts';
import { trimSpace } from '../../../text/trim-space.ts';
import type { Program } from '../../evaluate/program.ts';
import type { CelValue } from '../../values/value.ts';
import { CALL_COST_LIMIT } from './judge-limits.ts';

/** What a message expression gives. */
export type Message =
  /** `text` undefined: it gives no message that can be used. */
  | { readonly text: string | undefined; readonly cost: number; readonly work: number }
  /** It costs too much, and nothing more may be evaluated. */
  | { readonly stopped: string };

/** How many bytes a message may have. */
const MAX_BYTES = 5120;

/** Evaluates a message expression, which may cost as much as is left of the budget. */
export function messageOf(
  program: Program,
  values: readonly CelValue[],
  { messageExpression = '' }: ValidationRule,
  budget: number,
): Message {
  const { value, cost, work, isCancelled } = program.run(values, CALL_COST_LIMIT);
  if (cost > budget) {
    const why = 'messageExpression evaluation failed due to running out of cost budget';
    return { stopped: `${why}, no further validation rules will be run` };
  }
  if (isCancelled) {
    const why = 'no further validation rules will be run due to call cost exceeds limit for messageExpression';
    return { stopped: `${why}: ${quoteString(messageExpression)}` };
  }
  const text = typeof value === 'string' ? trimSpace(value) : '';
  const isUsable = text !== '' && !text.includes('\n') && new TextEncoder().encode(text).length <= MAX_BYTES;
  return { text: isUsable ? text : undefined, cost, work };
}

/** The message of a rule without a message expression. */
export function messageOrDefault(rule: ValidationRule): string {
  return rule.message === undefined || rule.message === ''
    ? `failed rule: ${trimSpace(rule.rule)}`
    : trimSpace(rule.message);
}

/** How errors name a rule. */
export function nameOfRule(rule: ValidationRule): string {
  return trimSpace(rule.message === undefined || rule.message === '' ? rule.rule : rule.message);
}

/** The error of a rule that is false. `value` is undefined for objects and lists, which are not printed. */
export function errorFor(
  { reason }: ValidationRule,
  path: string,
  value: JsonValue | undefined,
  detail: string,
): FieldError {
  switch (reason) {
    case 'FieldValueForbidden':
      return fieldForbidden(path, detail);
    case 'FieldValueRequired':
      return fieldRequired(path, detail);
    case 'FieldValueDuplicate':
      return value === undefined
        ? { type: reason, field: path, message: 'Duplicate value' }
        : fieldDuplicate(path, value);
    default:
      if (value !== undefined) return fieldInvalid(path, value, detail);
      return { type: 'FieldValueInvalid', field: path, message: `Invalid value${detail === '' ? '' : `: ${detail}`}` };
  }
}
