import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type PermissionRecord, RECORDS_VARIABLE } from '../permissions/permission-records.ts';
import { permissionReport } from './permission-report.ts';

/** What the reporter needs of vitest. */
export interface TestRunner {
  readonly config: { readonly testNamePattern?: RegExp | undefined };
  readonly globTestSpecifications: () => Promise<readonly unknown[]>;
}

/** What of vitest's Reporter this one has. */
export interface PermissionReporter {
  readonly onInit: (runner: TestRunner) => void;
  readonly onTestRunStart: () => void;
  readonly onTestRunEnd: (modules: readonly unknown[]) => Promise<void>;
}

/**
 * Makes a reporter for vitest that prints at the end of a run which permissions of the role in `config/rbac` no test
 * used, and which requests were refused, with the markers to write. It prints nothing if no test environment ran an
 * operator under its ServiceAccount; of a run of a part of the tests, it prints only what was refused. `print` gets the
 * lines; default: standard output.
 */
export function permissionReporter({
  print = (line) => console.log(line),
}: { readonly print?: (line: string) => void } = {}): PermissionReporter {
  let folder: string | undefined;
  let runner: TestRunner | undefined;
  const forget = (): void => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    folder = undefined;
  };
  const begin = (vitest: TestRunner): void => {
    runner = vitest;
    if (folder !== undefined) return;
    folder = mkdtempSync(path.join(tmpdir(), 'kb-permissions-'));
    // Inherited by the processes and threads that run the tests.
    process.env[RECORDS_VARIABLE] = folder;
    process.once('exit', forget);
  };
  return {
    onInit: begin,
    onTestRunStart: () => {
      if (folder === undefined) return;
      for (const file of readdirSync(folder)) rmSync(path.join(folder, file));
    },
    onTestRunEnd: async (modules) => {
      const records = folder === undefined ? [] : readRecords(folder);
      if (records.length === 0) return;
      const isPartial = runner !== undefined && (await isPartOf(runner, modules));
      const lines = permissionReport(records, (at) => path.relative(process.cwd(), at) || '.', { isPartial });
      if (lines.length > 0) print(`\n${lines.join('\n')}\n`);
    },
  };
}

async function isPartOf(runner: TestRunner, modules: readonly unknown[]): Promise<boolean> {
  return runner.config.testNamePattern !== undefined || modules.length < (await runner.globTestSpecifications()).length;
}

function readRecords(folder: string): PermissionRecord[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => readFileSync(path.join(folder, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as PermissionRecord);
}
