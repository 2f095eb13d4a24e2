import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatFieldValue, formatFloat, formatNumber, quoteString } from './go-format.ts';
import { JsonSyntaxError, MAX_JSON_DEPTH, parseJson } from './parse-json.ts';
import { compareUtf8, stringifyJson } from './stringify-json.ts';

describe('parseJson', () => {
  test.each<[string, unknown]>([
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['9007199254740993', 9007199254740993n],
    ['-9223372036854775808', -9223372036854775808n],
    ['9223372036854775807', 9223372036854775807n],
    ['9223372036854775808', 9223372036854775808],
    ['1e3', 1000],
    ['1e18', 1e18],
    ['2.0', 2],
    ['-0', 0],
    ['0.1234567890123456789', 0.12345678901234568],
    [' [1, {"a": null}] ', [1, { a: null }]],
    ['"\\u00e9\\uD83D\\uDE00\\ud800"', 'é😀\ufffd'],
  ])('reads %s', (text, want) => {
    expect(parseJson(text)).toEqual(want);
    expect(parseJson(new TextEncoder().encode(text), { onDuplicateKey: () => undefined })).toEqual(want);
  });

  test.each([
    ['', 'unexpected end of JSON input'],
    ['{', 'unexpected end of JSON input'],
    ['["a', 'unexpected end of JSON input'],
    ['apiVersion: v1', "invalid character 'a' looking for beginning of value"],
    ['{a:1}', "invalid character 'a' looking for beginning of object key string"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{"a":1 "b":2}', "invalid character '\"' after object key:value pair"],
    ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
    ['[1 2]', "invalid character '2' after array element"],
    ['[1,]', "invalid character ']' looking for beginning of value"],
    ['{} x', "invalid character 'x' after top-level value"],
    ['tru', 'unexpected end of JSON input'],
    ['trux', "invalid character 'x' in literal true (expecting 'e')"],
    ['01', "invalid character '1' after top-level value"],
    ['-x', "invalid character 'x' in numeric literal"],
    ['1.x', "invalid character 'x' after decimal point in numeric literal"],
    ['1ex', "invalid character 'x' in exponent of numeric literal"],
    ['"\\x"', "invalid character 'x' in string escape code"],
    ['"\\u12x4"', "invalid character 'x' in \\u hexadecimal character escape"],
    ['"\n"', "invalid character '\\n' in string literal"],
    ['1e400', 'json: cannot unmarshal number 1e400 into Go value of type float64'],
    ['\ufeff{}', "invalid character 'ï' looking for beginning of value"],
    ['{}中', "invalid character 'ä' after top-level value"],
    ['[{},{"a":[-]}]', "invalid character ']' in numeric literal"],
  ])('reports the error in %s', (text, message) => {
    for (const options of [{}, { onDuplicateKey: () => undefined }]) {
      expect(() => parseJson(text, options)).toThrow(JsonSyntaxError);
      expect(() => parseJson(text, options)).toThrow(new RegExp(`^${message.replace(/[\\.'[\](){}+*?^$]/g, '\\$&')}$`));
    }
  });

  test('reports duplicate keys with their paths; the last value wins', () => {
    const seen: string[] = [];
    const text = '{"spec":{"a":1,"l":[{"b":1,"b":2,"b":3}],"a":{"c":1}},"spec":{"a":4}}';
    expect(parseJson(text, { onDuplicateKey: (path) => seen.push(path) })).toEqual({ spec: { a: 4 } });
    expect(seen).toEqual(['spec.l[0].b', 'spec.a', 'spec']);
  });

  test('keeps keys that have a meaning in JavaScript, such as __proto__', () => {
    const text = '{"__proto__":{"polluted":true},"constructor":1,"toString":2,"n":12345678901234567890}';
    const seen: string[] = [];
    const value = parseJson(text, { onDuplicateKey: (path) => seen.push(path) }) as Record<string, unknown>;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'toString', 'n']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(seen).toEqual([]);
    expect(stringifyJson(value)).toBe(
      '{"__proto__":{"polluted":true},"constructor":1,"toString":2,"n":12345678901234567000}',
    );
  });

  test('limits depth and length with every way of reading', () => {
    const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    expect(() => parseJson(deep(1001))).toThrow("invalid character '[' exceeded max depth");
    let depth = 0;
    parseJson(deep(10_000), { maxDepth: MAX_JSON_DEPTH, onDepth: (deepest) => (depth = deepest) });
    expect(depth).toBe(10_000);
    expect(() => parseJson(`{"a":${deep(10_000)}}`, { maxDepth: MAX_JSON_DEPTH })).toThrow('exceeded max depth');
    expect(stringifyJson(parseJson(deep(1000)))).toBe(deep(1000));
    expect(() => parseJson('[[[]]]', { maxDepth: 2 })).toThrow('exceeded max depth');
    expect(parseJson(`"${'['.repeat(3000)}"`)).toHaveLength(3000);
    expect(() => parseJson('['.repeat(3_000_000))).toThrow('exceeded max depth');
    expect(() => parseJson('"aaaa"', { maxLength: 5 })).toThrow('limit is 5');
  });

  test('reads what stringifyJson writes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        for (const options of [{}, { sortKeys: true }, { indent: 2 }, { escapeHtml: true }]) {
          const text = stringifyJson(value, options);
          // Not the value itself: a whole float past 2^53 is written as an integer, and so read as one.
          expect(stringifyJson(parseJson(text, { onDuplicateKey: () => expect.unreachable() }), options)).toBe(text);
        }
        expect(JSON.parse(stringifyJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test('keeps every integer of 64 bits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        const text = `{"v":[${value}]}`;
        expect(stringifyJson(parseJson(text))).toBe(text);
      }),
    );
  });
});

