import fc from 'fast-check';

/** A text that may be slow to read: something repeated between a beginning and an end. */
export interface Attack {
  readonly prefix: string;
  readonly repeated: string;
  readonly suffix: string;
}

/** What readers give a meaning, or try in several ways. */
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

/** What makes a reader go back: nothing, or a character that nothing before it expects. */
const suffixes = ['', '!'] as const;

/** The attacks that every reader is tried with. */
export const attacks: readonly Attack[] = repeatedTexts.flatMap((repeated) =>
  suffixes.map((suffix) => ({ prefix: '', repeated, suffix })),
);

/** An attack of so many characters. */
export function attackText({ prefix, repeated, suffix }: Attack, size: number): string {
  const times = Math.max(1, Math.floor((size - prefix.length - suffix.length) / repeated.length));
  return prefix + repeated.repeat(times) + suffix;
}

/** Attacks of pieces that nobody thought of. */
export const randomAttack: fc.Arbitrary<Attack> = fc.record({
  prefix: fc.constantFrom('', 'a', '0', '"', '(', '[', '{', 'a=', '-', '.'),
  repeated: fc.array(fc.constantFrom(...repeatedTexts), { minLength: 2, maxLength: 4 }).map((parts) => parts.join('')),
  suffix: fc.constantFrom('', '!', '\u0000', 'a', ']', '"', '\n'),
});
