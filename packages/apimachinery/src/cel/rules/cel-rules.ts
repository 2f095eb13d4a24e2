import type { SchemaRules } from '../../schema/structural/schema-rules.ts';
import { validateDefinitionRules } from './validate-definition-rules.ts';

/** What compiles the rules in CEL of a schema, for the functions of `@kb/apimachinery/schema`. */
export const celRules: SchemaRules = { validate: validateDefinitionRules };
