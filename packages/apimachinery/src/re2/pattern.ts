/** A regular expression, read: what RE2 (the engine of the API server, and of CEL) understands. Captures are not kept: only whether a text matches is asked. */
export type Pattern =
  | { readonly kind: 'empty' }
  | { readonly kind: 'set'; readonly set: CharSet }
  | { readonly kind: 'concat' | 'alternate'; readonly parts: readonly Pattern[] }
  /** `max` undefined: without end. */
  | { readonly kind: 'repeat'; readonly part: Pattern; readonly min: number; readonly max: number | undefined }
  | { readonly kind: 'assert'; readonly at: Assertion };

/** A condition on a position between two characters. */
export type Assertion = 'text-begin' | 'text-end' | 'line-begin' | 'line-end' | 'word-boundary' | 'no-word-boundary';

/** A set of characters. */
export interface CharSet {
  readonly items: readonly CharItem[];
  /** The characters that are not in the items. */
  readonly negated: boolean;
  /** A character is also in the set when its form in the other case is. */
  readonly fold: boolean;
}

/** Some characters: from one code point to another (both included), or those that a test accepts. */
export type CharItem = { readonly from: number; readonly to: number } | { readonly test: (code: number) => boolean };

/** Whether a character is in a set. */
export function inSet({ items, negated, fold }: CharSet, code: number): boolean {
  const found = inItems(items, code) || (fold && foldsOf(code).some((other) => inItems(items, other)));
  return found !== negated;
}

function inItems(items: readonly CharItem[], code: number): boolean {
  return items.some((item) => ('test' in item ? item.test(code) : code >= item.from && code <= item.to));
}

/** Characters whose case folding reaches beyond upper and lower case: long s, the Kelvin sign, the Angstrom sign. */
const MORE_FOLDS: ReadonlyMap<string, string> = new Map([
  ['s', '\u017f'],
  ['k', '\u212a'],
  ['å', '\u212b'],
]);

/** The other forms of a character that are equal to it when case does not count. */
function foldsOf(code: number): number[] {
  const char = String.fromCodePoint(code);
  const lower = single(char.toLowerCase()) ?? char;
  const upper = single(lower.toUpperCase()) ?? char;
  const forms = [lower, upper, single(char.toUpperCase()), MORE_FOLDS.get(lower), single(upper.toLowerCase())];
  return forms.flatMap((form) => (form === undefined || form === char ? [] : [form.codePointAt(0) ?? 0]));
}

function single(text: string): string | undefined {
  const code = text.codePointAt(0);
  return code !== undefined && String.fromCodePoint(code).length === text.length ? text : undefined;
}

/** How often the innermost part of nested counted repetitions is repeated at most. */
export function maxRepetitions(pattern: Pattern): number {
  switch (pattern.kind) {
    case 'repeat':
      return Math.max(1, pattern.max ?? pattern.min) * maxRepetitions(pattern.part);
    case 'concat':
    case 'alternate':
      return Math.max(1, ...pattern.parts.map(maxRepetitions));
    case 'assert':
    case 'empty':
    case 'set':
      return 1;
  }
}
