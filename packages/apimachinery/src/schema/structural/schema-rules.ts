import type { FieldError } from '../../field-error.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';

/** How the rules of a schema are validated. */
export interface SchemaRulesOptions {
  /** Whether the schema at a path has an error, or has one in it: its rules are not compiled. */
  readonly isWrong: (path: string) => boolean;
  /** Whether the rules were accepted before, in the same schema: one of them may then cost more than the limit. */
  readonly isUnchanged: boolean;
}

/**
 * What compiles the rules in CEL of a schema: `celRules` of `@kb/apimachinery/cel`. It is passed to the
 * functions that need it, so that others do not load it.
 */
export interface SchemaRules {
  /** Validates the rules of a schema that is right otherwise, as kube-apiserver does in a CustomResourceDefinition. */
  readonly validate: (schema: JsonSchemaProps, path: string, options: SchemaRulesOptions) => FieldError[];
}
