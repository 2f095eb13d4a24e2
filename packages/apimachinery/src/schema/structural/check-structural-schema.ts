import { compareUtf8 } from '../../codec/stringify-json.ts';
import { type FieldError, fieldInvalid, formatFieldError } from '../../field-error.ts';
import { firstErrors } from '../../status/listed-errors.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { checkCompleteness } from './completeness.ts';
import { checkDefaults } from './defaults.ts';
import { checkInvariants } from './invariants.ts';
import { checkKeywords } from './keywords.ts';
import { checkRootKeywords } from './root-keywords.ts';
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
  { statusSubresource = false, rules, isUnchanged = false }: CheckStructuralSchemaOptions = {},
): FieldError[] {
  const errors = checkRootKeywords(schema, path, statusSubresource);
  const unsupported = firstUnsupported(schema);
  const structural = unsupported === undefined ? structuralErrors(schema, path, rules) : [];
  const wrong = new Set<JsonSchemaProps>();
  errors.push(...structural, ...checkKeywords(schema, path, (part) => wrong.add(part)));
  // Every other keyword of this kind has a specific error with its path.
  if (unsupported !== undefined && errors.length === 0) errors.push(fieldInvalid(path, '', unsupported));
  if (rules === undefined || unsupported !== undefined || structural.length > 0) return errors;
  return [...errors, ...rules.validate(schema, path, { isWrong: (part) => wrong.has(part), isUnchanged })];
}

function structuralErrors(schema: JsonSchemaProps, path: string, rules: SchemaRules | undefined): FieldError[] {
  const errors = [...checkInvariants(schema, 'root', path), ...checkCompleteness(schema, path)];
  if (errors.length === 0) return checkDefaults(schema, path, rules);
  return firstErrors(errors)
    .map((error) => ({ error, text: formatFieldError(error) }))
    .sort((a, b) => compareUtf8(a.text, b.text))
    .map(({ error }) => error);
}
