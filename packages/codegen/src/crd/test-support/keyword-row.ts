import type { JsonObject } from '@kb/apimachinery';

/** A type and markers, and the schema that they produce. */
export interface Row {
  /** The complete expected schema. */
  readonly schema: JsonObject;
  /** An inline type. */
  readonly type: string;
  /** The markers of a field. Default: none. */
  readonly markers?: readonly string[];
  /** The markers of a declared type, if those of a field are not allowed there. */
  readonly onType?: readonly string[];
}

/** A row with markers that both fields and types can have. */
export const row = (schema: JsonObject, type: string, ...markers: string[]): Row => ({ schema, type, markers });

/** A marker that only fields have: on a type, a patch does the same. */
export const onField = (schema: JsonObject, type: string, marker: string, patch: JsonObject): Row => ({
  schema,
  type,
  markers: [marker],
  onType: [`+kb:schema=${JSON.stringify(patch)}`],
});

/** A row with a patch. */
export const patched = (schema: JsonObject, type: string, patch: JsonObject): Row =>
  row(schema, type, `+kb:schema=${JSON.stringify(patch)}`);

/** The prefix of the validation markers. */
export const v = '+kubebuilder:validation:';
/** Schemas that the rows use. */
export const text: JsonObject = { type: 'string' };
export const whole: JsonObject = { type: 'integer' };
export const number: JsonObject = { type: 'number' };
export const anything: JsonObject = { 'x-kubernetes-preserve-unknown-fields': true };
export const texts: JsonObject = { type: 'array', items: text };
export const things: JsonObject = {
  type: 'array',
  items: { type: 'object', properties: { a: text, b: whole }, required: ['a', 'b'] },
};
export const thing = '{ a: string; b: int }';
export const rule = { rule: "self != 'b'" };
