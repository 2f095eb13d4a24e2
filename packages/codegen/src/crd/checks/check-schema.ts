import type { FieldError } from '@kb/apimachinery';
import { celRules } from '@kb/apimachinery/cel';
import { stringifyJson } from '@kb/apimachinery/codec';
import {
  checkDefaults,
  checkStructuralSchema,
  type JsonSchemaProps,
  type ValidationRule,
} from '@kb/apimachinery/schema';
import type { Reporter } from '../../diagnostic/reporter.ts';
import { type Marker, writtenName } from '../../markers/define/marker-definition.ts';
import type { Kind, Model } from '../../model/model.ts';
import { refusalHint, refusalInWords } from './explain-refusal.ts';
import { withoutRepeatedParts } from './repeated-parts.ts';
import { type RuleRefusal, ruleRefusal, rulesByPath } from './rule-refusal.ts';
import { type SourcePlace, sourcePlace } from './source-place.ts';
import { withoutBuiltInParts } from './without-built-in-parts.ts';

/**
 * Reports what the API server would refuse in the schema of a kind's version, at the marker or the field that causes
 * it: a default that does not fit, a list map without keys, a key that may be missing, a rule that does not compile or
 * costs too much.
 */
export function checkSchema(schema: JsonSchemaProps, kind: Kind, model: Model, reporter: Reporter): void {
  const statusSubresource = kind.facts.statusSubresource;
  const checked = withoutRepeatedParts(schema);
  const own = withoutBuiltInParts(checked, { kind: 'named', id: kind.type }, model);
  if (schemaRefusals(own, statusSubresource).length === 0) return;
  const rules = rulesByPath(checked);
  for (const error of schemaRefusals(checked, statusSubresource)) {
    const place = sourcePlace(error.field, kind, model);
    const { markers, rest, patch } = place;
    // An unknown type has already been reported, unless its field is marked as schemaless.
    if (patch === undefined && rest === 'type' && IS_MISSING.test(error.message) && !markers.some(isSchemaless))
      continue;
    report(error, place, rules, reporter);
  }
}

/**
 * Returns the problems for which the API server would refuse the schema of a kind's version, without duplicates, with
 * paths in the schema.
 */
export function schemaRefusals(schema: JsonSchemaProps, statusSubresource: boolean): readonly FieldError[] {
  const errors = checkStructuralSchema(schema, '', { statusSubresource });
  if (errors.length === 0) return [...brokenRules(schema), ...ruleErrors(schema)];
  // The API server checks defaults only when nothing else is wrong; here all problems are reported at once.
  const all = withoutConsequences([...errors, ...checkDefaults(schema, '')]);
  return [...new Map(all.map((error) => [`${error.field} ${error.message}`, error])).values()];
}

/** The errors of defaults that break rules. Rules that do not compile are reported themselves. */
function brokenRules(schema: JsonSchemaProps): readonly FieldError[] {
  return checkDefaults(schema, '', celRules).filter(({ message }) => !message.includes('rule compile error'));
}

/** The errors of the rules in a schema that is right otherwise. */
function ruleErrors(schema: JsonSchemaProps): readonly FieldError[] {
  const errors = celRules.validate(schema, '', { isWrong: () => false, isUnchanged: false });
  // Where one rule costs too much, the sum does, too.
  const own = errors.filter(({ message }) => !/estimated rule cost total/.test(message));
  return own.some(({ message }) => message.includes('exceeds budget')) ? own : errors;
}

/**
 * Drops errors that follow from another: about the keys of a list whose elements are not objects, or the range of a
 * number of the wrong type.
 */
function withoutConsequences(errors: readonly FieldError[]): FieldError[] {
  const listsOfNoObjects = new Set(
    errors.filter(({ message }) => message.includes('must be object if parent array')).map(({ field }) => field),
  );
  const ofOtherType = new Set(
    errors.filter(({ message }) => message.includes('in body must be of type')).map(({ field }) => field),
  );
  return errors.filter(({ field, message }) => {
    if (message.includes('must not be empty if x-kubernetes-list-type is map'))
      return !listsOfNoObjects.has(field.replace(/x-kubernetes-list-map-keys$/, 'items.type'));
    return !message.includes('Checked value must be of type') || !ofOtherType.has(field);
  });
}