describe('stringifyJson', () => {
  test.each<[unknown, object, string]>([
    [{ b: 1, a: [1n, undefined, null], u: undefined }, {}, '{"b":1,"a":[1,null,null]}'],
    [{ b: 1, a: { d: 1, c: 2 } }, { sortKeys: true }, '{"a":{"c":2,"d":1},"b":1}'],
    ['<a>&\u2028\u2029é', { escapeHtml: true }, '"\\u003ca\\u003e\\u0026\\u2028\\u2029é"'],
    [{ a: [1n], b: {}, c: [] }, { indent: 2 }, '{\n  "a": [\n    1\n  ],\n  "b": {},\n  "c": []\n}'],
    [new Date(0), {}, '"1970-01-01T00:00:00.000Z"'],
    [[null, new Date(0)], {}, '[null,"1970-01-01T00:00:00.000Z"]'],
    [-0, {}, '0'],
    [1e21, {}, '1e+21'],
  ])('writes %o with %o', (value, options, want) => {
    expect(stringifyJson(value, options)).toBe(want);
  });

  test('rejects text that is not JSON', () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    for (const value of [Number.NaN, [Infinity], () => 1, Symbol('x'), undefined, cycle])
      expect(() => stringifyJson(value)).toThrow(TypeError);
  });
});

describe('compareUtf8', () => {
  test('orders strings as their bytes', () => {
    const unit = fc.constantFrom('a', 'é', '\uffff', '\ue000', '😀', '\u{10ffff}', 'z');
    const text = fc.array(unit, { maxLength: 4 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareUtf8(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });
});

describe('Go formats', () => {
  test.each([
    ['a"b\\c\n\t\u0007\u0000\u007f', '"a\\"b\\\\c\\n\\t\\a\\x00\\x7f"'],
    ['é😀\u2028\u00a0', '"é😀\\u2028\\u00a0"'],
    ['\u{e0001}', '"\\U000e0001"'],
  ])('quotes %j', (text, want) => {
    expect(quoteString(text)).toBe(want);
  });

  test.each<[number | bigint, string]>([
    [1000000, '1000000'],
    [1000000.5, '1.0000005e+06'],
    [123456.5, '123456.5'],
    [0.0001, '0.0001'],
    [1e-7, '1e-07'],
    [1e21, '1e+21'],
    [1e18, '1e+18'],
    [9007199254740993n, '9007199254740993'],
    [-1.5, '-1.5'],
  ])('prints %s', (value, want) => {
    expect(formatNumber(value)).toBe(want);
  });

  test.each<[text: string, odd: (string | number)[][]]>([
    ['[3, -1.5, 1e+21, 1234567890123456789, -0, 9007199254740993]', [[4]]],
    ['{"a": 3.0, "b": [1E2, 0.10]}', [['a'], ['b', 0], ['b', 1]]],
    ['[9007199254740993, 9223372036854775807, 9223372036854775808, -9223372036854775809]', [[2], [3]]],
  ])('reports the numbers of %s that Go would write differently', (text, odd) => {
    const found: (string | number)[][] = [];
    parseJson(text, { onOddNumber: (path) => found.push([...path]) });
    expect(found).toEqual(odd);
  });

  test.each<[text: string, odd: (string | number)[][]]>([
    ['["a", "\\u003c", "\\n\\"\\\\", "é\u{1f600}", "\\u2028", "\\u0001"]', []],
    ['["<", "\\u003C", "\\/", "\\u0041", "\\ud83d\\ude00", "\u2028"]', [[0], [1], [2], [3], [4], [5]]],
    ['{"<": {"b": "&"}, "\\u0063": "c"}', [['<', 'b']]],
  ])('reports the texts of %s that Go would write differently', (text, odd) => {
    const found: (string | number)[][] = [];
    parseJson(text, { onOddText: (path) => found.push([...path]) });
    expect(found).toEqual(odd);
  });

  test('prints whole floats and values of fields', () => {
    expect([1e6, 5, 0, Infinity].map(formatFloat)).toEqual(['1e+06', '5', '0', '+Inf']);
    expect([{ b: '<', a: 1 }, [true], null, 'x', false].map((value) => formatFieldValue(value))).toEqual([
      '{"a":1,"b":"\\u003c"}',
      '[true]',
      'null',
      '"x"',
      'false',
    ]);
  });
});
