import { readFileSync } from 'node:fs';
import type { Mutant } from './sample-mutants.ts';

/** A mutation that no test can notice, since the program does the same with it. */
interface EquivalentMutant {
  /** The source file, relative to the repository. */
  readonly file: string;
  /** The line that is mutated, without the spaces around it. */
  readonly code: string;
  /** The text that is replaced. */
  readonly replaced: string;
  /** What is done, as the tool prints it. */
  readonly what: string;
  /** Why the program does the same. */
  readonly why: string;
}

const equivalents = JSON.parse(
  readFileSync(new URL('./equivalent-mutants.json', import.meta.url), 'utf8'),
) as readonly EquivalentMutant[];

/** Why a mutant is equivalent, as equivalent-mutants.json says; undefined where it is not listed. */
export function equivalenceOf({ file, code, replaced, what }: Mutant): string | undefined {
  return equivalents.find(
    (known) => known.file === file && known.code === code && known.replaced === replaced && known.what === what,
  )?.why;
}

/** Describes a mutant as `file:line: what: replaced text`. */
export function describeMutant({ file, line, what, replaced }: Mutant): string {
  return `${file}:${line}: ${what}: ${replaced.length > 80 ? `${replaced.slice(0, 79)}…` : replaced}`;
}
