import { escapeName } from '@kb/apimachinery/cel';
import type { JsonSchemaProps, ValidationRule } from '@kb/apimachinery/schema';
import type { Reporter } from '../../diagnostic/reporter.ts';
import type { Field } from '../../model/model.ts';

/**
 * Returns the rules of an object that forbid removing its optional immutable fields once they are set, in the order of
 * the fields. The rule on the field itself is not enough: it is not evaluated when the field is absent.
 */
export function immutableRules(fields: readonly Field[], reporter: Reporter): ValidationRule[] {
  return fields.flatMap(({ name, required, markers }) => {
    const marker = required ? undefined : markers.find(({ effect }) => effect.on === 'schema' && effect.immutable);
    if (marker === undefined) return [];
    const rule = ruleOf(name);
    if (rule !== undefined) return [rule];
    reporter.report(marker.span, {
      code: 'KB_MARKER_MISMATCH',
      message: `+${marker.name} does not fit: a CEL rule cannot name the field "${name}"`,
      hint: 'make the field required, or give it a name of letters and digits',
    });
    return [];
  });
}

/**
 * {@link immutableRules} for the fields of all members of a union: a change from one member to another may remove a
 * field that the new one does not have. `required` are the fields that all of them require.
 */
export function immutableRulesOfUnion(
  fields: readonly Field[],
  required: readonly string[],
  reporter: Reporter,
): ValidationRule[] {
  const byName = new Map<string, Field>();
  for (const field of fields) {
    if (!byName.has(field.name)) byName.set(field.name, { ...field, required: required.includes(field.name) });
  }
  return immutableRules([...byName.values()], reporter);
}

/** Removes the rules that {@link immutableRules} makes for these fields. */
export function withoutImmutableRules(schema: JsonSchemaProps, names: ReadonlySet<string>): JsonSchemaProps {
  const { 'x-kubernetes-validations': rules, ...rest } = schema;
  if (rules === undefined) return schema;
  const dropped = new Set([...names].map((name) => ruleOf(name)?.rule));
  const kept = rules.filter(({ rule }) => !dropped.has(rule));
  if (kept.length === rules.length) return schema;
  return kept.length === 0 ? rest : { ...rest, 'x-kubernetes-validations': kept };
}

function ruleOf(name: string): ValidationRule | undefined {
  const field = escapeName(name);
  return field === undefined
    ? undefined
    : { rule: `!has(oldSelf.${field}) || has(self.${field})`, message: `field ${name} is immutable once set` };
}
