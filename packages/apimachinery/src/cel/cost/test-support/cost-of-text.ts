import type { JsonSchemaProps } from '../../../schema/json-schema-props.ts';
import { check } from '../../check/check.ts';
import { kubernetesFunctions } from '../../declarations/kubernetes-functions.ts';
import { kubernetesMacros } from '../../parse/macros/kubernetes-macros.ts';
import { parseExpression } from '../../parse/parse-expression.ts';
import { declTypeOf } from '../../schema-types/decl-type.ts';
import { nameTypes } from '../../schema-types/named-type.ts';
import type { Bounds } from '../bounds.ts';
import { declaredSizes } from '../declared-sizes.ts';
import { estimateCost } from '../estimate-cost.ts';

/** A text with or without a limit. */
export function text(maxLength?: number): JsonSchemaProps {
  return { type: 'string', ...(maxLength !== undefined && { maxLength }) };
}

/** A list with or without a limit. */
export function listOf(items: JsonSchemaProps, maxItems?: number): JsonSchemaProps {
  return { type: 'array', items, ...(maxItems !== undefined && { maxItems }) };
}

/** An object with these properties. */
export function object(properties: Readonly<Record<string, JsonSchemaProps>>): JsonSchemaProps {
  return { type: 'object', properties };
}

/** What an expression costs as a rule of a schema; undefined: it does not compile. */
export function costOfText(expression: string, schema: JsonSchemaProps): Bounds | undefined {
  const { expr } = parseExpression(expression, kubernetesMacros);
  const decl = declTypeOf(schema);
  if (expr === undefined || decl === undefined) return undefined;
  const { root, findType } = nameTypes(decl, 'selfType');
  const environment = { functions: kubernetesFunctions(), variables: new Map([['self', root]]), findType };
  const checked = check(expression, expr, environment);
  return 'expr' in checked ? estimateCost(checked, declaredSizes(decl)) : undefined;
}
