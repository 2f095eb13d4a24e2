import type { FieldError } from '../../field-error.ts';
import type { JsonValue } from '../../json.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';

/** The values that {@link SchemaRules} are to judge. */
export interface JudgedDefault {
  /** The schema that has the default. */
  readonly schema: JsonSchemaProps;
  readonly value: JsonValue;
  /** The path of the default, for errors. */
  readonly path: string;
  /** Whether the default is a whole embedded resource. */
  readonly isResourceRoot: boolean;
  /** What all further defaults of the schema may cost. */
  readonly budget: number;
}

/** How the rules of a schema are validated. */
export interface SchemaRulesOptions {
  /** Whether a part of the schema has an error, or has one in it: its rules are not compiled. */
  readonly isWrong: (part: JsonSchemaProps) => boolean;
  /** Whether the rules were accepted before, in the same schema: one of them may then cost more than the limit. */
  readonly isUnchanged: boolean;
}

/**
 * What compiles and evaluates the rules in CEL of a schema: `celRules` of `@kb/apimachinery/cel`. It is passed to the
 * functions that need it, so that others do not load it.
 */
export interface SchemaRules {
  /** Validates the rules of a schema that is right otherwise, as kube-apiserver does in a CustomResourceDefinition. */
  readonly validate: (schema: JsonSchemaProps, path: string, options: SchemaRulesOptions) => FieldError[];
  /**
   * Does in steps what takes long in {@link SchemaRules.validate}, which then takes little time for the same schema. Do
   * it where others wait meanwhile.
   */
  readonly prepare: (schema: JsonSchemaProps) => Iterator<void, void>;
  /** Judges a default by the rules of its schema. The budget that is left is negative when it was not enough. */
  readonly judgeDefault: (judged: JudgedDefault) => {
    readonly errors: readonly FieldError[];
    readonly budget: number;
  };
}
