import { ts } from '../compiler.ts';

/** Parses a TypeScript source; undefined if its syntax is wrong. */
export function parseSource(text: string): ts.SourceFile | undefined {
  const { diagnostics = [] } = ts.transpileModule(text, {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
  });
  if (diagnostics.some(({ category }) => category === ts.DiagnosticCategory.Error)) return undefined;
  return ts.createSourceFile('source.ts', text, ts.ScriptTarget.ESNext, true);
}

/** The calls of an imported function, also where it is imported under another name or with its whole module. */
export function callsOf(source: ts.SourceFile, callee: string): ts.CallExpression[] {
  const names = new Set([callee]);
  const calls: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportSpecifier(node) && node.propertyName?.text === callee) names.add(node.name.text);
    if (ts.isCallExpression(node)) {
      const { expression } = node;
      if (ts.isIdentifier(expression) && names.has(expression.text)) calls.push(node);
      if (ts.isPropertyAccessExpression(expression) && expression.name.text === callee) calls.push(node);
    }
    ts.forEachChild(node, visit);
  };
  for (const statement of source.statements) if (ts.isImportDeclaration(statement)) visit(statement);
  for (const statement of source.statements) if (!ts.isImportDeclaration(statement)) visit(statement);
  return calls;
}

/** The uses of a name outside of imports. */
export function usesOf(source: ts.SourceFile, name: string): ts.Node[] {
  const uses: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isIdentifier(node) && node.text === name) uses.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return uses;
}

/** Visits the nodes of a source, and returns the first that matches. */
export function findNode<T extends ts.Node>(source: ts.Node, matches: (node: ts.Node) => node is T): T | undefined {
  const visit = (node: ts.Node): T | undefined => (matches(node) ? node : ts.forEachChild(node, visit));
  return visit(source);
}
