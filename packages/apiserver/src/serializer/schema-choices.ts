import type { JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { TypeName } from '@kb/kubernetes/data';
import { DecodeContext, type Decoder } from './decode-context.ts';
import { DecodeError } from './decode-error.ts';
import { anyType } from './go-scalars.ts';
import type { GoType } from './go-type.ts';

/**
 * Returns the types of `items` and `additionalProperties`, which are a schema or another value. In Go these types
 * decode themselves, separately from the rest: unknown fields are dropped silently. Undefined for all other types.
 */
export function schemaChoiceType(name: TypeName, schema: () => GoType): GoType | undefined {
  const alone: Decoder = { decode: (value, context) => decodeAlone(schema(), value, context) };
  switch (name) {
    case 'apiextensions/v1.JSONSchemaPropsOrArray':
      return {
        ...anyType,
        name: 'v1.JSONSchemaPropsOrArray',
        decode: (value, context) => {
          if (Array.isArray(value) && value.length > 0)
            return value.map((item, index) => context.within(index, alone, item));
          return isJsonObject(value) ? alone.decode(value, context) : null;
        },
      };
    case 'apiextensions/v1.JSONSchemaPropsOrBool':
      return {
        ...anyType,
        name: 'v1.JSONSchemaPropsOrBool',
        decode: (value, context) => {
          if (value === null || typeof value === 'boolean') return value;
          if (!isJsonObject(value)) throw new DecodeError('boolean or JSON schema expected');
          return alone.decode(value, context);
        },
      };
    default:
      return undefined;
  }
}

function decodeAlone(type: GoType, value: JsonValue, context: DecodeContext): JsonValue {
  // Even where Go decodes a map, these types are decoded from JSON.
  return context.fromMap
    ? type.decode(value, new DecodeContext({ forStorage: context.forStorage }))
    : context.withoutUnknownFields(type, value);
}
