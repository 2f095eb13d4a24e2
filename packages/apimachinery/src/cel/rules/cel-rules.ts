import type { FieldError } from '../../field-error.ts';
import type { JudgedDefault, SchemaRules } from '../../schema/structural/schema-rules.ts';
import { judgeRules } from './judge/judge-rules.ts';
import { prepareRules } from './compile/prepare-rules.ts';
import { validateDefinitionRules } from './validate-definition-rules.ts';

/** What compiles and evaluates the rules in CEL of a schema, for the functions of `@kb/apimachinery/schema`. */
export const celRules: SchemaRules = { validate: validateDefinitionRules, prepare: prepareRules, judgeDefault };

/**
 * Judges a default by the rules of its schema as kube-apiserver does: as the new value of itself, and if that is
 * right, as a value that was not there before. Each time all of the budget may be used; what is left is the least.
 */
function judgeDefault(judged: JudgedDefault): { readonly errors: readonly FieldError[]; readonly budget: number } {
  const unchanged = judgeRules({ ...judged, oldValue: judged.value });
  if (unchanged.errors.length > 0) return unchanged;
  const added = judgeRules(judged);
  return { errors: added.errors, budget: Math.min(unchanged.budget, added.budget) };
}
