import path from 'node:path';
import { runCases, type SuiteResult } from '../../suite.ts';
import { runCommand } from './run-command.ts';
import type { Place } from './software.ts';

/** A command of a user, and what it must print. */
export interface CommandCase {
  readonly name: string;
  /** The command, for bash. */
  readonly run: string;
  /** The exit code. Default: 0. */
  readonly code?: number;
  /** What its output or its errors must contain. */
  readonly prints?: readonly string[];
}

/** What commands find beside the cluster. */
export interface CommandSetting {
  /** The programs under test: their folders come first in PATH. */
  readonly binaries: readonly string[];
  /** More environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs commands one after another. */
export function runCommandCases(
  cases: readonly CommandCase[],
  { binaries, env }: CommandSetting,
  { kubeconfig, folder }: Place,
): Promise<SuiteResult> {
  const folders = binaries.map((binary) => path.dirname(binary));
  const whole = {
    KUBECONFIG: kubeconfig,
    HOME: folder,
    PATH: [...folders, process.env['PATH'] ?? ''].join(path.delimiter),
    NO_COLOR: '1',
    ...env,
  };
  return runCases(
    cases,
    ({ name }) => name,
    async ({ run, code: expected = 0, prints = [] }) => {
      const { out, err, code } = await runCommand(['bash', '-c', run], { cwd: folder, env: whole, minutes: 4 });
      const printed = `${out}${err}`;
      if (code !== expected) throw new Error(`${run}\nexpected exit code ${expected}, got ${code}\n${printed}`);
      for (const text of prints) {
        if (!printed.includes(text)) throw new Error(`${run}\nprinted no ${JSON.stringify(text)}\n${printed}`);
      }
    },
  );
}

/** Joins the results of cases that run one after another. */
export function both(first: SuiteResult, second: SuiteResult): SuiteResult {
  return { total: first.total + second.total, failures: [...first.failures, ...second.failures] };
}

/** Returns a script that repeats a command until it succeeds, for a time in seconds at most. */
export function until(command: string, seconds = 30): string {
  return `{ end=$((SECONDS + ${seconds})); until ${command}; do [ $SECONDS -lt $end ] || exit 1; sleep 0.1; done; }`;
}
