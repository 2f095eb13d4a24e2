import fc from 'fast-check';

/** A text that may be slow to read: a repeated part between a prefix and a suffix. */
export interface Attack {
  readonly prefix: string;
  readonly repeated: string;
  readonly suffix: string;
}

/** Texts that have a meaning in some syntax, or that a regular expression may match in several ways. */
const repeatedTexts = [
  ...Array.from(' \t0.,;:=/\\"\'-_*@#%&?!|^$(){}[]<>aAé'),
  '1.',
  '1s',
  'a.',
  'a-',
  'a/',
  'a,',
  'a=b,',
  'a=1;',
  ' a',
  '; a=1',
  'a/b;q=0.1,',
  '\\"',
  '%20',
  'a in (b),',
  '..a',
  '[0]',
  '[?(@.a)]',
  '{"a":',
  '[{"a":',
  'x\n',
  '\n',
] as const;

/** Endings that make a parser backtrack: none, or a character that does not fit what precedes it. */
const suffixes = ['', '!'] as const;

/** The attacks that every reader is tested with. */
export const attacks: readonly Attack[] = repeatedTexts.flatMap((repeated) =>
  suffixes.map((suffix) => ({ prefix: '', repeated, suffix })),
);

/** Returns an attack's text with about this many characters. */
export function attackText({ prefix, repeated, suffix }: Attack, size: number): string {
  const times = Math.max(1, Math.floor((size - prefix.length - suffix.length) / repeated.length));
  return prefix + repeated.repeat(times) + suffix;
}

/** Random combinations of these texts. */
export const randomAttack: fc.Arbitrary<Attack> = fc.record({
  prefix: fc.constantFrom('', 'a', '0', '"', '(', '[', '{', 'a=', '-', '.'),
  repeated: fc.array(fc.constantFrom(...repeatedTexts), { minLength: 2, maxLength: 4 }).map((parts) => parts.join('')),
  suffix: fc.constantFrom('', '!', '\u0000', 'a', ']', '"', '\n'),
});

/** One of how many attacks is drawn. */
const ONE_OF = 3;

/**
 * Draws a third of the attacks that are made on every reader, or returns all without a part. Successive parts draw
 * different ones, and so do readers whose names have different lengths.
 */
export function drawnAttacks(all: readonly Attack[], reader: string, part: number | undefined): readonly Attack[] {
  if (part === undefined) return all;
  return all.filter((_, index) => (index + part + reader.length) % ONE_OF === 0);
}

/** Reads the part from `KB_PART`, which CI sets to a number of the commit. */
export function partOf(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`KB_PART should be a whole number, not ${JSON.stringify(text)}`);
  return Number(text);
}
