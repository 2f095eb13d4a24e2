import { ts } from '../../../../packages/codegen/compiler/typescript.js';
import { LIBRARY_TEXT } from '../../../../packages/codegen/src/load/program/virtual-library.ts';
import { JUDGE_PREAMBLE } from './judge.ts';

/** Types in a compiler's program, for generating values. */
export interface TypeProgram {
  readonly checker: ts.TypeChecker;
  /** In the order of the given expressions. */
  readonly types: readonly ts.Type[];
}

const SCALARS = `
export type int32 = number;
export type int64 = number | bigint;
export type Quantity = string | number;
export type IntOrString = number | string;
export type Time = string;
`;

/** Parses type expressions after the judge's declarations. Errors in them are not reported here, but by the judge. */
export function readTypes(texts: readonly string[]): TypeProgram {
  const source = `${JUDGE_PREAMBLE}\n${texts.map((text, index) => `type T${index} = ${text};`).join('\n')}\n`;
  const files = new Map(
    Object.entries({ '/lib.d.ts': LIBRARY_TEXT, '/scalars.ts': SCALARS, '/types.ts': source }).map(([name, text]) => [
      name,
      ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true),
    ]),
  );
  const options: ts.CompilerOptions = { strict: true, noLib: true, types: [], target: ts.ScriptTarget.ESNext };
  const program = ts.createProgram([...files.keys()], options, {
    fileExists: (name) => files.has(name),
    readFile: (name) => files.get(name)?.text,
    getSourceFile: (name) => files.get(name),
    getDefaultLibFileName: () => '/lib.d.ts',
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    writeFile: () => undefined,
    resolveModuleNameLiterals: (literals) =>
      literals.map(() => ({
        resolvedModule: { resolvedFileName: '/scalars.ts', extension: '.ts', isExternalLibraryImport: false },
      })),
  });
  const checker = program.getTypeChecker();
  const statements = files.get('/types.ts')?.statements ?? [];
  const aliases = statements.flatMap((each) => (ts.isTypeAliasDeclaration(each) ? [each] : []));
  const asked = aliases.filter(({ name }) => /^T\d+$/.test(name.text));
  return { checker, types: asked.map((alias) => checker.getTypeFromTypeNode(alias.type)) };
}
