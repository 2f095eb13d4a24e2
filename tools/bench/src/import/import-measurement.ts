import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** What one process took to import CRDs, generate them again, and compare. */
export interface ImportMeasurement {
  readonly milliseconds: number;
  /** The most memory that it held, resident. */
  readonly megabytes: number;
  /** Each file, where each is imported for itself. */
  readonly files: readonly { readonly name: string; readonly milliseconds: number }[];
  /** Files that did not come back. */
  readonly problems: readonly { readonly name: string; readonly problem: string }[];
}

/** Measures in a fresh process. `how`: each file for itself, or all into one folder. */
export async function measureImport(how: 'each' | 'all', folder: string): Promise<ImportMeasurement> {
  const script = path.join(import.meta.dirname, 'measure-import.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=@kb/source', script, how, folder], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}
