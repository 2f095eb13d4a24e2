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
export { type NamedTypes, nameTypes } from './cel/schema-types/named-type.ts';
export type { CelType } from './cel/types/cel-type.ts';
export { explainSyntaxError, loadSyntaxErrors } from './cel/syntax-errors/explain-syntax-error.ts';
export { printType } from './cel/types/print-type.ts';
