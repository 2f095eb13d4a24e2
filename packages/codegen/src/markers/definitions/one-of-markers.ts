import { escapeName } from '@kb/apimachinery/cel';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { strings, USUAL, valueMarker } from '../define/define-marker.ts';
import type { MarkerDefinition } from '../define/marker-definition.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { flatView, namesOf } from '../schema/schema-view.ts';
import { addRule } from '../schema/add-rule.ts';
import { mismatch } from '../schema/schema-words.ts';

/**
 * Markers that limit how many of some fields of an object may be set. Their rules come after those of XValidation, in
 * this order.
 */
export const oneOfMarkers: readonly MarkerDefinition[] = [
  oneOf(
    'AtMostOneOf',
    'At most one of these fields may be set.',
    USUAL + 1,
    (has) => `${countOf(has)} <= 1`,
    (names) => `at most one of the fields in ${names} may be set`,
  ),
  oneOf(
    'ExactlyOneOf',
    'Exactly one of these fields has to be set.',
    USUAL + 2,
    (has) => `${countOf(has)} == 1`,
    (names) => `exactly one of the fields in ${names} must be set`,
  ),
  oneOf(
    'AtLeastOneOf',
    'At least one of these fields has to be set.',
    USUAL + 3,
    (has) => has.join('||'),
    (names) => `at least one of the fields in ${names} must be set`,
  ),
];

function oneOf(
  name: string,
  summary: string,
  priority: number,
  ruleOf: (has: readonly string[]) => string,
  messageOf: (names: string) => string,
): MarkerDefinition {
  const fullName = `kubebuilder:validation:${name}`;
  const example = `+${fullName}=configMapRef;secretRef`;
  return valueMarker({ name: fullName, targets: ['type'], repeatable: true, summary, example }, strings, (fields) => {
    const nested = fields.find((field) => field.includes('.'));
    if (nested !== undefined) return `it names fields of the type itself, and "${nested}" is farther down`;
    const twice = fields.find((field, index) => fields.indexOf(field) < index);
    if (twice !== undefined) return `the field ${twice} is there twice`;
    return {
      on: 'schema',
      priority,
      items: false,
      apply(schema, whole) {
        const problem = problemOf(fields, whole);
        if (problem !== undefined) return problem;
        const rule = ruleOf(fields.map((field) => `has(self.${escapeName(field) ?? field})`));
        const message = messageOf(`[${fields.join(' ')}]`);
        addRule(schema, { rule, message });
        return undefined;
      },
    };
  });
}

function countOf(has: readonly string[]): string {
  return has.map((one) => `(${one}?1:0)`).join('+');
}

/** Checks the fields, unlike controller-gen. */
function problemOf(names: readonly string[], whole: JsonSchemaProps): string | undefined {
  const view = flatView(whole);
  if (view.type !== 'object') return mismatch('an object', view);
  const { fields, required } = namesOf(whole);
  for (const name of names) {
    if (!fields.has(name)) {
      const near = nearestName(name, [...fields]);
      return `the type has no field ${name}${near === undefined ? '' : `; did you mean ${near}?`}`;
    }
    if (required.has(name)) return `the field ${name} is required, so that it is always set: make it optional`;
    if (escapeName(name) === undefined) return `a CEL rule cannot name the field "${name}"`;
  }
  return undefined;
}
