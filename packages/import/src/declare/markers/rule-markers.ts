import { equalJson } from '@kb/apimachinery';
import type { JsonSchemaProps, ValidationRule } from '@kb/apimachinery/schema';
import { ITEMS_PREFIX, VALIDATION_PREFIX } from '@kb/codegen/importer';
import type { MarkedPlace } from './keyword-markers.ts';
import { printMarker } from './marker-text.ts';
import { withMarkers } from './with-markers.ts';

/**
 * Returns the markers for the rules that a schema lacks, which the generator puts before those of its type; none if it
 * already has them, or if markers cannot express them. `items`: for the elements of a list.
 */
export function ruleMarkers(
  place: MarkedPlace,
  wanted: JsonSchemaProps,
  schema: JsonSchemaProps,
  { items }: { readonly items: boolean },
): readonly string[] {
  const all = rulesOf(wanted, items);
  const ofType = rulesOf(schema, items);
  const own = all.slice(0, Math.max(0, all.length - ofType.length));
  if (own.length === 0 || !equalJson(all, [...own, ...ofType])) return [];
  const inCel = own.map((rule) => inWords(rule, items ? ITEMS_PREFIX : VALIDATION_PREFIX));
  const choices = place === 'type' && !items ? own.map((rule, index) => oneOf(rule) ?? inCel[index]) : inCel;
  const bare = withRules(schema, items, []);
  for (const candidates of [choices, inCel]) {
    const lines = candidates.filter((line) => line !== undefined);
    const made = lines.length < own.length ? undefined : withMarkers(bare, lines, place);
    if (made !== undefined && equalJson(rulesOf(made, items), own)) return lines;
  }
  return [];
}

/** A schema with these rules instead of its own. */
export function withRules(schema: JsonSchemaProps, items: boolean, rules: readonly ValidationRule[]): JsonSchemaProps {
  if (items) return schema.items === undefined ? schema : { ...schema, items: withRules(schema.items, false, rules) };
  const { 'x-kubernetes-validations': _, ...rest } = schema;
  return rules.length === 0 ? rest : { ...rest, 'x-kubernetes-validations': [...rules] };
}

/** The rules of a schema, or of the elements of a list. */
export function rulesOf(schema: JsonSchemaProps, items: boolean): readonly ValidationRule[] {
  return (items ? schema.items : schema)?.['x-kubernetes-validations'] ?? [];
}

function inWords(rule: ValidationRule, prefix: string): string | undefined {
  const { rule: expression, message, messageExpression, reason, fieldPath, optionalOldSelf } = rule;
  const values = { rule: expression, message, messageExpression, reason, fieldPath, optionalOldSelf };
  return printMarker(`${prefix}XValidation`, values);
}

const oneOfMessages: readonly (readonly [name: string, message: RegExp])[] = [
  ['AtMostOneOf', /^at most one of the fields in \[(.+)\] may be set$/],
  ['ExactlyOneOf', /^exactly one of the fields in \[(.+)\] must be set$/],
  ['AtLeastOneOf', /^at least one of the fields in \[(.+)\] must be set$/],
];

/** The marker that produces a rule like this one, found by its message. */
function oneOf({ message = '' }: ValidationRule): string | undefined {
  for (const [name, pattern] of oneOfMessages) {
    const fields = pattern.exec(message)?.[1]?.split(' ');
    if (fields !== undefined) return printMarker(`${VALIDATION_PREFIX}${name}`, { '': fields });
  }
  return undefined;
}
