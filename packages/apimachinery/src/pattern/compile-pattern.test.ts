import { readFileSync } from 'node:fs';
import { excessOf } from '@kb/linear-time';
import { describe, expect, test } from 'vitest';
import { compilePattern, PatternError } from './compile-pattern.ts';

/**
 * Results of Go's regexp for patterns: chosen ones, generated ones, those of real CRDs
 * (test-support/record-patterns.ts).
 */
const recorded = JSON.parse(readFileSync(new URL('testdata/patterns.json', import.meta.url), 'utf8')) as {
  texts: readonly string[];
  meant: readonly string[];
  patterns: readonly [pattern: string, texts: 'texts' | 'meant', matches: string | null, error?: string][];
};

/** The difference: our engine rejects two groups with the same name. */
const isDifferent = (given: string): boolean => given.includes('duplicate capture group name');

function answerTo(pattern: string, texts: readonly string[]): string {
  try {
    const matches = compilePattern(pattern);
    return texts.map((text) => Number(matches(text))).join('');
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}

describe('recorded results of Go', () => {
  test('cover many patterns, valid and invalid', () => {
    expect(recorded.patterns.filter(([, , matches]) => matches !== null).length).toBeGreaterThan(600);
    expect(recorded.patterns.filter(([, , matches]) => matches === null).length).toBeGreaterThan(300);
  });

  test('equal the results of our engine', () => {
    const wrong = recorded.patterns.flatMap(([pattern, list, matches, error]) => {
      const given = answerTo(pattern, recorded[list]);
      const wanted = matches ?? error;
      return given === wanted || isDifferent(given) ? [] : [{ pattern: pattern.slice(0, 200), wanted, given }];
    });
    expect(wrong).toEqual([]);
  });
});

describe('compilePattern', () => {
  test.each([
    '^(a|a)*(a*)*$',
    '(x?){900}y',
    '(a?){50}a{50}b',
    '(.*)(.*)(.*)(.*)(.*)[^a]$',
    '\\b(\\w+\\s?)+!$',
    '(?i)(a|A|aa)+$',
  ])('%s takes linear time', async (pattern) => {
    const matches = compilePattern(pattern);
    for (const repeated of ['a', 'x', 'a ', 'aA'])
      expect(await excessOf((size) => matches(repeated.repeat(size / repeated.length) + 'b'), 2 ** 20)).toBeUndefined();
  });

  test.each(['('.repeat(2000) + ')'.repeat(2000), 'a{1001}', '((a{100}){100}){100}'])(
    'rejects expressions that would compile to a large program: %#',
    (pattern) => {
      expect(() => compilePattern(pattern)).toThrow(PatternError);
    },
  );

  test('rejects expressions of more than 262,144 characters', () => {
    expect(compilePattern('a'.repeat(262_144))('a')).toBe(false);
    expect(() => compilePattern('a'.repeat(262_145))).toThrow('error parsing regexp: expression too large: `aaa');
  });
});
