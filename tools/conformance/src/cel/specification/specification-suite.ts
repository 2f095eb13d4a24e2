import type { GeneratorSuite } from '../../generator-suite.ts';
import { compareCases, levels, type Outcome } from './compare-cases.ts';
import { bufbuild } from './bufbuild.ts';
import { celJs } from './cel-js.ts';
import { kb } from './kb.ts';
import type { CelImplementation } from './implementation.ts';
import { failureLines, readKnownFailures } from './known-failures.ts';
import { readSpecCases } from './spec-cases.ts';

/** What is compared: ours, and the two that decision 31 chose between. */
export const celImplementations: readonly CelImplementation[] = [kb, celJs, bufbuild];

/**
 * The tests of the CEL specification that apply to Kubernetes, and cel-go's own. Each implementation fails where it is
 * known to fail, and nowhere else; the table shows how much it passes.
 */
export const celSuite: GeneratorSuite = {
  name: 'cel specification',
  run({ log }) {
    const { cases, absent } = readSpecCases();
    log(`${cases.length} cases; not of Kubernetes: ${[...absent].map(([why, count]) => `${count} ${why}`).join(', ')}`);
    let total = 0;
    const failures = celImplementations.flatMap((implementation) => {
      const outcomes = compareCases(implementation, cases);
      total += outcomes.length;
      for (const line of tableOf(implementation, outcomes)) log(line);
      return differences(implementation, failureLines(outcomes));
    });
    return Promise.resolve({ total, failures });
  },
};

function differences(implementation: CelImplementation, lines: readonly string[]): { name: string; message: string }[] {
  const known = new Set(readKnownFailures(implementation));
  const found = new Set(lines);
  const entry = (message: string) => (line: string) => ({ name: `${implementation.name}: ${line}`, message });
  return [
    ...[...found].filter((line) => !known.has(line)).map(entry('fails')),
    ...[...known].filter((line) => !found.has(line)).map(entry('passes, or fails differently: take it off the list')),
  ];
}

/** How much passes, by section and level, as lines of text. */
function tableOf({ name }: CelImplementation, outcomes: readonly Outcome[]): string[] {
  const sections = [...new Set(outcomes.map(({ section }) => section)), undefined];
  const rows = sections.map((section) => [
    section ?? 'all',
    ...levels.map((level) => {
      const some = outcomes.filter((each) => each.level === level && (section ?? each.section) === each.section);
      const passed = some.filter(({ problem }) => problem === undefined).length;
      return some.length === 0 ? '' : `${passed}/${some.length}`;
    }),
  ]);
  return [[name, ...levels], ...rows].map((cells) =>
    cells
      .map((cell) => cell.padEnd(22))
      .join('')
      .trimEnd(),
  );
}
