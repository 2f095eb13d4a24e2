import type { JsonSchemaProps, ValidationRule } from '@kb/apimachinery/schema';

/** Adds a rule after those of a schema. Copies the list of rules: other schemas may share it. */
export function addRule(schema: JsonSchemaProps, rule: ValidationRule): void {
  schema['x-kubernetes-validations'] = [...(schema['x-kubernetes-validations'] ?? []), rule];
}
