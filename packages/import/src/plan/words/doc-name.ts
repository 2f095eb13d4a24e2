import { withCapitalsAfterDigits, wordsOf } from './words.ts';

/** The name of a type in a description. */
export interface DocName {
  readonly name: string;
  /** The words of the name. */
  readonly words: readonly string[];
}

/** Verbs in the third person that do not end in s, and their equivalents in descriptions of types. */
const otherVerbs = new Set(
  'are may can must will should allow configure configurations contain define describe enable hold provide represent specify'.split(
    ' ',
  ),
);

/** Words at the beginning of sentences that look like names. */
const noNames = new Set(
  `A All An And Any Are As At Be Both By Can Default Each Either Every For From Here How If In Indicates Is It Its List May Must No None Not Note Of On One Only
  Optional Or Other Represents Required Same See Set Should Some Such That The Their There These They This Those To Use Used Value We What When Where Whether Which Will With You`.split(
    /\s+/,
  ),
);

/**
 * Finds the name of a type in its description, at the beginning as in Go's documentation: `WidgetPart is one of many`,
 * `A WidgetPart holds…`. Undefined if the first word is not a name, or is too long for one.
 */
export function docNameOf(description: string | undefined): DocName | undefined {
  const [, article, name = '', verb = ''] =
    /^\s{0,8}(An? )?([A-Z][A-Za-z0-9]{1,39}) ([a-z]{2,20})\b/.exec((description ?? '').slice(0, 100)) ?? [];
  if (name === '' || noNames.has(name)) return undefined;
  const words = wordsOf(name);
  const isNamed = article !== undefined && words.length > 1;
  if (!isNamed && !otherVerbs.has(verb) && !/[^s]s$/.test(verb)) return undefined;
  return { name: withCapitalsAfterDigits(name), words };
}
