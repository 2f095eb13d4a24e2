import { ts } from '../../compiler.ts';
import type { CompilerSettings } from '../program/compiler-settings.ts';
import type { SourceProgram } from '../program/source-program.ts';
import { isPlainStatement } from './plain-statement.ts';
import { isReached, type ReachedNodes } from './reached-nodes.ts';

/** A type error of a declaration. */
export type TypeError = ts.DiagnosticWithLocation;

/** Returns the compiler's errors in the statements, in the order of the files. Other statements are not checked. */
export function typeErrorsIn(
  { program, checker }: SourceProgram,
  nodes: ReachedNodes,
  { options }: CompilerSettings,
): TypeError[] {
  const ignored = isPlainModule(options.module) ? nothing : ofModules;
  return [...nodes].flatMap(([file, statements]) => {
    const unsure = [...statements].filter((statement) => !isPlainStatement(checker, statement));
    if (unsure.length === 0) return [];
    return diagnosticsOf(program, file, checkedNodes(program, unsure)).filter(
      (diagnostic): diagnostic is TypeError =>
        diagnostic.category === ts.DiagnosticCategory.Error &&
        diagnostic.file === file &&
        diagnostic.start !== undefined &&
        diagnostic.length !== undefined &&
        isReached(nodes, file, diagnostic.start) &&
        !ignored.has(diagnostic.code) &&
        !isUnusedImport(diagnostic, statements),
    );
  });
}

const nothing: ReadonlySet<number> = new Set();

/**
 * Errors that depend on the project's module format. Sources are checked as ECMAScript modules, and a Node project may
 * use another format.
 */
const ofModules: ReadonlySet<number> = new Set([1202, 1203, 1309, 1323, 1324, 1343, 1378, 1470, 1543, 2821, 2823]);

function isPlainModule(module: ts.ModuleKind | undefined): boolean {
  return module !== undefined && module >= ts.ModuleKind.ES2015 && module <= ts.ModuleKind.ESNext;
}

/** Unused declarations only matter inside the types of kinds, not among imports. */
function isUnusedImport({ code, start = 0 }: ts.Diagnostic, statements: Iterable<ts.Node>): boolean {
  if (![6133, 6192, 6196, 6198].includes(code)) return false;
  const statement = [...statements].find(({ pos, end }) => start >= pos && start < end);
  return statement !== undefined && ts.isImportDeclaration(statement);
}

/** A program, with the internal function by which language servers check the visible part of a file first. */
interface PartialProgram {
  getSemanticDiagnostics(
    file: ts.SourceFile,
    cancellationToken: undefined,
    nodes: readonly ts.Node[] | undefined,
  ): readonly ts.Diagnostic[];
}

function diagnosticsOf(
  program: PartialProgram,
  file: ts.SourceFile,
  nodes: readonly ts.Node[] | undefined,
): readonly ts.Diagnostic[] {
  return program.getSemanticDiagnostics(file, undefined, nodes);
}

/** The statements to check; undefined for the whole file: only a check of the whole file finds unused declarations. */
function checkedNodes(program: ts.Program, statements: readonly ts.Node[]): readonly ts.Node[] | undefined {
  const { noUnusedLocals = false, noUnusedParameters = false } = program.getCompilerOptions();
  const nodes = [...statements].sort((a, b) => a.pos - b.pos);
  return (noUnusedLocals || noUnusedParameters) && nodes.some(declaresInside) ? undefined : nodes;
}

/** True for statements whose own declarations may be unused: type parameters, or functions. */
function declaresInside(node: ts.Node): boolean {
  return (
    ts.isTypeParameterDeclaration(node) ||
    ts.isParameter(node) ||
    (ts.forEachChild(node, (child) => declaresInside(child) || undefined) ?? false)
  );
}
