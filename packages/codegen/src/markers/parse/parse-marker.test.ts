import type { JsonValue } from '@kb/apimachinery';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MarkerTarget } from '../define/marker-definition.ts';
import { looksLikeMarker, parseMarker, type ParsedMarker } from './parse-marker.ts';
import { markerDefinitions } from '../definitions/registry.ts';

function parse(text: string, target: MarkerTarget = 'field', ignored: readonly string[] = []): ParsedMarker {
  return parseMarker({ text, span: { file: 'a.ts', line: 3, column: 5, length: text.length } }, [target], ignored);
}

function valuesOf(text: string, target: MarkerTarget = 'field'): Record<string, JsonValue> | string {
  const { marker, problem } = parse(text, target);
  return marker === undefined ? (problem?.finding.message ?? 'ignored') : Object.fromEntries(marker.values);
}

describe('a single value', () => {
  test.each<[text: string, value: JsonValue]>([
    ['+kubebuilder:validation:Minimum=0', 0],
    ['+kubebuilder:validation:Minimum=-1', -1],
    ['+kubebuilder:validation:Minimum= - 1.5', -1.5],
    ['+kubebuilder:validation:Minimum=1e3', 1000],
    ['+kubebuilder:validation:MinLength=010', 10],
    ['+kubebuilder:validation:UniqueItems=false', false],
    ['+kubebuilder:validation:Pattern=^[a-z]+$', '^[a-z]+$'],
    ['+kubebuilder:validation:Pattern=`^a;b,c}$`', '^a;b,c}$'],
    ['+kubebuilder:validation:Pattern="^\\\\d\\x41\\u00e9\\n$"', '^\\dAé\n$'],
    ["+kubebuilder:validation:Format='quoted'", "'quoted'"],
    ['+kubebuilder:validation:Format=a "b,c" d', 'a "b,c" d'],
    ['+kubebuilder:validation:Format:=byte', 'byte'],
    ['+listType=map', 'map'],
    ['+default={"a": [1, 9007199254740993, null]}', { a: [1, 9007199254740993n, null] }],
  ])('%s', (text, value) => {
    expect(valuesOf(text)).toEqual({ '': value });
  });
});

describe('a value whose type is guessed', () => {
  test.each<[written: string, value: JsonValue]>([
    ['1', 1],
    ['-5', -5],
    ['1.50', 1.5],
    ['.5', 0.5],
    ['true', true],
    ['truely', 'truely'],
    ['"true"', 'true'],
    ['100Mi', '100Mi'],
    ['2024-01-15', '2024-01-15'],
    ['0987', '0987'],
    ['123/config', '123/config'],
    ['a b c', 'a b c'],
    ['null', 'null'],
    ['{}', {}],
    ['{1, 2}', [1, 2]],
    ['{a,}', ['a']],
    ['{{1,2},{3}}', [[1, 2], [3]]],
    ['{{a: 1}, {a: 2}}', [{ a: 1 }, { a: 2 }]],
    ['{a: 1, "b c": {d: true, e: x y}, f: {1,2}}', { a: 1, 'b c': { d: true, e: 'x y' }, f: [1, 2] }],
    ['{url: http://a.b/c}', { url: 'http://a.b/c' }],
    ['1;2;3', [1, 2, 3]],
    ['a;b;', ['a', 'b']],
    ['"a;b"', 'a;b'],
    [
      '{1;1,2;3}',
      [
        [1, 1],
        [2, 3],
      ],
    ],
  ])('%s', (written, value) => {
    expect(valuesOf(`+kubebuilder:default=${written}`)).toEqual({ '': value });
  });
});

