import { readFileSync } from 'node:fs';
import type { Failure } from '../../suite.ts';

/** An exception: its reason, and the evidence for it. */
export interface Exception {
  readonly why: string;
  /** Text that must occur in the file, or in the failure. */
  readonly shows: string;
}

/** Exceptions, by name. */
export type Exceptions = ReadonlyMap<string, Exception>;

/** Reads a list of exceptions: `{ "name": { "why": …, "shows": … } }`. Throws where it has another form. */
export function readExceptions(file: string): Exceptions {
  const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (typeof parsed !== 'object' || parsed === null) throw new Error(`${file} is not a list of exceptions`);
  return new Map(
    Object.entries(parsed).map(([name, entry]: [string, Partial<Exception>]) => {
      const { why, shows } = entry;
      if (!why || !shows) throw new Error(`${file}: ${name} needs "why" and "shows"`);
      return [name, { why, shows }];
    }),
  );
}

/** Something that was checked. */
export interface Looked {
  readonly name: string;
  /** The failure. Undefined: it passed. */
  readonly problem: string | undefined;
  /** The text in which an exception's evidence is searched. */
  readonly shownIn: string;
}

/**
 * Compares exceptions with the results. An exception that does not occur, or that names a missing file, is a failure.
 */
export function withExceptions(
  looked: readonly Looked[],
  exceptions: Exceptions,
): { readonly total: number; readonly excepted: number; readonly failures: readonly Failure[] } {
  const failures: Failure[] = [];
  const unused = new Set(exceptions.keys());
  let total = 0;
  for (const { name, problem, shownIn } of looked) {
    const exception = exceptions.get(name);
    unused.delete(name);
    if (exception === undefined) {
      total += 1;
      if (problem !== undefined) failures.push({ name, message: problem });
    } else if (problem === undefined) {
      failures.push({ name, message: 'it is no exception: it holds' });
    } else if (!shownIn.includes(exception.shows)) {
      failures.push({ name, message: `it is no exception: nothing shows that ${exception.why}\n${problem}` });
    }
  }
  for (const name of unused) failures.push({ name, message: 'it is an exception, and is not there' });
  return { total, excepted: exceptions.size - unused.size, failures };
}
