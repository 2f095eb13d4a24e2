import { celError, type CelList, type CelValue } from '../../values/value.ts';
import { spend } from '../../values/work.ts';
import { binary, type FunctionTable, isList, isText } from '../overloads/implementation.ts';
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
import { type ClauseLetter, readClause } from './format-template.ts';

type Clause = (value: CelValue, precision?: number) => string;

const clauses: Readonly<Record<ClauseLetter, Clause>> = {
  s: formatText,
  d: formatDecimal,
  f: formatFixed,
  e: formatScientific,
  b: formatBinary,
  x: formatHex,
  X: (value) => formatHex(value).toUpperCase(),
  o: formatOctal,
};

/** The nanoseconds that a character of a formatted value takes. */
const TEXT_WORK = 10;

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
    const clause = readClause(template, percent + 1);
    if ('problem' in clause) throw new FormatError(clause.problem);
    const piece = formatted(clauses[clause.letter], list.get(used), clause.precision);
    spend(piece.length * TEXT_WORK);
    text += piece;
    used += 1;
    at = clause.end;
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
