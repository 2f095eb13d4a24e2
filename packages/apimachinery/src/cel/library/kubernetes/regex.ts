import { compileFinder, type Finder, PatternError } from '../../../pattern/compile-pattern.ts';
import { listOf } from '../../values/list.ts';
import { type CelError, type CelValue, celError } from '../../values/value.ts';
import { spend } from '../../values/work.ts';
import { binary, type FunctionTable, isInteger, isText, ternary } from '../overloads/implementation.ts';

/** The nanoseconds that an instruction takes for a character of a text, at least. */
const STEP_WORK = 10;

/** Says how much work it is to look for an expression in a text. */
export function spendMatching({ instructions }: Finder, text: string): void {
  spend(text.length * instructions * STEP_WORK);
}

/** Compiled expressions that are not constants. Forgotten all at once, because objects may contain them. */
const compiled = new Map<string, Finder | CelError>();
const MOST_COMPILED = 200;

function finderOf(pattern: string): Finder | CelError {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  const finder = compileOrError(pattern);
  if (compiled.size >= MOST_COMPILED) compiled.clear();
  compiled.set(pattern, finder);
  return finder;
}

function compileOrError(pattern: string): Finder | CelError {
  try {
    return compileFinder(pattern);
  } catch (error) {
    if (error instanceof PatternError) return celError(error.message);
    throw error;
  }
}

function matches(text: string, pattern: string): CelValue {
  const finder = finderOf(pattern);
  if ('kind' in finder) return finder;
  spendMatching(finder, text);
  return finder.matches(text);
}

function find(text: string, pattern: string): CelValue {
  const finder = finderOf(pattern);
  if ('kind' in finder) return illegal(finder);
  spendMatching(finder, text);
  return finder.findAll(text, 1)[0] ?? '';
}

function findAll(text: string, pattern: string, count: number | bigint): CelValue {
  const finder = finderOf(pattern);
  if ('kind' in finder) return illegal(finder);
  spendMatching(finder, text);
  return listOf(finder.findAll(text, Number(count)));
}

const illegal = ({ message }: CelError): CelError => celError(`Illegal regex: ${message}`);

/** Regular expressions, in RE2's syntax. */
export const regex: FunctionTable = {
  matches: binary(isText, isText, matches),
  matches_string: binary(isText, isText, matches),
  string_find_string: binary(isText, isText, find),
  string_find_all_string: binary(isText, isText, (text, pattern) => findAll(text, pattern, -1)),
  string_find_all_string_int: ternary(isText, isText, isInteger, findAll),
};
