import { ts } from '../compiler.ts';
import { isTypeDeclaration, type TypeDeclaration } from './context/load-context.ts';

/** Returns the types declared in the namespaces among statements, at every depth. */
export function namespacedTypes(statements: readonly ts.Statement[]): TypeDeclaration[] {
  return statements.flatMap((statement) => (ts.isModuleDeclaration(statement) ? typesIn(statement.body) : []));
}

function typesIn(body: ts.ModuleDeclaration['body']): TypeDeclaration[] {
  if (body === undefined || ts.isIdentifier(body)) return [];
  // The body of `namespace A.B { }` is the namespace B.
  if (ts.isModuleDeclaration(body)) return typesIn(body.body);
  if (!ts.isModuleBlock(body)) return [];
  return [...body.statements.filter(isTypeDeclaration), ...namespacedTypes([...body.statements])];
}