describe('named values', () => {
  test.each<[text: string, values: Record<string, JsonValue>]>([
    ['+kubebuilder:resource', {}],
    [
      '+kubebuilder:resource:path=shops,shortName=s;sh,scope=Cluster',
      { path: 'shops', shortName: ['s', 'sh'], scope: 'Cluster' },
    ],
    ['+kubebuilder:resource:categories={all, trade}, path=shops', { categories: ['all', 'trade'], path: 'shops' }],
    [
      '+kubebuilder:printcolumn:name="A, b",type=string,JSONPath=`.a[?(@.b=="c")]`,priority=1',
      { name: 'A, b', type: 'string', JSONPath: '.a[?(@.b=="c")]', priority: 1 },
    ],
    ['+kubebuilder:deprecatedversion:warning="old, really"', { warning: 'old, really' }],
    ['+kubebuilder:deprecatedversion', {}],
  ])('%s', (text, values) => {
    expect(valuesOf(text, 'type')).toEqual(values);
  });

  test('the core group', () => {
    expect(valuesOf('+kubebuilder:rbac:groups="",resources=pods;services/status,verbs=*', 'folder')).toEqual({
      groups: [''],
      resources: ['pods', 'services/status'],
      verbs: ['*'],
    });
    expect(valuesOf('+kubebuilder:rbac:groups=core;"";apps,resources=pods,verbs=get', 'folder')).toMatchObject({
      groups: ['core', '', 'apps'],
    });
  });
});

describe('reports mistakes', () => {
  test.each<[text: string, message: string, column: number, length: number]>([
    ['+kubebuilder:validation:Minimun=0', 'unknown marker +kubebuilder:validation:Minimun', 5, 31],
    ['+optinal', 'unknown marker +optinal', 5, 8],
    ['+optional=x', '+optional: it takes no value', 14, 2],
    ['+optional because', '+optional: expected the end of the marker', 14, 8],
    ['+listType', '+listType: it needs text after =', 5, 9],
    ['+kubebuilder:validation:Minimum=a', '+kubebuilder:validation:Minimum: expected a number, found "a"', 37, 1],
    [
      '+kubebuilder:validation:MinLength=0x1F',
      '+kubebuilder:validation:MinLength: expected an integer, found "0x1F"',
      39,
      4,
    ],
    ['+kubebuilder:validation:Pattern="a', '+kubebuilder:validation:Pattern: the string has no closing "', 37, 2],
    [
      '+kubebuilder:validation:Pattern="\\q"',
      '+kubebuilder:validation:Pattern: the string has an escape that Go strings do not have: write \\\\ for a backslash, or put the text in backticks',
      37,
      4,
    ],
    ['+kubebuilder:default={1, "a"}', '+kubebuilder:default: expected an integer, found "a"', 30, 3],
    [
      '+kubebuilder:default={"a": {"b": [1,2]}}',
      '+kubebuilder:default: lists are written in braces here, {1,2}, not in brackets',
      38,
      1,
    ],
    ['+kubebuilder:default={a: 1, a: 2}', '+kubebuilder:default: the key "a" is there twice', 33, 1],
    ['+kubebuilder:default={1, 2', '+kubebuilder:default: expected a comma or }, found the end of the marker', 31, 1],
    ['+groupName=a', '+groupName belongs on a folder (a free-standing comment in a file), not on a field', 5, 12],
  ])('%s', (text, message, column, length) => {
    const { problem, marker } = parse(text);
    expect(marker).toBeUndefined();
    expect(problem?.finding.message).toBe(message);
    expect(problem?.span).toMatchObject({ file: 'a.ts', line: 3, column, length });
  });

  test.each([
    '+genclient',
    '+genclient:nonNamespaced',
    '+protobuf=true',
    '+patchMergeKey=name',
    '+gencrd:x',
    '+foo:=bar',
    '+k8s:openapi-gen=true',
    '+k8s:conversion-gen=example.com/api/v1',
    '+k8s:conversion-fn=drop',
    '+k8s:defaulter-gen=TypeMeta',
    '+k8s:deepcopy-gen:nonpointer-interfaces=true',
    '+k8s:protobuf-gen=package',
    '+k8s:prerelease-lifecycle-gen:introduced=1.29',
    '+k8s:validation-gen=TypeMeta',
  ])('%s is ignored, because it belongs to another tool', (text) => {
    expect(parse(text)).toEqual({});
  });

  test('a project can list prefixes of other tools', () => {
    expect(parse('+k8s:our-gen=true').problem?.finding).toMatchObject({
      code: 'KB_UNKNOWN_MARKER',
      hint: expect.stringContaining('ignoredMarkers'),
    });
    expect(parse('+k8s:our-gen=true', 'type', ['k8s:our-gen'])).toEqual({});
  });

  test.each<[text: string, near: string]>([
    ['+kubebuilder:Minimum=1', 'kubebuilder:validation:Minimum'],
    ['+kubebuilder:Minimun=1', 'kubebuilder:validation:Minimum'],
    ['+k8s:minimum=1', 'kubebuilder:validation:Minimum'],
    ['+k8s:maxLength=1', 'kubebuilder:validation:MaxLength'],
    ['+k8s:default="a"', 'default'],
  ])('%s is near %s', (text, near) => {
    expect(parse(text).problem?.finding).toMatchObject({
      code: 'KB_UNKNOWN_MARKER',
      hint: expect.stringContaining(`did you mean +${near}?`),
    });
  });

  test.each<[text: string, is: boolean]>([
    ['+optional', true],
    ['+ prose', false],
    ['+1', false],
    ['optional', false],
  ])('"%s" looks like a marker: %s', (text, is) => {
    expect(looksLikeMarker(text)).toBe(is);
  });
});

