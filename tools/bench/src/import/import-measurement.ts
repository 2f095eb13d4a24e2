import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** The measurements of one process that imports CRDs, generates them again, and compares. */
export interface ImportMeasurement {
  readonly milliseconds: number;
  /** Peak resident memory. */
  readonly megabytes: number;
  /** The time of each file, if each is imported on its own. */
  readonly files: readonly { readonly name: string; readonly milliseconds: number }[];
  /** Files that were not reproduced. */
  readonly problems: readonly { readonly name: string; readonly problem: string }[];
}

/** Measures in a new process. `how`: each file on its own, or all into one folder. */
export async function measureImport(how: 'each' | 'all', folder: string): Promise<ImportMeasurement> {
  const script = path.join(import.meta.dirname, 'measure-import.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=@kb/source', script, how, folder], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}
