import fc from 'fast-check';

const sentences = [
  'Size is how large it is.',
  'It is long enough for its description to be folded, since it goes on past the width of a line, and then a little more: twice.',
  'It has: a colon, a "quote", an \'apostrophe\' and a `backtick`.',
  'See https://example.com/a?b=c#d for more, e.g. the manual.',
  'Ünïcödé, €uro, 日本語, and 😀.',
  '100%, 5 < 6 && 7 > 6; a\\b',
  '- one',
  '  - two',
  '* star',
  '# heading',
  '> quoted',
  '| a | b |',
  '    indented code',
  '\tindented with a tab',
  'a\ttab inside',
  'key: value',
  '{"a": [1, 2]}',
  '[x]',
  'yes',
  '12',
  'true',
  '~',
  '!tag',
  '&anchor',
  '%directive',
  'TODO: write this',
  'TODO(me) later',
  'Not a TODO here',
  'todo in small letters',
  '---',
  '--- and more',
  '--',
  '```',
  '```yaml',
  '~~~',
  'Deprecated: use something else.',
  'ends with two spaces in Markdown',
  'a  b   c',
  'x'.repeat(90),
  `${'word '.repeat(30)}end`,
  'nolint:all',
  'http://x',
  '//',
  '...',
  'null',
  '0o17',
  ' one space first',
  '',
  '',
];

/** Lines that have different meanings in Go comments and in JSDoc. */
function isShared(line: string): boolean {
  return !line.includes('*/') && !/^\s*@[A-Za-z]/.test(line) && !/^\s*\+/.test(line) && !line.includes('{@link');
}

const line: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 5, arbitrary: fc.constantFrom(...sentences) },
    { weight: 2, arbitrary: fc.lorem({ maxCount: 25 }) },
    { weight: 1, arbitrary: fc.stringMatching(/^[ -~]{1,60}$/) },
  )
  .map((text) => text.trimEnd())
  .filter(isShared);

/**
 * The lines of a description: prose of every kind, blank lines, code, what ends a description, and what is left out of
 * it.
 */
export const docLines: fc.Arbitrary<string[]> = fc.array(line, { minLength: 1, maxLength: 6 });
