/** CEL, the language of a schema's validation rules: its trees, types and errors. */
export { ACCUMULATOR, type Expr, type Literal, type MapEntry, type StructField } from './cel/ast/expr.ts';
export { type Adorn, printTree } from './cel/ast/print-tree.ts';
export { check, type CheckedExpr } from './cel/check/check.ts';
export { printChecked } from './cel/check/print-checked.ts';
export type { Environment, FunctionDeclaration, Overload } from './cel/declarations/declaration.ts';
export { kubernetesMacros } from './cel/parse/macros/kubernetes-macros.ts';
export type { Macros } from './cel/parse/macros/macro.ts';
export { type ParsedExpression, parseExpression } from './cel/parse/parse-expression.ts';
export { kubernetesFunctions } from './cel/declarations/kubernetes-functions.ts';
export { type CelIssue, printIssues } from './cel/issue.ts';
export { declTypeOf, type DeclType } from './cel/schema-types/decl-type.ts';
export { escapeName } from './cel/schema-types/escape-name.ts';
export { type NamedTypes, nameTypes } from './cel/schema-types/named-type.ts';
export type { CelType } from './cel/types/cel-type.ts';
export { explainSyntaxError, loadSyntaxErrors } from './cel/syntax-errors/explain-syntax-error.ts';
export { printType } from './cel/types/print-type.ts';
export type { Bounds } from './cel/cost/bounds.ts';
export { declaredSizes } from './cel/cost/declared-sizes.ts';
export { estimateCost } from './cel/cost/estimate-cost.ts';
export type { SizeEstimates } from './cel/cost/estimation.ts';
export { celRules } from './cel/rules/cel-rules.ts';
export { type CompiledRule, compileRules } from './cel/rules/compile/compile-rules.ts';
export { type JudgeInput, type Judged, judgeInSteps, judgeRules } from './cel/rules/judge/judge-rules.ts';
export { type CompiledCondition, compileCondition } from './cel/conditions/compile-condition.ts';
export { type ConditionInput, conditionsJudge } from './cel/conditions/judge-conditions.ts';
export type {
  AuthorizationDecision,
  AuthorizationQuestion,
  Authorize,
  AuthorizedResource,
} from './cel/library/kubernetes/authorizer.ts';
export {
  type CompiledExpression,
  createPolicyCompiler,
  type NamedExpression,
  type PolicyCompiler,
  type PolicyPurpose,
} from './cel/policies/compile-policy.ts';
export type { PolicyInput } from './cel/policies/evaluate-policy.ts';
export type { ConditionsVerdict } from './cel/policies/match-conditions.ts';
export {
  compileMutatingPolicy,
  type MutatingPolicy,
  type MutatingPolicySpec,
  type MutationEffect,
  type PolicyMutation,
} from './cel/policies/mutating-policy.ts';
export {
  compileValidatingPolicy,
  type PolicyAnnotation,
  type PolicyExpressions,
  type PolicyFinding,
  type PolicyValidation,
  type PolicyVerdict,
  type ValidatingPolicy,
  type ValidatingPolicySpec,
} from './cel/policies/validating-policy.ts';
export {
  type CheckedKind,
  type PolicyWarning,
  type TypeCheckedPolicy,
  typeCheckPolicy,
} from './cel/policies/type-check-policy.ts';
