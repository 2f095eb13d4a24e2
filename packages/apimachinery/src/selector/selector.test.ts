import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatFieldSelector, matchesFields, parseFieldSelector } from './field-selector.ts';
import {
  selectsEverything,
  formatLabelSelector,
  labelSelectorFromLabels,
  labelSelectorOf,
  labelsMatch,
  matchesLabels,
  selectsNothing,
} from './label-selector.ts';
import { parseLabelSelector } from './parse-label-selector.ts';
import { SelectorError } from './selector-error.ts';

describe('parseLabelSelector', () => {
  test.each([
    ['', ''],
    ['a', 'a'],
    ['!a', '!a'],
    ['a=b', 'a=b'],
    ['a==b', 'a==b'],
    ['a = b , c', 'a=b,c'],
    ['a!=b', 'a!=b'],
    ['a==', 'a=='],
    ['a=,b', 'a=,b'],
    ['b in (z, y,z),a notin (x)', 'a notin (x),b in (y,z)'],
    ['a in ()', 'a in ()'],
    ['a in (,)', 'a in ()'],
    ['a in (x,,y)', 'a in (,x,y)'],
    ['a in (in,notin)', 'a in (in,notin)'],
    ['in in (in)', 'in in (in)'],
    ['a>1,b<2', 'a>1,b<2'],
    ['example.com/a=b', 'example.com/a=b'],
  ])('reads %j as %j', (text, want) => {
    expect(formatLabelSelector(parseLabelSelector(text))).toBe(want);
  });

  test.each([
    ['a,', "found '', expected: identifier after ','"],
    ['a in', "unable to parse requirement: found '' expected: '('"],
    ['a in (', "unable to parse requirement: found '', expected: ',', ')' or identifier"],
    [
      '-bad-',
      "unable to parse requirement: <nil>: Invalid value: \"-bad-\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    ],
    [
      'a>x',
      "unable to parse requirement: values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer",
    ],
    ['a=b c', "found 'c', expected: ',' or 'end of string'"],
    ['=a', "found '=', expected: !, identifier, or 'end of string'"],
    ['a b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
    ['a=(', "unable to parse requirement: found '(', expected: identifier"],
    ['!', "unable to parse requirement: found '', expected: identifier"],
    ['a in (b', "unable to parse requirement: found '', expected: ',' or ')'"],
    [
      'a=-',
      "unable to parse requirement: values[0][a]: Invalid value: \"-\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    ],
  ])('refuses %j', (text, message) => {
    expect(() => parseLabelSelector(text)).toThrow(SelectorError);
    expect(() => parseLabelSelector(text)).toThrow(message);
  });

  test('throws only SelectorErrors, and reads what it writes', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom('a', 'b/c', '=', '==', '!', '!=', 'in', 'notin', '(', ')', ',', '>', '<', '1', ' ', ''),
        ),
        (parts) => {
          try {
            const selector = parseLabelSelector(parts.join(''));
            expect(parseLabelSelector(formatLabelSelector(selector))).toEqual(selector);
          } catch (error) {
            if (!(error instanceof SelectorError)) throw error;
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('matchesLabels', () => {
  test.each<[string, Record<string, string>, boolean]>([
    ['', {}, true],
    ['a', { a: '' }, true],
    ['a', {}, false],
    ['!a', {}, true],
    ['!a', { a: 'x' }, false],
    ['a=x', { a: 'x' }, true],
    ['a=x', { a: 'y' }, false],
    ['a!=x', {}, true],
    ['a!=x', { a: 'x' }, false],
    ['a in (x,y)', { a: 'y' }, true],
    ['a in (x,y)', {}, false],
    ['a notin (x,y)', {}, true],
    ['a notin (x,y)', { a: 'y' }, false],
    ['a>5', { a: '6' }, true],
    ['a>5', { a: '5' }, false],
    ['a<9007199254740993', { a: '9007199254740992' }, true],
    ['a>5', { a: 'x' }, false],
    ['a>5', {}, false],
    ['toString', {}, false],
    ['a=x,b=y', { a: 'x', b: 'z' }, false],
  ])('%j on %j is %s', (text, labels, want) => {
    expect(matchesLabels(parseLabelSelector(text), labels)).toBe(want);
  });

  test('treats absent labels as no labels, and an absent selector as one that matches nothing', () => {
    expect(matchesLabels(selectsEverything, undefined)).toBe(true);
    expect(matchesLabels(selectsNothing, { a: 'b' })).toBe(false);
    expect(matchesLabels(labelSelectorOf(undefined), { a: 'b' })).toBe(false);
    expect(matchesLabels(labelSelectorOf({}), null)).toBe(true);
    expect(() => formatLabelSelector(selectsNothing)).toThrow(TypeError);
  });

  test('reads the selectors of objects', () => {
    const selector = labelSelectorOf({
      matchLabels: { z: '1' },
      matchExpressions: [
        { key: 'a', operator: 'In', values: ['y', 'x'] },
        { key: 'b', operator: 'DoesNotExist' },
        { key: 'c', operator: 'Exists' },
        { key: 'd', operator: 'NotIn', values: ['q'] },
      ],
    });
    expect(formatLabelSelector(selector)).toBe('a in (x,y),!b,c,d notin (q),z=1');
    expect(() => labelSelectorOf({ matchExpressions: [{ key: 'a', operator: 'Near' }] })).toThrow(
      '"Near" is not a valid label selector operator',
    );
    expect(() => labelSelectorOf({ matchExpressions: [{ key: 'a', operator: 'In' }] })).toThrow(
      "values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty",
    );
  });

  test('compares plain maps', () => {
    expect(labelsMatch({}, undefined)).toBe(true);
    expect(labelsMatch({ a: '1' }, { a: '1', b: '2' })).toBe(true);
    expect(labelsMatch({ a: '1' }, { a: '2' })).toBe(false);
    expect(labelsMatch({ a: '1' }, undefined)).toBe(false);
    expect(formatLabelSelector(labelSelectorFromLabels({ b: '2', a: '1' }))).toBe('a=1,b=2');
  });
});

describe('field selectors', () => {
  test.each([
    ['', ''],
    ['a=b', 'a=b'],
    ['a==b,c!=d', 'a=b,c!=d'],
    ['c=d,a=b', 'a=b,c=d'],
    ['a=', 'a='],
    ['a=x\\,y\\=z\\\\', 'a=x\\,y\\=z\\\\'],
    ['a=b,,c=d', 'a=b,c=d'],
  ])('reads %j as %j', (text, want) => {
    expect(formatFieldSelector(parseFieldSelector(text))).toBe(want);
  });

  test.each([
    ['a', "invalid selector: 'a'; can't understand 'a'"],
    ['a=\\b', 'invalid field selector: invalid escape sequence: \\b'],
    ['a=b=c', 'invalid field selector: unescaped character in value: 61'],
    ['a=b\\', 'invalid field selector: invalid escape sequence: \\'],
  ])('refuses %j', (text, message) => {
    expect(() => parseFieldSelector(text)).toThrow(SelectorError);
    expect(() => parseFieldSelector(text)).toThrow(message);
  });

  test('matches; an absent field is empty', () => {
    const fields: Record<string, string> = { 'metadata.name': 'web' };
    const matches = (text: string): boolean => matchesFields(parseFieldSelector(text), (field) => fields[field]);
    expect([
      matches('metadata.name=web'),
      matches('metadata.name!=web'),
      matches('spec.s='),
      matches('spec.s!=x'),
      matches('spec.s=x'),
    ]).toEqual([true, false, true, true, false]);
  });
});
