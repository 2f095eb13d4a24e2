/** The place after a text in quotes, whose quote is at `quote`; undefined: it does not end, or escapes wrongly. */
export function endOfQuoted(text: string, quote: number, isRaw: boolean): number | undefined {
  const mark = text[quote] ?? '';
  const triple = mark.repeat(3);
  const isTriple = text.startsWith(triple, quote);
  const closing = isTriple ? triple : mark;
  let at = quote + closing.length;
  while (at < text.length) {
    const character = text[at];
    if (character === mark && text.startsWith(closing, at)) return at + closing.length;
    if (!isTriple && (character === '\n' || character === '\r')) break;
    if (character === '\\' && !isRaw) {
      const length = lengthOfEscape(text, at);
      if (length === undefined) break;
      at += length;
    } else at += 1;
  }
  // Two quotes are an empty text, whatever follows: a third one then begins what cannot end.
  return undefined;
}

/** The length of an escape sequence, with its backslash. */
function lengthOfEscape(text: string, start: number): number | undefined {
  const letter = text[start + 1] ?? '';
  if (letter !== '' && 'abfnrtv"\'\\?`'.includes(letter)) return 2;
  const digits = digitsOfEscape(letter);
  if (digits === undefined) return undefined;
  const sequence = text.slice(start + digits.from, start + digits.from + digits.count);
  return sequence.length === digits.count && digits.pattern.test(sequence) ? digits.from + digits.count : undefined;
}

function digitsOfEscape(letter: string): { from: number; count: number; pattern: RegExp } | undefined {
  switch (letter) {
    case 'x':
    case 'X':
      return { from: 2, count: 2, pattern: HEX };
    case 'u':
      return { from: 2, count: 4, pattern: HEX };
    case 'U':
      return { from: 2, count: 8, pattern: HEX };
    case '0':
    case '1':
    case '2':
    case '3':
      return { from: 1, count: 3, pattern: OCTAL };
    default:
      return undefined;
  }
}

const HEX = /^[0-9a-fA-F]+$/;
const OCTAL = /^[0-7]+$/;
