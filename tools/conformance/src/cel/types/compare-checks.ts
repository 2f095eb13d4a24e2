import {
  type CelIssue,
  check,
  type CheckedExpr,
  declTypeOf,
  kubernetesFunctions,
  kubernetesMacros,
  nameTypes,
  parseExpression,
  printChecked,
  printIssues,
} from '@kb/apimachinery/cel';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Failure } from '../../suite.ts';
import type { CelOracle } from '../cel-oracle.ts';

/** An expression in the environment of a rule. */
export interface CheckCase {
  readonly expression: string;
  readonly schema: JsonSchemaProps;
  readonly root: boolean;
  readonly optionalOldSelf: boolean;
}

/** How many expressions there were, how many of them have mistakes, and what differs. */
export interface ComparedChecks {
  readonly total: number;
  readonly refused: number;
  readonly failures: readonly Failure[];
}

/** Expressions have the types and overloads, or the mistakes, that they have for kube-apiserver. */
export function compareChecks(oracle: CelOracle, cases: readonly CheckCase[]): ComparedChecks {
  // What does not follow the grammar has no types.
  const parsed = cases.filter(({ expression }) => parseExpression(expression, kubernetesMacros).expr !== undefined);
  const answers = oracle.ask('expression', parsed);
  const failures = parsed.flatMap((each, index) => {
    const { error, panic, tree = '' } = answers[index] ?? {};
    const theirs = error ?? tree;
    // The types are right then, but the literals could not be looked at.
    if (panic !== undefined && tree === '') return [];
    const ours = checkedText(each);
    return withoutNumbers(ours) === withoutNumbers(theirs)
      ? []
      : [{ name: each.expression, message: `${ours}\nbut there\n${theirs}` }];
  });
  return { total: parsed.length, refused: answers.filter(({ error }) => error !== undefined).length, failures };
}

/** The tree with types as cel-go prints it, or the mistakes. */
function checkedText(each: CheckCase): string {
  const result = checkCase(each);
  if (result === undefined) return 'no expression, or no type';
  return 'expr' in result ? printChecked(result) : printIssues(each.expression, result);
}

/** The expression with its types, or its mistakes; undefined: it has no tree, or the schema no type. */
export function checkCase({
  expression,
  schema,
  root,
  optionalOldSelf,
}: CheckCase): CheckedExpr | readonly CelIssue[] | undefined {
  const { expr } = parseExpression(expression, kubernetesMacros);
  const decl = declTypeOf(schema, root);
  if (expr === undefined || decl === undefined) return undefined;
  const { root: self, findType } = nameTypes(decl, 'selfType');
  const oldSelf = optionalOldSelf ? ({ kind: 'opaque', name: 'optional_type', parameters: [self] } as const) : self;
  const variables = new Map([
    ['self', self],
    ['oldSelf', oldSelf],
  ]);
  return check(expression, expr, { functions: kubernetesFunctions(), variables, findType });
}

/** The numbers of type variables depend on the order of a map of Go: they are others in each run. */
function withoutNumbers(text: string): string {
  return text.replaceAll(/_var\d+/g, '_var');
}
