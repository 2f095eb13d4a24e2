import { fileURLToPath, pathToFileURL } from 'node:url';

/** The folder of this repository. */
export const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** A list of codes, as a package has it and as docs/errors.md shows it. */
export interface ErrorTable {
  /** Folder of the package whose errors these are. */
  readonly package: string;
  /** Title of its section of the page. */
  readonly section: string;
  /** Meanings, by code. */
  readonly codes: Readonly<Record<string, string>>;
}

/** The locations of the tables, in the order of the page. */
const modules = [
  ['codegen', 'Diagnostics of the generator and of the import', 'diagnostic/codes.ts', 'diagnosticCodes'],
  ['codegen', 'Files', 'diagnostic/file-error-codes.ts', 'fileErrorCodes'],
  ['cli', 'The command', 'error-codes.ts', 'cliErrorCodes'],
  ['apimachinery', 'The API conventions', 'error-codes.ts', 'apimachineryErrorCodes'],
  ['client', 'The client', 'errors/error-codes.ts', 'clientErrorCodes'],
  ['runtime', 'The runtime', 'error-codes.ts', 'runtimeErrorCodes'],
  ['apiserver', 'The embedded API server', 'error-codes.ts', 'apiserverErrorCodes'],
  ['simulation', 'The workload simulation', 'error-codes.ts', 'simulationErrorCodes'],
  ['testing', 'Tests', 'error-codes.ts', 'testingErrorCodes'],
] as const;

/** Reads the tables of all packages. Throws when one is not where it is expected. */
export async function readErrorTables(): Promise<ErrorTable[]> {
  return Promise.all(
    modules.map(async ([name, section, file, exported]) => {
      const module: unknown = await import(pathToFileURL(`${root}packages/${name}/src/${file}`).href);
      return { package: name, section, codes: tableIn(module, exported) };
    }),
  );
}

function tableIn(module: unknown, exported: string): Record<string, string> {
  const table: unknown = typeof module === 'object' && module !== null ? Reflect.get(module, exported) : undefined;
  if (typeof table !== 'object' || table === null) throw new Error(`there is no table ${exported}`);
  return Object.fromEntries(Object.entries(table).map(([code, text]) => [code, String(text)]));
}
