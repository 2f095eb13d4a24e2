import type { JsonSchemaProps, ValidationRule } from '@kb/apimachinery';

/** Adds a rule behind those that a schema has. The list can be one that other schemas have too. */
export function addRule(schema: JsonSchemaProps, rule: ValidationRule): void {
  schema['x-kubernetes-validations'] = [...(schema['x-kubernetes-validations'] ?? []), rule];
}
