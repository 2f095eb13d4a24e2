import type { CharItem } from './pattern.ts';

const items = (text: string): CharItem[] => {
  const found: CharItem[] = [];
  for (let at = 0; at < text.length; at += 2) found.push({ from: text.charCodeAt(at), to: text.charCodeAt(at + 1) });
  return found;
};

const DIGIT = '09';
const SPACE = '\t\n\f\r  ';
const WORD = '09AZ__az';

/** The classes after a backslash; in upper case the characters that are not in them. ASCII only, as in RE2. */
export function perlClass(letter: string): { readonly items: CharItem[]; readonly negated: boolean } | undefined {
  const classes: ReadonlyMap<string, string> = new Map([
    ['d', DIGIT],
    ['s', SPACE],
    ['w', WORD],
  ]);
  const ranges = classes.get(letter.toLowerCase());
  return ranges === undefined ? undefined : { items: items(ranges), negated: letter !== letter.toLowerCase() };
}

/** The classes in brackets inside a bracketed class, by name: `alpha` of `[:alpha:]`. */
export function posixClass(name: string): CharItem[] | undefined {
  const classes: ReadonlyMap<string, string> = new Map([
    ['alnum', '09AZaz'],
    ['alpha', 'AZaz'],
    ['ascii', '\u0000\u007f'],
    ['blank', '\t\t  '],
    ['cntrl', '\u0000\u001f\u007f\u007f'],
    ['digit', DIGIT],
    ['graph', '!~'],
    ['lower', 'az'],
    ['print', ' ~'],
    ['punct', '!/:@[`{~'],
    ['space', '\t\r  '],
    ['upper', 'AZ'],
    ['word', WORD],
    ['xdigit', '09AFaf'],
  ]);
  const ranges = classes.get(name);
  return ranges === undefined ? undefined : items(ranges);
}

/** A Unicode category (`L`, `Lu`) or script (`Greek`), or `Any`; undefined when there is none of that name. */
export function unicodeClass(name: string): CharItem | undefined {
  if (name === 'Any') return { from: 0, to: 0x10ffff };
  if (!/^[A-Za-z_]+$/.test(name)) return undefined;
  for (const property of [`gc=${name}`, `sc=${name}`]) {
    // Short names are categories, long ones scripts; JavaScript would also take short names of scripts and long ones of categories.
    if (property.startsWith('gc') !== name.length <= 2) continue;
    try {
      const pattern = new RegExp(`^\\p{${property}}$`, 'u');
      return { test: (code) => pattern.test(String.fromCodePoint(code)) };
    } catch {
      return undefined;
    }
  }
  return undefined;
}
