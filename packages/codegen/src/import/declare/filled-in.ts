import type { JsonSchemaProps } from '@kb/apimachinery';

/**
 * True for a field that the API server fills in where it is absent, before it looks what is required. A default of null
 * says that there is none.
 */
export function isFilledIn(schema: JsonSchemaProps | undefined): boolean {
  return schema?.default !== undefined && schema.default !== null;
}
