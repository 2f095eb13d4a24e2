import { compareUtf8 } from '../../codec/stringify-json.ts';
import { type FieldError, fieldInvalid, formatFieldError } from '../../field-error.ts';
import { ErrorList } from '../../status/listed-errors.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { checkCompleteness } from './completeness.ts';
import { addErrorsOfDefaults } from './defaults.ts';
import { checkInvariants } from './invariants.ts';
import { checkKeywords } from './keywords.ts';
import { checkRootKeywords } from './root-keywords.ts';
import { doAllSteps } from '../do-all-steps.ts';
import type { SchemaRules } from './schema-rules.ts';
import { firstUnsupported } from './unsupported-keywords.ts';

/** Options of {@link checkStructuralSchema}. */
export interface CheckStructuralSchemaOptions {
  /** Whether the version has the status subresource: it restricts which keywords the root may have. Default: false. */
  readonly statusSubresource?: boolean;
  /** What compiles the rules in CEL: `celRules` of `@kb/apimachinery/cel`. Default: they are not compiled. */
  readonly rules?: SchemaRules;
  /** Whether the schema was accepted before: a rule may then cost more than its limit. Default: false. */
  readonly isUnchanged?: boolean;
}

/**
 * Validates the schema of a custom resource as kube-apiserver validates CustomResourceDefinitions: structural rules,
 * keywords, defaults, and with the option `rules` the rules in CEL. `path` is the path of the schema, such as
 * `spec.validation.openAPIV3Schema`. The schema must have passed {@link decodeSchema}.
 */
export function checkStructuralSchema(
  schema: JsonSchemaProps,
  path: string,
  options: CheckStructuralSchemaOptions = {},
): FieldError[] {
  return doAllSteps(checkStructuralSchemaInSteps(schema, path, options));
}

/** {@link checkStructuralSchema} in steps, between which a caller can do other work: for schemas of megabytes. */
export function* checkStructuralSchemaInSteps(
  schema: JsonSchemaProps,
  path: string,
  { statusSubresource = false, rules, isUnchanged = false }: CheckStructuralSchemaOptions = {},
): Generator<void, FieldError[]> {
  const errors = new ErrorList();
  errors.addAll(checkRootKeywords(schema, path, statusSubresource));
  const unsupported = firstUnsupported(schema);
  yield;
  const structural = unsupported === undefined ? yield* structuralErrors(schema, path, rules) : [];
  errors.addAll(structural);
  yield;
  const wrong = new Set<JsonSchemaProps>();
  if (!errors.isFull) checkKeywords(schema, path, (part) => wrong.add(part), errors);
  // Every other keyword of this kind has a specific error with its path.
  if (unsupported !== undefined && errors.count === 0) errors.add(fieldInvalid(path, '', unsupported));
  if (rules === undefined || unsupported !== undefined || structural.length > 0 || errors.isFull) return errors.all;
  yield;
  return [...errors.all, ...rules.validate(schema, path, { isWrong: (part) => wrong.has(part), isUnchanged })];
}

function* structuralErrors(
  schema: JsonSchemaProps,
  path: string,
  rules: SchemaRules | undefined,
): Generator<void, readonly FieldError[]> {
  const errors = new ErrorList();
  checkInvariants(schema, 'root', path, errors);
  yield;
  if (!errors.isFull) checkCompleteness(schema, path, errors);
  if (errors.count === 0) {
    yield* addErrorsOfDefaults(schema, path, rules, errors);
    return errors.all;
  }
  return errors.all
    .map((error) => ({ error, text: formatFieldError(error) }))
    .sort((a, b) => compareUtf8(a.text, b.text))
    .map(({ error }) => error);
}
