import type { Random } from '../random.ts';

/** Syntax of YAML, and unusual characters. */
const insertions: readonly string[] = [
  ...'{ } [ ] : - ? | > & * ! % @ ` " \' # , ~ << --- ... = \\ \t \n \r'.split(/ /),
  ' ',
  '  ',
  ': ',
  '- ',
  '? ',
  ' #',
  ', ',
  '\n---\n',
  '\n...\n',
  '\r\n',
  '\n\n',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u00a0',
  '\uFEFF',
  '\u0007',
  '\u{1f389}',
  '&a ',
  '*a',
  '!!str ',
  '!!int ',
  '!x ',
  '<<: ',
  '<<: *a\n',
  '|\n',
  '>-\n',
  '|2\n',
  '""',
  "''",
  '\\n',
  '\\\n',
  String.raw`\u00e9`,
];

/** Scalars that parsers may interpret differently. */
const scalars: readonly string[] = (
  'yes no on off y N True FALSE null Null ~ 0 -0 +1 007 08 0o17 0x1F 0b101 1_000 1__0 -0x10 +0b1 1e3 1E+2 .5 5. -.5 +.5 .inf -.INF .nan ' +
  '9007199254740993 9223372036854775808 18446744073709551615 18446744073709551616 -9223372036854775809 1e400 1:20 12:30:45 2001-01-01 2001-1-1T1:2:3Z ' +
  '2001-13-01 !!float 3 = << a:b a#b [] {} [a,b] {a:1} {a: 1} {a} [a: 1] "a" \'a\' "\\/" "\\x41" - ? : -a ?a :a @a %a 1.0 1.50 0.1 1e-7 100000000000000000000000'
).split(' ');

type Edit = (text: string, random: Random) => string;

const insert: Edit = (text, random) => {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + (random.pick(insertions) ?? '') + text.slice(at);
};

const remove: Edit = (text, random) => {
  const at = random.below(text.length);
  return text.slice(0, at) + text.slice(at + 1 + random.below(12));
};

/** Changes the indentation of one to four lines. */
const indent: Edit = (text, random) =>
  onLines(text, random, 1 + random.below(4), (line) => {
    const by = random.below(5) - 2;
    return by < 0 ? line.replace(new RegExp(`^ {0,${-by}}`), '') : (random.chance(0.1) ? '\t' : ' '.repeat(by)) + line;
  });

const duplicate: Edit = (text, random) => onLines(text, random, 1, (line) => `${line}\n${line}`);

/** Joins two lines, or splits one. */
const join: Edit = (text, random) => {
  const breaks = [...text.matchAll(/\n */g)];
  const chosen = random.pick(breaks);
  if (chosen === undefined) return text;
  return text.slice(0, chosen.index) + random.pick([' ', '', ': ']) + text.slice(chosen.index + chosen[0].length);
};

const split: Edit = (text, random) => {
  const blanks = [...text.matchAll(/(?<=\S) (?=\S)/g)];
  const chosen = random.pick(blanks);
  if (chosen === undefined) return text;
  return `${text.slice(0, chosen.index)}\n${' '.repeat(random.below(8))}${text.slice(chosen.index + 1)}`;
};

const value: Edit = (text, random) =>
  onLines(text, random, 1, (line) => line.replace(/(?<=[:-] ).*$/, () => random.pick(scalars) ?? ''));

/** Replaces a key. */
const key: Edit = (text, random) =>
  onLines(text, random, 1, (line) =>
    line.replace(/(?<=^[ -]{0,99})[^\s:-][^:]{0,99}(?=:)/, () => random.pick(scalars) ?? ''),
  );

/** Quotes a value and breaks it over several lines, with random indentation. */
const wrapInQuotes: Edit = (text, random) =>
  onLines(text, random, 1, (line) =>
    line.replace(/(?<=[:-] )(\S[^"'\\]*)$/, (found) => {
      const quote = random.pick(['"', "'"]) ?? '"';
      return `${quote}${found.replaceAll(' ', () => (random.chance(0.5) ? `\n${' '.repeat(random.below(12))}` : ' '))}${quote}`;
    }),
  );

const anchor: Edit = (text, random) =>
  onLines(text, random, 2, (line) =>
    line.replace(/(?<=: |- |:$)/, () => ` ${random.pick(['&a', '*a', '&a !!map', '!x'])}`),
  );

const breaks: Edit = (text, random) => text.replaceAll('\n', random.pick(['\r\n', '\r', '\u0085', '\u2028']) ?? '\n');

const edits: readonly Edit[] = [
  insert,
  insert,
  insert,
  remove,
  remove,
  indent,
  indent,
  duplicate,
  join,
  split,
  value,
  value,
  key,
  wrapInQuotes,
  wrapInQuotes,
  anchor,
];

/**
 * Changes a text at one or two places, as people and programs do, or in ways that nobody would; rarely, also its line
 * breaks.
 */
export function mutate(text: string, random: Random): string {
  let result = text;
  for (let count = 1 + random.below(2); count > 0; count -= 1) result = (random.pick(edits) ?? insert)(result, random);
  return random.chance(0.03) ? breaks(result, random) : result;
}

function onLines(text: string, random: Random, count: number, change: (line: string) => string): string {
  const lines = text.split('\n');
  const first = random.below(lines.length);
  return lines.map((line, index) => (index >= first && index < first + count ? change(line) : line)).join('\n');
}
