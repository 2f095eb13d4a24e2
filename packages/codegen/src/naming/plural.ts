import { ABBREVIATIONS, ENDINGS, IRREGULAR_NOUNS } from './english-plurals.ts';

/** The plural of a word, or of a word's ending. */
interface Rule {
  readonly suffix: string;
  readonly replacement: string;
}

interface Dictionary {
  readonly pluralOf: ReadonlyMap<string, string>;
  readonly plurals: ReadonlySet<string>;
  readonly rules: readonly Rule[];
  readonly abbreviations: ReadonlySet<string>;
}

let loaded: Dictionary | undefined;

/**
 * The name of a kind's resource when no marker sets one: its English plural in lower case, by controller-gen's rules.
 */
export function pluralOf(kind: string): string {
  return pluralise(kind).toLowerCase();
}

/**
 * The English plural of a name in camel case, which changes its last word: `AppService` becomes `AppServices`,
 * `NetworkPolicy` becomes `NetworkPolicies`.
 */
export function pluralise(name: string): string {
  loaded ??= load();
  const word = lastWord(name, loaded.abbreviations);
  const whole = loaded.pluralOf.get(name);
  if (whole !== undefined) return whole;
  const lower = word.toLowerCase();
  if (loaded.plurals.has(name) || loaded.plurals.has(lower)) return name;
  const known = loaded.pluralOf.get(lower);
  const stem = name.slice(0, name.length - word.length);
  if (known !== undefined) return stem + (/^[A-Z]/.test(word) ? known.charAt(0).toUpperCase() + known.slice(1) : known);
  const rule = loaded.rules.find(({ suffix }) => word.endsWith(suffix));
  if (rule !== undefined) return name.slice(0, name.length - rule.suffix.length) + rule.replacement;
  return lower.endsWith('s') ? name : `${name}s`;
}

function load(): Dictionary {
  const pluralOf = new Map<string, string>();
  const plurals = new Set<string>();
  const rules: Rule[] = [];
  const add = (suffix: string, replacement: string): void => {
    rules.push({ suffix: replacement, replacement }, { suffix, replacement });
  };
  // The last row is tried first.
  for (const row of wordsOf(IRREGULAR_NOUNS).reverse()) {
    const [, exact = '', singular = '', plural = singular, alternative = '', oneWay = ''] =
      /^(=?)([^>|!]+)(?:>([^|!]+))?(?:\|([^!]+))?(!?)$/.exec(row) ?? [];
    pluralOf.set(singular, plural);
    if (oneWay === '') {
      plurals.add(plural);
      if (alternative !== '') plurals.add(alternative);
    }
    if (exact === '') add(singular, plural);
  }
  for (const row of wordsOf(ENDINGS)) {
    const [singular = '', plural = ''] = row.split('>');
    add(singular, plural);
  }
  return { pluralOf, plurals, rules, abbreviations: new Set(wordsOf(ABBREVIATIONS)) };
}

function wordsOf(table: string): string[] {
  return table.trim().split(/\s+/);
}

function lastWord(name: string, known: ReadonlySet<string>): string {
  if (known.has(name.toUpperCase())) return name.toUpperCase();
  let word = '';
  let previous = '';
  for (const character of name) {
    const upper = /\p{Lu}/u.test(character);
    if (upper && (!/\p{Lu}/u.test(previous) || known.has(word.toUpperCase()))) word = '';
    word += character;
    previous = character;
  }
  return word;
}