describe('the table of markers', () => {
  test.each(
    markerDefinitions.map(
      (definition) => [`${definition.name} on ${definition.targets.join(', ')}`, definition] as const,
    ),
  )('the example of %s is read as itself', (_, definition) => {
    for (const target of definition.targets) {
      const { marker, problem } = parse(definition.example, target);
      expect(problem?.finding.message).toBeUndefined();
      expect(marker?.name).toBe(definition.name);
    }
  });

  test('no name has two rows for one target', () => {
    const keys = markerDefinitions.flatMap(({ name, targets }) => targets.map((target) => `${target} ${name}`));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });
});

describe('properties', () => {
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.string({ maxLength: 20 }),
      fc.integer(),
      fc.bigInt({ min: 2n ** 60n, max: 2n ** 63n - 1n }),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Number.isInteger(number)),
      fc.boolean(),
      fc.array(fc.string({ maxLength: 10 }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.integer(), { minLength: 1, maxLength: 4 }),
      fc.dictionary(fc.string({ maxLength: 10 }), tie('value'), { maxKeys: 4 }),
    ),
  }));

  test('reads back a value that is written in the grammar', () => {
    fc.assert(
      fc.property(value, (given) => {
        expect(valuesOf(`+kubebuilder:default=${write(given)}`)).toEqual({ '': given });
      }),
      { numRuns: 1000 },
    );
  });

  test('never throws, and reports every problem inside the line', () => {
    const names = fc.constantFrom(...markerDefinitions.map(({ name }) => name), 'kubebuilder:x', 'optinal', '');
    const rest = fc.oneof(fc.string({ maxLength: 30 }), fc.stringMatching(/^[={}";,:`a-z0-9 -]{0,20}$/));
    fc.assert(
      fc.property(names, rest, fc.constantFrom<MarkerTarget>('field', 'type', 'folder'), (name, tail, target) => {
        const text = `+${name}${tail}`.trimEnd();
        const { problem } = parse(text, target);
        if (problem === undefined) return;
        expect(problem.span.column).toBeGreaterThanOrEqual(5);
        expect(problem.span.column).toBeLessThanOrEqual(5 + text.length);
        expect(problem.span.length).toBeGreaterThanOrEqual(1);
      }),
      { numRuns: 3000 },
    );
  });
});

/**
 * Writes a value in a marker's syntax. Numbers never get an exponent, because Go would read integers as floats then.
 */
function write(value: JsonValue): string {
  if (typeof value === 'string')
    return `"${Array.from(value, (c) => (/[ -!#-[\]-~]/.test(c) ? c : `\\U${(c.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`)).join('')}"`;
  if (Array.isArray(value)) return `{${value.map(write).join(', ')}}`;
  if (value !== null && typeof value === 'object') {
    return `{${Object.entries(value)
      .map(([key, item]) => `${write(key)}: ${write(item)}`)
      .join(', ')}}`;
  }
  return String(value);
}
