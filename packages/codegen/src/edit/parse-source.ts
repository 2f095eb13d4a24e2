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

/** Visits the nodes of a source, and returns the first that matches. */
export function findNode<T extends ts.Node>(source: ts.Node, matches: (node: ts.Node) => node is T): T | undefined {
  const visit = (node: ts.Node): T | undefined => (matches(node) ? node : ts.forEachChild(node, visit));
  return visit(source);
}
