import { celError, type CelList, type CelValue } from '../../values/value.ts';
import { spend } from '../../values/work.ts';
import { binary, type FunctionTable, isList, isText } from '../overloads/implementation.ts';
import { parseInteger } from '../standard/time-zone.ts';
import {
  FormatError,
  formatBinary,
  formatDecimal,
  formatFixed,
  formatHex,
  formatOctal,
  formatScientific,
  formatText,
} from './format-clauses.ts';

type Clause = (value: CelValue, precision?: number) => string;

const clauses: ReadonlyMap<string, Clause> = new Map<string, Clause>([
  ['s', formatText],
  ['d', formatDecimal],
  ['f', formatFixed],
  ['e', formatScientific],
  ['b', formatBinary],
  ['x', formatHex],
  ['X', (value) => formatHex(value).toUpperCase()],
  ['o', formatOctal],
]);

/** A clause of a template, and where it ends. */
interface ReadClause {
  readonly clause: Clause;
  readonly precision?: number;
  readonly end: number;
}

/** The nanoseconds that a character of a formatted value takes. */
const TEXT_WORK = 10;

const UNREADABLE = 'could not parse formatting clause';

/** Reads what stands after the percent sign: `.3f`. */
function readClause(template: string, start: number): ReadClause {
  let at = start;
  let precision: number | undefined;
  if (template[at] === '.') {
    const digits = /^\d*/.exec(template.slice(at + 1))?.[0] ?? '';
    at += 1 + digits.length;
    if (at >= template.length)
      throw new FormatError(`${UNREADABLE}: error while parsing precision: could not find end of precision specifier`);
    const read = parseInteger(digits);
    if (typeof read !== 'number') {
      const reason = `error while converting precision to integer: ${read.message}`;
      throw new FormatError(`${UNREADABLE}: error while parsing precision: ${reason}`);
    }
    precision = read;
  }
  const character = String.fromCodePoint(template.codePointAt(at) ?? 0);
  const clause = clauses.get(character);
  if (clause === undefined) {
    // cel-go reads the first byte of the character.
    const first = String.fromCharCode(new TextEncoder().encode(character)[0] ?? 0);
    throw new FormatError(`${UNREADABLE}: unrecognized formatting clause "${first}"`);
  }
  return { clause, end: at + 1, ...(precision === undefined ? {} : { precision }) };
}

function write(template: string, list: CelList): string {
  let text = '';
  let used = 0;
  let at = 0;
  for (;;) {
    const percent = template.indexOf('%', at);
    if (percent === -1) return text + template.slice(at);
    text += template.slice(at, percent);
    if (template[percent + 1] === '%') {
      text += '%';
      at = percent + 2;
      continue;
    }
    if (used >= list.size) throw new FormatError(`index ${used} out of range`);
    if (percent + 1 >= template.length) throw new FormatError('unexpected end of string');
    const { clause, precision, end } = readClause(template, percent + 1);
    const piece = formatted(clause, list.get(used), precision);
    spend(piece.length * TEXT_WORK);
    text += piece;
    used += 1;
    at = end;
  }
}

function formatted(clause: Clause, value: CelValue, precision: number | undefined): string {
  try {
    return clause(value, precision);
  } catch (error) {
    if (error instanceof FormatError) throw new FormatError(`error during formatting: ${error.message}`);
    throw error;
  }
}

/** `template.format(list)` */
export const format: FunctionTable = {
  string_format: binary(isText, isList, (template, list) => {
    try {
      return write(template, list);
    } catch (failure) {
      if (failure instanceof FormatError) return celError(failure.message);
      throw failure;
    }
  }),
};
