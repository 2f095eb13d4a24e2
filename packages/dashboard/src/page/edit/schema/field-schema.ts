/** The part of an OpenAPI schema that forms use. */
export interface FieldSchema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly items?: FieldSchema;
  readonly additionalProperties?: FieldSchema | boolean;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
}

/** Which control a form has for a field. */
export type Control = 'object' | 'list' | 'map' | 'choice' | 'boolean' | 'number' | 'text' | 'free';

/** The control of a field; what no control can show is edited as JSON (`free`). */
export function controlOf(schema: FieldSchema): Control {
  if (schema['x-kubernetes-int-or-string']) return 'text';
  if (schema.enum) return 'choice';
  if (schema.type === 'boolean') return 'boolean';
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  if (schema.type === 'string') return 'text';
  if (schema.type === 'array') return schema.items ? 'list' : 'free';
  if (schema.properties) return 'object';
  return typeof schema.additionalProperties === 'object' ? 'map' : 'free';
}

/** The value of a field that is added to a form: its default, or an empty one. */
export function initialValue(schema: FieldSchema): unknown {
  if (schema.default !== undefined) return schema.default;
  switch (controlOf(schema)) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, initialValue(schema.properties?.[name] ?? {})]),
      );
    case 'list':
      return [];
    case 'map':
    case 'free':
      return {};
    case 'choice':
      return schema.enum?.[0];
    case 'boolean':
      return false;
    case 'number':
      return schema.minimum ?? 0;
    case 'text':
      return '';
  }
}

/** Reads what the server sends as a schema. Anything else is a schema that says nothing. */
export function asFieldSchema(value: unknown): FieldSchema {
  return typeof value === 'object' && value !== null ? value : {};
}

/**
 * Reads what was typed as a number: NaN for an empty text, so that the check asks for a number, and a bigint for an
 * integer that a number would round.
 */
export function numberOf(text: string): number | bigint {
  if (text === '') return Number.NaN;
  const number = Number(text);
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(number) ? BigInt(text) : number;
}
