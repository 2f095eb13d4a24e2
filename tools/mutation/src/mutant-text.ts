import type { Mutant } from './sample-mutants.ts';

/** Describes a mutant as `file:line: what: replaced text`. */
export function describeMutant({ file, line, what, replaced }: Mutant): string {
  return `${file}:${line}: ${what}: ${replaced.length > 80 ? `${replaced.slice(0, 79)}…` : replaced}`;
}

/** Removes the line number from a mutant's description: it changes with the lines above. */
export function withoutLine(description: string): string {
  return description.replace(/^([^:]+):\d+:/, '$1:');
}

/**
 * Reads the descriptions of the mutants that survived or were undecided from the output of a run, without line numbers.
 * For a mutant that was tried twice, the last outcome counts.
 */
export function notKilledIn(output: string): Set<string> {
  const left = new Set<string>();
  for (const [, outcome, description = ''] of output.matchAll(/^\d+\/\d+ (\S+) +\d+ s {2}(.+)$/gm)) {
    if (outcome === 'survived' || outcome === 'undecided') left.add(withoutLine(description));
    else left.delete(withoutLine(description));
  }
  return left;
}
