import type { Failure, SuiteResult } from '../../suite.ts';
import type { CommandEnd } from './run-command.ts';

/**
 * Reads the lines of a program of cases, in the Test Anything Protocol: a plan, `1..N`, and a line for each case,
 * followed by comments where it failed. A case of the plan without a line has failed: the program ended before it.
 */
export function readTap({ out, err, code }: CommandEnd): SuiteResult {
  const plan = /^1\.\.(\d+)$/m.exec(out);
  if (!plan) throw new Error(`the program printed no plan; exit code ${code}\n${out}${err}`);
  const total = Number(plan[1]);
  const failures: Failure[] = [];
  const reported = new Set<number>();
  for (const block of out.split(/^(?=(?:not )?ok \d)/m)) {
    const line = /^(not )?ok (\d+)(?: - (.*))?/.exec(block);
    if (!line) continue;
    const [, not, number = '', name = number] = line;
    reported.add(Number(number));
    if (not !== undefined) failures.push({ name, message: comments(block) });
  }
  for (let number = 1; number <= total; number += 1) {
    if (!reported.has(number))
      failures.push({ name: `case ${number}`, message: `never ran; exit code ${code}\n${err}` });
  }
  return { total, failures };
}

function comments(block: string): string {
  return block
    .split('\n')
    .filter((line) => line.startsWith('#'))
    .map((line) => line.slice(2))
    .join('\n');
}
