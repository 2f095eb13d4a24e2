import { parseInteger } from '../standard/time-zone.ts';

/** What a clause writes: `f` of `%.3f`. */
export type ClauseLetter = 's' | 'd' | 'f' | 'e' | 'b' | 'x' | 'X' | 'o';

/** A clause of a template of `format`. */
export interface TemplateClause {
  readonly letter: ClauseLetter;
  readonly precision: number | undefined;
  /** Where the template goes on. */
  readonly end: number;
}

const UNREADABLE = 'could not parse formatting clause';
const isLetter = (text: string): text is ClauseLetter => /^[sdfebxXo]$/.test(text);

/** Reads a clause of a template, which begins after its percent sign, or says what is wrong with it. */
export function readClause(template: string, start: number): TemplateClause | { readonly problem: string } {
  let at = start;
  let precision: number | undefined;
  if (template[at] === '.') {
    const number = /\d*/y;
    number.lastIndex = at + 1;
    const [digits = ''] = number.exec(template) ?? [];
    at += 1 + digits.length;
    if (at >= template.length)
      return { problem: `${UNREADABLE}: error while parsing precision: could not find end of precision specifier` };
    const read = parseInteger(digits);
    if (typeof read !== 'number') {
      const reason = `error while converting precision to integer: ${read.message}`;
      return { problem: `${UNREADABLE}: error while parsing precision: ${reason}` };
    }
    precision = read;
  }
  const letter = String.fromCodePoint(template.codePointAt(at) ?? 0);
  if (isLetter(letter)) return { letter, precision, end: at + 1 };
  // cel-go reads the first byte of the character.
  const first = String.fromCharCode(new TextEncoder().encode(letter)[0] ?? 0);
  return { problem: `${UNREADABLE}: unrecognized formatting clause "${first}"` };
}
