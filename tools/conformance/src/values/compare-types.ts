import { type JsonObject, type JsonValue, seededRandom } from '@kb/apimachinery';
import { type JsonSchemaProps, pruneUnknown, validateCustomResource } from '@kb/apimachinery/schema';
import { isUnintendedValue } from './unintended-value.ts';
import { judge } from './judge.ts';
import { type SchemaAnswer, schemasOf } from './kb-schemas.ts';
import { sampleValues } from './sample-values.ts';
import { readTypes } from './type-program.ts';

/** The result of comparing one type. */
export type Outcome =
  /** tsc refuses the type, or no JSON value is assignable to it. */
  | { readonly kind: 'no type' }
  /** kb refuses the type with an error. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'same'; readonly values: number; readonly otherwise: number }
  | { readonly kind: 'different'; readonly message: string };

/**
 * Checks sample values of each type with the generated schema and with tsc. `schemas`: returns kb's schemas of types.
 */
export async function compareTypes(
  types: readonly string[],
  seed: number,
  schemas: (types: readonly string[]) => Promise<SchemaAnswer[]> = schemasOf,
): Promise<Outcome[]> {
  const program = readTypes(types);
  const questions = types.map((type, index) => {
    const read = program.types[index];
    if (read === undefined) throw new Error(`the compiler has no type for ${type}`);
    return { type, read, values: sampleValues(program.checker, read, seededRandom(seed + hash(type))) };
  });
  const verdicts = await judge(questions);
  const right = questions.flatMap((question, index) => {
    const verdict = verdicts[index];
    const isType = verdict !== undefined && verdict.wrong === undefined && verdict.refusals.includes(undefined);
    return isType ? [{ ...question, verdict, index }] : [];
  });
  const answers = await schemas(right.map(({ type }) => type));
  const outcomes = types.map((): Outcome => ({ kind: 'no type' }));
  right.forEach(({ index, values, verdict, read, type }, at) => {
    const answer = answers[at];
    if (answer === undefined) return;
    if ('errors' in answer) {
      const [first] = answer.errors;
      outcomes[index] = { kind: 'refused', code: first?.code ?? '', message: first?.message ?? '' };
      return;
    }
    const { schema } = answer;
    let otherwise = 0;
    for (const [valueAt, value] of values.entries()) {
      const refusal = verdict.refusals[valueAt];
      const [error] = errorsOf(schema, value, type);
      if ((refusal === undefined) === (error === undefined)) continue;
      if (refusal === undefined && isUnintendedValue(program.checker, read, value)) {
        otherwise += 1;
        continue;
      }
      const said =
        refusal === undefined
          ? `tsc accepts it, but the schema refuses it: ${error ?? ''}`
          : `the schema accepts it, but tsc refuses it: ${refusal}`;
      outcomes[index] = {
        kind: 'different',
        message: `${type}\nvalue  ${JSON.stringify(value)}\n${said}\nschema ${JSON.stringify(schema)}`,
      };
      return;
    }
    outcomes[index] = { kind: 'same', values: values.length, otherwise };
  });
  return outcomes;
}

function errorsOf(schema: JsonSchemaProps, value: JsonValue, type: string): string[] {
  return refusalsOf(withoutFormats(schema, type), value);
}

/** Validates a value as the API server does: prunes unknown fields first. Returns the errors. */
export function refusalsOf(schema: JsonSchemaProps, value: JsonValue): string[] {
  const whole: JsonSchemaProps = { type: 'object', properties: { value: schema }, required: ['value'] };
  const object: JsonObject = pruneUnknown(whole, { value });
  return validateCustomResource(whole, object).map(({ field, type: kind, message }) => `${field}: ${kind} ${message}`);
}

/** Removes formats from the schema of a type that may have them: for tsc, a string with a format is any string. */
function withoutFormats(schema: JsonSchemaProps, type: string): JsonSchemaProps {
  if (!/Time|Quantity|Lock|Entry|Size/.test(type)) return schema;
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      (key === 'pattern' && String(value).startsWith('^(\\+|-)?')) || (key === 'format' && value === 'date-time')
        ? undefined
        : value,
    ),
  ) as JsonSchemaProps;
}

function hash(text: string): number {
  let sum = 0;
  for (let index = 0; index < text.length; index++) sum = (Math.imul(sum, 31) + text.charCodeAt(index)) | 0;
  return sum;
}
