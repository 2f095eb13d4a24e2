import { ts } from '../../compiler.ts';
import { isInstalled } from '../program/module-resolution.ts';
import { isOwnFile } from '../program/names.ts';
import { isTypeDeclaration } from '../context/load-context.ts';

/** Nodes of sources, by file. */
export type ReachedNodes = ReadonlyMap<ts.SourceFile, ReadonlySet<ts.Node>>;

/**
 * Returns the nodes reachable from nodes: themselves, the statements that declare the names in them, the imports of
 * these names, and so on. Files that are not the project's own sources are left out.
 */
export function reachedNodes(checker: ts.TypeChecker, from: Iterable<ts.Node>): ReachedNodes {
  const reached = new Map<ts.SourceFile, Set<ts.Node>>();
  const open: ts.Node[] = [];
  const seen = new Set<ts.Symbol>();
  const add = (statement: ts.Node | undefined): void => {
    const file = statement?.getSourceFile();
    if (
      statement === undefined ||
      file === undefined ||
      file.isDeclarationFile ||
      isOwnFile(file.fileName) ||
      isInstalled(file.fileName)
    )
      return;
    const inFile = reached.get(file) ?? new Set();
    reached.set(file, inFile);
    if (inFile.has(statement)) return;
    inFile.add(statement);
    open.push(statement);
    // Contradictory declarations of the same name have a symbol each.
    for (const other of namesakes(statement)) add(other);
  };
  const follow = (name: ts.Identifier): void => {
    let symbol = checker.getSymbolAtLocation(name);
    while (symbol !== undefined && !seen.has(symbol)) {
      seen.add(symbol);
      // Reaching a namespace does not reach everything in it.
      const isContainer = (symbol.flags & ts.SymbolFlags.Namespace) !== 0 && (symbol.flags & ts.SymbolFlags.Enum) === 0;
      for (const declaration of symbol.declarations ?? []) {
        if (!isContainer || !ts.isModuleDeclaration(declaration)) add(statementOf(declaration));
      }
      symbol = (symbol.flags & ts.SymbolFlags.Alias) === 0 ? undefined : nextOf(checker, symbol);
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      if (!isDeclaredName(node)) follow(node);
    } else ts.forEachChild(node, visit);
  };
  for (const node of from) add(node);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    // Imported names are followed where they are used.
    if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) visit(node);
  }
  return reached;
}

/** True when a place in a file is in one of the statements. */
export function isReached(nodes: ReachedNodes, file: ts.SourceFile, place: number): boolean {
  for (const [{ fileName }, statements] of nodes) {
    if (fileName !== file.fileName) continue;
    for (const { pos, end } of statements) if (place >= pos && place < end) return true;
  }
  return false;
}

/** Resolves an alias by one step, because the modules in between have statements of their own. */
function nextOf(checker: ts.TypeChecker, alias: ts.Symbol): ts.Symbol | undefined {
  // Internal API of the compiler: the public function resolves all steps at once.
  const stepwise = checker as ts.TypeChecker & { getImmediateAliasedSymbol?(symbol: ts.Symbol): ts.Symbol | undefined };
  return stepwise.getImmediateAliasedSymbol?.(alias) ?? checker.getAliasedSymbol(alias);
}

/** The top-level statement of a file or a namespace that contains a node. */
function statementOf(node: ts.Node): ts.Node | undefined {
  let current = node;
  while (!ts.isSourceFile(current)) {
    const { parent } = current;
    if (ts.isSourceFile(parent) || ts.isModuleBlock(parent)) return current;
    current = parent;
  }
  return undefined;
}

/** The sibling statements that declare the same name. */
function namesakes(statement: ts.Node): readonly ts.Node[] {
  const names = namesOf(statement);
  const { parent } = statement;
  if (names.length === 0 || !(ts.isSourceFile(parent) || ts.isModuleBlock(parent))) return [];
  let known = declared.get(parent);
  if (known === undefined) {
    known = new Map<string, ts.Node[]>();
    for (const each of parent.statements) {
      for (const name of namesOf(each)) known.set(name, [...(known.get(name) ?? []), each]);
    }
    declared.set(parent, known);
  }
  return names.flatMap((name) => known.get(name) ?? []);
}

/** The statements that declare a name, by file or namespace. */
const declared = new WeakMap<ts.Node, Map<string, ts.Node[]>>();

function namesOf(statement: ts.Node): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  }
  return isTypeDeclaration(statement) ? [statement.name.text] : [];
}

function isDeclaredName(name: ts.Identifier): boolean {
  const { parent } = name;
  return 'name' in parent && parent.name === name && !ts.isPropertyAccessExpression(parent);
}
