import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Outcome } from './compare-cases.ts';
import type { CelImplementation } from './implementation.ts';

/** The failures of an implementation that are known, one per line: level, case and what was wrong. */
export function readKnownFailures(implementation: CelImplementation): string[] {
  return readFileSync(fileOf(implementation), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

/** Replaces that list. */
export function writeKnownFailures(implementation: CelImplementation, lines: readonly string[]): void {
  writeFileSync(fileOf(implementation), lines.map((line) => `${line}\n`).join(''));
}

/** The lines of what failed. */
export function failureLines(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap(({ level, name, problem }) =>
    problem === undefined ? [] : [`${level} | ${oneLine(name)} | ${oneLine(problem)}`],
  );
}

/** A line that was written back to a list must be one line, also where an expression has several. */
function oneLine(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function fileOf({ name }: CelImplementation): string {
  return path.join(import.meta.dirname, 'testdata', `${name.replace(/^@/, '').replace('/', '-')}.txt`);
}