const IS_MISSING = /^Required value: must not be empty /;

function isSchemaless({ effect }: Marker): boolean {
  return effect.on === 'schemaless';
}

/** `rest` is the keyword that is wrong and the path inside its value, such as `default.replicas`. */
function report(
  error: FieldError,
  { rest, markers, span, patch }: SourcePlace,
  rules: ReadonlyMap<string, ValidationRule>,
  reporter: Reporter,
): void {
  const keyword = /^[\w-]*/.exec(rest)?.[0] ?? '';
  const inside = rest.slice(keyword.length).replace(/^(?:\[\d+\])?\.?/, '');
  const rule = rules.get(error.field.replace(/\.\w+$/, ''));
  const marker = patch ?? markerOfRule(rule, markers) ?? markerOf(keyword, markers, error.message);
  const refusal = ruleRefusal(error);
  const problem = refusal?.problem ?? refusalInWords(error.message, inside, marker);
  const hint = refusal === undefined ? refusalHint(error.message, marker) : hintOf(refusal);
  if (patch !== undefined) {
    const message = `+${patch.name} does not fit: the API server would refuse ${error.field}: ${problem}`;
    reporter.report(patch.span, { code: 'KB_MARKER_MISMATCH', message, ...hint });
  } else if (marker === undefined) {
    const subject = keyword === '' || refusal !== undefined ? '' : `${keyword}: `;
    reporter.report(span, {
      code: 'KB_SCHEMA_REFUSED',
      message: `the API server would refuse the schema that this comes to: ${subject}${problem}`,
      ...hint,
    });
  } else {
    const message = `${writtenName(marker)} does not fit: ${problem}`;
    const at = refusal && marker.argumentSpans.get(refusal.argument);
    reporter.report(at ?? marker.span, { code: 'KB_MARKER_MISMATCH', message, ...hint });
  }
}

function hintOf({ hint }: RuleRefusal): { readonly hint?: string } {
  return hint === undefined ? {} : { hint };
}

/** Finds the marker that has a rule, as its author wrote it. */
function markerOfRule(rule: ValidationRule | undefined, markers: readonly Marker[]): Marker | undefined {
  const { message = '', messageExpression = '', fieldPath = '' } = rule ?? {};
  const parts = Object.entries({ rule: rule?.rule, message, messageExpression, fieldPath });
  return markers.find(({ values }) => parts.every(([name, value]) => (values.get(name) ?? '') === value));
}

/** Finds the marker that causes a problem: of several with one name, the one whose value the message contains. */
function markerOf(keyword: string, markers: readonly Marker[], message: string): Marker | undefined {
  for (const name of sources[keyword] ?? []) {
    const found = markers.filter((marker) => marker.name.replace(PREFIXES, '') === name);
    const named = found.find(({ values }) =>
      [...values.values()].some((value) => message.includes(stringifyJson(value))),
    );
    if (found.length > 0) return named ?? found[0];
  }
  return undefined;
}

const PREFIXES = /^(?:k8s:|kubebuilder:(?:validation:(?:items:)?)?)/;

/** The markers that set a keyword, without their prefixes, the most likely cause first. */
const sources: Readonly<Record<string, readonly string[]>> = {
  default: ['default'],
  pattern: ['Pattern'],
  properties: ['EmbeddedResource', 'XEmbeddedResource'],
  type: ['EmbeddedResource', 'XEmbeddedResource', 'Type', 'listType', 'mapType', 'structType', 'Schemaless'],
  items: ['Type'],
  uniqueItems: ['UniqueItems'],
  'x-kubernetes-int-or-string': ['XIntOrString'],
  'x-kubernetes-list-map-keys': ['listMapKey', 'listType'],
  'x-kubernetes-list-type': ['listType'],
  'x-kubernetes-map-type': ['mapType', 'structType'],
  'x-kubernetes-preserve-unknown-fields': ['pruning:PreserveUnknownFields', 'XPreserveUnknownFields'],
  'x-kubernetes-validations': ['XValidation', 'ExactlyOneOf', 'AtMostOneOf', 'AtLeastOneOf'],
};
