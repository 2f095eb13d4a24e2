import { ts } from '../../../packages/codegen/compiler/typescript.js';

/** A change of a source that its tests should detect. */
export interface Mutation {
  /** Where the replaced text begins. */
  readonly start: number;
  /** Where the replaced text ends, exclusive. */
  readonly end: number;
  /** The replacement. */
  readonly text: string;
  /** The line in which the replaced text begins, counted from 1. */
  readonly line: number;
  /** The kind of mutation, such as `< to <=`. */
  readonly what: string;
}

/**
 * Lists every {@link Mutation} of a source, in the order of the text. Types, imports, exports and property names are
 * not mutated.
 */
export function mutationsOf(fileName: string, text: string): Mutation[] {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const mutations: Mutation[] = [];
  const replace: Replace = (node, to, what) => {
    const start = node.getStart(source);
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    mutations.push({ start, end: node.getEnd(), text: to, line, what });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    mutate(node, source, replace);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mutations.toSorted((a, b) => a.start - b.start);
}

/** Returns the source with a mutation applied. */
export function mutated(source: string, { start, end, text }: Mutation): string {
  return source.slice(0, start) + text + source.slice(end);
}

type Replace = (node: ts.Node, to: string, what: string) => void;

/** Operators and their replacements. */
const operators: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.QuestionQuestionToken, '&&'],
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
  [ts.SyntaxKind.SlashToken, '*'],
  [ts.SyntaxKind.PercentToken, '*'],
  [ts.SyntaxKind.PlusEqualsToken, '-='],
  [ts.SyntaxKind.MinusEqualsToken, '+='],
]);

/** Operators that assign to their left operand. */
const assignments: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsToken,
  ts.SyntaxKind.PlusEqualsToken,
  ts.SyntaxKind.MinusEqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
]);

/** Methods and their replacements. */
const methods: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
]);

function mutate(node: ts.Node, source: ts.SourceFile, replace: Replace): void {
  if (ts.isBinaryExpression(node)) mutateOperator(node, replace);
  else if (ts.isPrefixUnaryExpression(node)) mutatePrefix(node, source, replace);
  else if (ts.isConditionalExpression(node)) mutateCondition(node.condition, replace);
  else if (ts.isIfStatement(node)) mutateCondition(node.expression, replace);
  else if (ts.isArrayLiteralExpression(node)) {
    if (node.elements.length > 0) replace(node, '[]', 'no elements');
  } else if (ts.isExpressionStatement(node)) {
    if (hasEffect(withoutAwait(node.expression))) replace(node, ';', 'statement removed');
  } else if (ts.isThrowStatement(node)) replace(node, ';', 'statement removed');
  else if (ts.isReturnStatement(node)) {
    if (node.expression && node.expression.getText(source) !== 'undefined') replace(node, 'return;', 'returns nothing');
  } else if (ts.isArrowFunction(node)) {
    if (!ts.isBlock(node.body) && node.body.getText(source) !== 'undefined')
      replace(node.body, 'undefined', 'returns nothing');
  } else if (ts.isPropertyAccessExpression(node)) {
    const to = methods.get(node.name.text);
    if (to !== undefined && ts.isCallExpression(node.parent)) replace(node.name, to, `${node.name.text} to ${to}`);
  } else mutateLiteral(node, replace);
}

function mutateOperator({ operatorToken, left, right }: ts.BinaryExpression, replace: Replace): void {
  const to = operators.get(operatorToken.kind);
  if (to === undefined) return;
  // Subtracting strings gives NaN: such a mutation tests nothing about arithmetic.
  const isText = [left, right].some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side));
  if (isText && /^[-+]/.test(to)) return;
  replace(operatorToken, to, `${operatorToken.getText()} to ${to}`);
}

function mutatePrefix(node: ts.PrefixUnaryExpression, source: ts.SourceFile, replace: Replace): void {
  if (node.operator === ts.SyntaxKind.ExclamationToken) replace(node, node.operand.getText(source), 'no !');
  if (node.operator === ts.SyntaxKind.MinusToken) replace(node, node.operand.getText(source), 'no -');
}

function mutateCondition(condition: ts.Expression, replace: Replace): void {
  replace(condition, 'true', 'condition always true');
  replace(condition, 'false', 'condition always false');
}

function mutateLiteral(node: ts.Node, replace: Replace): void {
  if (node.kind === ts.SyntaxKind.TrueKeyword) replace(node, 'false', 'true to false');
  else if (node.kind === ts.SyntaxKind.FalseKeyword) replace(node, 'true', 'false to true');
  else if (ts.isNumericLiteral(node)) {
    if (!isName(node)) replace(node, `(${node.getText()} + 1)`, `${node.getText()} plus 1`);
  } else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    if (isName(node)) return;
    if (node.text === '') replace(node, "'mutated'", 'string not empty');
    else replace(node, "''", 'string empty');
  } else if (ts.isTemplateExpression(node)) {
    if (!ts.isTaggedTemplateExpression(node.parent)) replace(node, "''", 'string empty');
  }
}

/** Whether a literal is a property name or a module specifier. */
function isName(node: ts.Node): boolean {
  const { parent } = node;
  return (
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    (ts.isBindingElement(parent) && parent.propertyName === node) ||
    (ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword) ||
    ts.isComputedPropertyName(parent) ||
    ts.isTaggedTemplateExpression(parent) ||
    ts.isLiteralTypeNode(parent)
  );
}

/** Whether an expression statement is a call or an assignment. */
function hasEffect(expression: ts.Expression): boolean {
  if (ts.isBinaryExpression(expression)) return assignments.has(expression.operatorToken.kind);
  return ts.isCallExpression(expression);
}

function withoutAwait(expression: ts.Expression): ts.Expression {
  return ts.isAwaitExpression(expression) || ts.isVoidExpression(expression) ? expression.expression : expression;
}
