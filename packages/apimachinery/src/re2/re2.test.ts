import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern } from './matcher.ts';
import { PatternError } from './parse-pattern.ts';

describe('compilePattern', () => {
  it.each<[string, string[], string[]]>([
    ['', ['', 'a'], []],
    ['^a$', ['a'], ['b', 'a\n', 'ba']],
    ['a.c', ['abc', 'a\u2028c', 'a😀c'], ['a\nc', 'ac']],
    ['(?s)a.c', ['a\nc'], ['ac']],
    ['(?m)^b$', ['a\nb\nc'], ['ab']],
    ['(?i)straße', ['STRAßE', 'ſtraße'], ['strasse']],
    ['(?i:a)b', ['Ab', 'ab'], ['aB']],
    ['(?i)a(?-i)b', ['Ab'], ['AB']],
    ['^[^a]$', ['b', '\n'], ['a', 'ab']],
    ['^[]a-]+$', [']a-'], ['b']],
    ['^\\d+\\s\\w*$', ['12 a_', '3\t'], ['١ a', '1\u00a0a', '1\va']],
    ['\\bcat\\b', ['a cat.'], ['concat', 'catch']],
    ['^\\pL\\p{Lu}\\P{Greek}$', ['aBc', 'éÀ1'], ['abc', 'aBα']],
    ['^[[:alpha:][:^ascii:]]+$', ['aé'], ['a1']],
    ['^a{2,3}$', ['aa', 'aaa'], ['a', 'aaaa']],
    ['^a{,2}$', ['a{,2}'], ['a']],
    ['^(?P<n>a)(?<m>b)$', ['ab'], ['a']],
    ['^\\Qa.b\\E$', ['a.b'], ['axb']],
    ['^\\x41\\x{1F600}\\101$', ['A😀A'], ['A']],
    ['\\Aa\\z', ['a'], ['a\n']],
    ['^(a|ab)(c|bcd)$', ['abcd', 'ac'], ['abc d']],
    ['^(|a)+$', ['', 'aa'], ['b']],
  ])('%j', (pattern, yes, no) => {
    const matches = compilePattern(pattern);
    expect(yes.filter((text) => !matches(text))).toEqual([]);
    expect(no.filter((text) => matches(text))).toEqual([]);
  });

  it.each([
    ['(', 'missing closing ): `(`'],
    ['a)', 'unexpected ): `a)`'],
    ['[a', 'missing closing ]: `[a`'],
    ['*', 'missing argument to repetition operator: `*`'],
    ['a**', 'invalid nested repetition operator: `**`'],
    ['a{1001}', 'invalid repeat count: `{1001}`'],
    ['(a{100}){11}', 'invalid repeat count: `{11}`'],
    ['[z-a]', 'invalid character class range: `z-a`'],
    ['(?=a)', 'invalid or unsupported Perl syntax: `(?=`'],
    ['(?<!a)', 'invalid named capture: `(?<!a)`'],
    ['\\1', 'invalid escape sequence: `\\1`'],
    ['\\', 'trailing backslash at end of expression: ``'],
    ['\\p{Foo}', 'invalid character class range: `\\p{Foo}`'],
  ])('refuses %j', (pattern, message) => {
    expect(() => compilePattern(pattern)).toThrow(PatternError);
    expect(() => compilePattern(pattern)).toThrow(`error parsing regexp: ${message}`);
  });

  it('bounds hostile expressions, and takes linear time on all', () => {
    expect(() => compilePattern('('.repeat(2000) + ')'.repeat(2000))).toThrow('expression nests too deeply');
    expect(() => compilePattern('((a{30}){30}b{900}){1}'.repeat(20))).toThrow('expression too large');
    const matches = compilePattern('^(a|a)*(a*)*$');
    // Exponential, that is never done, in an engine that tries one way after another.
    expect(matches(`${'a'.repeat(2000)}b`)).toBe(false);
    expect(matches('a'.repeat(2000))).toBe(true);
  });

  it('agrees with the native engine where both read an expression alike', () => {
    const part = fc.constantFrom(
      'a',
      'b',
      '[ab]',
      '[^a]',
      '.',
      'a*',
      'b+',
      '(?:ab)?',
      '(a|b)',
      'c{1,2}',
      '^',
      '$',
      '|',
    );
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 8 });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), text, (parts, input) => {
        const pattern = parts.join('');
        expect(compilePattern(pattern)(input)).toBe(new RegExp(pattern, 'u').test(input));
      }),
      { numRuns: 1000 },
    );
  });
});
