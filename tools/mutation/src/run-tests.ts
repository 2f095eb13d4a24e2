import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The outcome of running test files. */
export type TestOutcome =
  | { readonly end: 'passed' }
  /** `failure`: undefined if the report does not name one, for example after a crash. */
  | { readonly end: 'failed'; readonly failure: TestFailure | undefined }
  | { readonly end: 'timed-out' };

/** The test that failed first. */
export interface TestFailure {
  /** Its file, relative to the package. */
  readonly file: string;
  /** Its name, after those of its `describe` blocks; undefined if the file itself failed, for example on import. */
  readonly test: string | undefined;
}

/** Which tests to run. */
export interface TestRun {
  /** The repository's folder, absolute. */
  readonly root: string;
  /** The folder of the package, relative to the repository. */
  readonly folder: string;
  /** The test files, relative to the package. */
  readonly files: readonly string[];
  /** Runs only tests whose names match this regular expression. Default: all. */
  readonly testPattern?: string | undefined;
}

/** Time limits in milliseconds: for the start, and for each test file. */
const TIME_TO_START = 60_000;
const TIME_PER_FILE = 20_000;

/** Runs test files of a package in one worker, until the first failure. */
export async function runTests({ root, folder, files, testPattern }: TestRun): Promise<TestOutcome> {
  const packageFolder = join(root, folder);
  const reportFile = join(root, 'mutation-report.json');
  rmSync(reportFile, { force: true });
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...files.map((file) => join(packageFolder, file)),
      `--config=${join(root, 'vitest.config.ts')}`,
      ...(testPattern === undefined ? [] : [`--testNamePattern=${testPattern}`]),
      '--bail=1',
      '--maxWorkers=1',
      '--reporter=json',
      `--outputFile=${reportFile}`,
    ],
    // A separate process group, so that processes that the tests start are killed too.
    { cwd: packageFolder, stdio: 'ignore', detached: true },
  );
  const kill = (): void => killGroup(child.pid);
  process.once('exit', kill);
  let isLate = false;
  const limit = setTimeout(
    () => {
      isLate = true;
      kill();
    },
    TIME_TO_START + TIME_PER_FILE * files.length,
  );
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', resolve);
    });
    if (isLate) return { end: 'timed-out' };
    return code === 0 ? { end: 'passed' } : { end: 'failed', failure: failureIn(reportFile, packageFolder) };
  } finally {
    kill();
    clearTimeout(limit);
    process.off('exit', kill);
  }
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

function failureIn(reportFile: string, packageFolder: string): TestFailure | undefined {
  if (!existsSync(reportFile)) return undefined;
  const { testResults } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  const file = testResults.find(({ status }) => status === 'failed');
  if (file === undefined) return undefined;
  const test = file.assertionResults.find(({ status }) => status === 'failed')?.fullName;
  return { file: relative(packageFolder, file.name), test };
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has exited already.
  }
}
