import { check, type CheckedExpr } from '../../check/check.ts';
import type { Environment } from '../../declarations/declaration.ts';
import { isProgramError, makeProgram, type Program } from '../../evaluate/program.ts';
import { type CelIssue, printIssues } from '../../issue.ts';
import { kubernetesMacros } from '../../parse/macros/kubernetes-macros.ts';
import { parseExpression } from '../../parse/parse-expression.ts';
import { explainSyntaxError } from '../../syntax-errors/explain-syntax-error.ts';

/** What an expression is for: its type, and how errors of it begin. */
export interface Purpose {
  readonly type: 'bool' | 'string';
  readonly compilation: string;
  readonly otherType: string;
  readonly instantiation: string;
}

/** The rule itself. */
export const forRule: Purpose = {
  type: 'bool',
  compilation: 'compilation failed',
  otherType: 'cel expression must evaluate to a bool',
  instantiation: 'program instantiation failed',
};

/** The expression that writes the message of a rule. */
export const forMessage: Purpose = {
  type: 'string',
  compilation: 'messageExpression compilation failed',
  otherType: 'messageExpression must evaluate to a string',
  instantiation: 'messageExpression instantiation failed',
};

/** What became of an expression. */
export interface Compiled {
  /** Undefined: it has mistakes, or another type. */
  readonly checked: CheckedExpr | undefined;
  readonly program: Program | undefined;
  /** Why there is no program, in the words of kube-apiserver. */
  readonly error: string | undefined;
}

/** The variables of rules and of the expressions for their messages, in the order in which programs get them. */
const ruleVariables = ['self', 'oldSelf'] as const;

/** Compiles an expression in the environment of its schema. */
export function compileExpression(text: string, environment: Environment, purpose: Purpose): Compiled {
  const checked = checkExpression(text, environment);
  if (!('expr' in checked)) return failed(`${purpose.compilation}: ${printIssues(text, checked)}`);
  if (checked.types.get(checked.expr.id)?.kind !== purpose.type) return failed(purpose.otherType);
  const program = makeProgram(checked, environment, ruleVariables);
  return isProgramError(program)
    ? { checked, program: undefined, error: `${purpose.instantiation}: ${program.message}` }
    : { checked, program, error: undefined };
}

function failed(error: string): Compiled {
  return { checked: undefined, program: undefined, error };
}

/** Parses and checks an expression; or returns its mistakes, those of its syntax in the words of kube-apiserver. */
export function checkExpression(text: string, environment: Environment): CheckedExpr | readonly CelIssue[] {
  const parsed = parseExpression(text, kubernetesMacros);
  if (parsed.expr !== undefined) return check(text, parsed.expr, environment);
  return parsed.isSyntaxError ? explainSyntaxError(text, parsed.issues) : parsed.issues;
}
