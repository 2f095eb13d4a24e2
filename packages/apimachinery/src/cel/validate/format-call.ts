import type { CallExpr, Expr } from '../ast/expr.ts';
import { type ClauseLetter, readClause } from '../library/extensions/format-template.ts';
import type { CelType } from '../types/cel-type.ts';
import { runtimeName } from '../types/type-parts.ts';
import type { Report, Typed } from './typed.ts';

/** Checks a call of `format` whose text and list of arguments are written out. */
export function checkFormatCall({ id, offset, name, target, args }: CallExpr, typed: Typed, report: Report): void {
  const [list] = args;
  if (name !== 'format' || target?.kind !== 'literal' || target.type !== 'string' || list?.kind !== 'list') return;
  if (typed.overloads.get(id)?.includes('string_format') !== true) return;
  const clauses = readClauses(target.value, list.elements.length);
  for (const [index, clause] of clauses.read.entries()) {
    const argument = list.elements[index];
    const wrong = argument === undefined ? undefined : unfit(clause, argument, typed);
    if (wrong === undefined) continue;
    report(wrong.place, () => `error during formatting: ${wrong.message}`);
    return;
  }
  const [expected, given] = [clauses.read.length, list.elements.length];
  const { problem } = clauses;
  if (problem !== undefined) report({ offset }, () => problem);
  else if (given > expected)
    report({ offset }, () => `too many arguments supplied to string.format (expected ${expected}, got ${given})`);
}

interface Clauses {
  /** The letters of the clauses, up to the first that is wrong. */
  readonly read: readonly ClauseLetter[];
  readonly problem?: string;
}

/** Reads the clauses of a text: `s` and `f` of `%s is %.2f`. */
function readClauses(text: string, most: number): Clauses {
  const read: ClauseLetter[] = [];
  for (let at = text.indexOf('%'); at !== -1; at = text.indexOf('%', at)) {
    const next = text[at + 1];
    if (next === '%') {
      at += 2;
      continue;
    }
    if (next === undefined) return { read, problem: 'unexpected end of string' };
    if (read.length >= most) return { read, problem: `index ${read.length} out of range` };
    const clause = readClause(text, at + 1);
    if ('problem' in clause) return { read, problem: clause.problem };
    read.push(clause.letter);
    at = clause.end;
  }
  return { read };
}

const TEXT_TYPES = 'list map int uint double bool string timestamp bytes duration type null';
const HEX_TYPES = 'int uint string bytes';

/** Of each clause, the kinds of types that it can write, and what it says of others. */
const clauseTypes: Readonly<Record<ClauseLetter, { readonly kinds: readonly string[]; readonly says: string }>> = {
  s: {
    kinds: TEXT_TYPES.split(' '),
    says: 'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
  },
  d: { kinds: ['int', 'uint'], says: 'decimal clause can only be used on integers' },
  f: { kinds: ['double', 'string'], says: 'fixed-point clause can only be used on doubles' },
  e: { kinds: ['double', 'string'], says: 'scientific clause can only be used on doubles' },
  b: { kinds: ['int', 'uint', 'bool'], says: 'only integers and bools can be formatted as binary' },
  x: { kinds: HEX_TYPES.split(' '), says: 'only integers, byte buffers, and strings can be formatted as hex' },
  X: { kinds: HEX_TYPES.split(' '), says: 'only integers, byte buffers, and strings can be formatted as hex' },
  o: { kinds: ['int', 'uint'], says: 'octal clause can only be used on integers' },
};

interface Unfit {
  readonly place: Expr;
  readonly message: string;
}

/** What a clause cannot write of an argument; undefined: nothing. */
function unfit(clause: ClauseLetter, argument: Expr, typed: Typed): Unfit | undefined {
  const { kinds, says } = clauseTypes[clause];
  const type = typed.types.get(argument.id);
  if (type === undefined) return undefined;
  if (!isOneOf(type, kinds)) return { place: argument, message: `${says}, was given ${runtimeName(type)}` };
  if (clause !== 's') return undefined;
  for (const part of writtenParts(argument)) {
    const inner = unfit(clause, part, typed);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function isOneOf(type: CelType, kinds: readonly string[]): boolean {
  const { kind } = type.kind === 'wrapper' ? type.of : type;
  return kind === 'dyn' || kinds.includes(kind);
}

function writtenParts(expr: Expr): readonly Expr[] {
  if (expr.kind === 'list') return expr.elements;
  return expr.kind === 'map' ? expr.entries.flatMap(({ key, value }) => [key, value]) : [];
}
