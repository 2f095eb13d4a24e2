import { readdirSync } from 'node:fs';
import type { Scenario } from './scenario.ts';

/** The chapters: folders beside this file, with the numbers that the scenarios of each have. */
const chapters = {
  'queue-and-controller': [1, 24],
  'reflector-and-informer': [25, 46],
  'cache-and-client': [47, 58],
  'manager-and-operations': [59, 65],
  beyond: [1, 13],
} as const;

/** A scenario's file. */
export interface ScenarioFile {
  /** Such as `queue-and-controller/17 same key never two workers`. */
  readonly title: string;
  readonly load: () => Promise<Scenario>;
}

/** What {@link findScenarios} found. */
export interface FoundScenarios {
  /** In order. */
  readonly scenarios: readonly ScenarioFile[];
  /** What is wrong with the folders: numbers without a file or with several, files not named `⟨number⟩-⟨words⟩.ts`. */
  readonly problems: readonly string[];
}

/** Finds every scenario. */
export function findScenarios(): FoundScenarios {
  const scenarios: ScenarioFile[] = [];
  const problems: string[] = [];
  for (const [chapter, [first, last]] of Object.entries(chapters)) {
    const files = readdirSync(new URL(`${chapter}/`, import.meta.url)).toSorted(
      (a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10),
    );
    const numbers = files.map((file) => Number.parseInt(file, 10));
    for (let number = first; number <= last; number += 1) {
      const count = numbers.filter((other) => other === number).length;
      if (count !== 1) problems.push(`${chapter}/${number}: ${count} files`);
    }
    for (const file of files) {
      const words = /^(\d+)-([a-z0-9-]+)\.ts$/.exec(file);
      if (!words || Number(words[1]) < first || Number(words[1]) > last)
        problems.push(`${chapter}/${file}: no scenario`);
      else {
        scenarios.push({
          title: `${chapter}/${words[1]} ${words[2]?.replaceAll('-', ' ')}`,
          load: async () => {
            const url = new URL(`${chapter}/${file}`, import.meta.url).href;
            const module = (await import(/* @vite-ignore */ url)) as { readonly scenario: Scenario };
            return module.scenario;
          },
        });
      }
    }
  }
  return { scenarios, problems };
}
