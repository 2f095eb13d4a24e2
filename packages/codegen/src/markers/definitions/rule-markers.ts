import type { ValidationRule } from '@kb/apimachinery/schema';
import { addRule } from '../schema/add-rule.ts';
import { celProblem } from '../values/cel-problem.ts';
import { about, bool, namedMarker, optional, string, USUAL } from '../define/define-marker.ts';
import type { MarkerDefinition } from '../define/marker-definition.ts';
import { forms } from '../define/validation-family.ts';

const reasons = ['FieldValueInvalid', 'FieldValueForbidden', 'FieldValueRequired', 'FieldValueDuplicate'] as const;

/** Markers of rules that an author writes in CEL. */
export const ruleMarkers: readonly MarkerDefinition[] = [
  ...forms('XValidation', ':rule="self.min <= self.max",message="min is above max"', (description) =>
    namedMarker(
      { ...description, repeatable: true, summary: 'A CEL expression that has to be true.' },
      {
        rule: about('The expression, in CEL. self is the value.', string),
        message: about('The message when the rule is false. Without it, the rule itself.', optional(string)),
        messageExpression: about(
          'An expression in CEL that makes the message. It wins over message.',
          optional(string),
        ),
        reason: about(`The reason of the error: ${reasons.join(', ')}. Without it, the first.`, optional(string)),
        fieldPath: about('The field below the value that the error is about: .spec.size.', optional(string)),
        optionalOldSelf: about(
          'true: a rule with oldSelf is evaluated on create too, where oldSelf is an optional without a value.',
          optional(bool),
        ),
      },
      ({ rule, message, messageExpression, reason, fieldPath, optionalOldSelf }) => {
        if (rule.trim() === '') return { argument: 'rule', message: 'the rule is empty' };
        for (const [argument, expression] of Object.entries({ rule, messageExpression })) {
          const problem = expression === undefined || expression === '' ? undefined : celProblem(expression);
          if (problem !== undefined)
            return { argument, message: `${argument} is not an expression in CEL: ${problem}` };
        }
        const known = reasons.find((name) => name === reason);
        if (reason !== undefined && known === undefined)
          return { argument: 'reason', message: `"${reason}" is not a reason: expected one of ${reasons.join(', ')}` };
        const validation: ValidationRule = {
          rule,
          ...(message !== undefined && message !== '' && { message }),
          ...(messageExpression !== undefined && messageExpression !== '' && { messageExpression }),
          ...(known !== undefined && { reason: known }),
          ...(fieldPath !== undefined && fieldPath !== '' && { fieldPath }),
          ...(optionalOldSelf !== undefined && { optionalOldSelf }),
        };
        return description.schemaEffect(USUAL, (schema) => addRule(schema, validation));
      },
    ),
  ),
];
