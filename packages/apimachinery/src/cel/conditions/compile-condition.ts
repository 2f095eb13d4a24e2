import { isProgramError, makeProgram, type Program } from '../evaluate/program.ts';
import { printIssues } from '../issue.ts';
import { checkExpression } from '../rules/compile/compile-expression.ts';
import { printType } from '../types/print-type.ts';
import { conditionEnvironment, conditionVariables } from './condition-environment.ts';

/** What became of a condition: a program, or why there is none, in the words of kube-apiserver. */
export type CompiledCondition =
  { readonly program: Program; readonly error?: never } | { readonly program?: never; readonly error: string };

/** Compiles a match condition of a webhook, which must give a boolean. */
export function compileCondition(expression: string): CompiledCondition {
  const environment = conditionEnvironment();
  const checked = checkExpression(expression, environment);
  if (!('expr' in checked)) return { error: `compilation failed: ${printIssues(expression, checked)}` };
  const type = checked.types.get(checked.expr.id);
  if (type?.kind !== 'bool') {
    // The name of this type differs from how messages of the type checker print it.
    const shown = type === undefined ? 'error' : type.kind === 'null' ? 'null_type' : printType(type);
    return { error: `must evaluate to bool but got ${shown}` };
  }
  const program = makeProgram(checked, environment, conditionVariables);
  return isProgramError(program) ? { error: `program instantiation failed: ${program.message}` } : { program };
}
