import { ts } from '../compiler.ts';

/**
 * Returns the value of an exported variable if it is an array, without type assertions and parentheses, following
 * references to other variables.
 */
export function arrayOf(source: ts.SourceFile, exported: string): ts.Expression | undefined {
  const value = valueOf(source, localName(source, exported) ?? exported);
  return value === undefined ? undefined : writtenOut(source, value);
}

/** Returns an expression without type assertions and parentheses, following references to variables of the source. */
export function writtenOut(source: ts.SourceFile, expression: ts.Expression): ts.Expression {
  let value = withoutTypes(expression);
  for (const seen = new Set<string>(); ts.isIdentifier(value) && !seen.has(value.text);) {
    seen.add(value.text);
    const next = valueOf(source, value.text);
    if (next === undefined) return value;
    value = withoutTypes(next);
  }
  return value;
}

/** The variable that `export { a as b }` exports as `b`. */
function localName(source: ts.SourceFile, exported: string): string | undefined {
  for (const statement of source.statements) {
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier !== undefined) continue;
    if (statement.exportClause === undefined || !ts.isNamedExports(statement.exportClause)) continue;
    const found = statement.exportClause.elements.find(({ name }) => name.text === exported);
    if (found !== undefined) return (found.propertyName ?? found.name).text;
  }
  return undefined;
}

function valueOf(source: ts.SourceFile, name: string): ts.Expression | undefined {
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const declaration of statement.declarationList.declarations)
      if (ts.isIdentifier(declaration.name) && declaration.name.text === name) return declaration.initializer;
  }
  return undefined;
}

function withoutTypes(expression: ts.Expression): ts.Expression {
  if (
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression) ||
    ts.isParenthesizedExpression(expression) ||
    ts.isTypeAssertionExpression(expression) ||
    ts.isNonNullExpression(expression)
  )
    return withoutTypes(expression.expression);
  return expression;
}
