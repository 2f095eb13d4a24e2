import type { Area, RequestStep } from '../../sequence.ts';
import { sequence } from '../../steps.ts';
import { definition, specOf, tried, v1, version } from '../definitions/definition-of.ts';
import { list, object, properties, text } from './try-schemas.ts';

/** A definition whose property `spec.a` is this JSON. */
const withJson = (schema: string): string =>
  JSON.stringify(definition([v1(specOf({ a: 0 }))])).replace('"a":0', `"a":${schema}`);
const nested = (before: string, inside: string, after: string, times: number): RequestStep =>
  tried(withJson(`${before.repeat(times)}${inside}${after.repeat(times)}`));
const inProperties = (times: number, inside = '{"type":"string"}'): RequestStep =>
  nested('{"type":"object","properties":{"a":', inside, '}}', times);
const inLists = (times: number, inside = '{"type":"string"}'): RequestStep =>
  nested('{"type":"array","items":', inside, '}', times);
const inMaps = (times: number): RequestStep =>
  nested('{"type":"object","additionalProperties":', '{"type":"string"}', '}', times);
const inJunctors = (times: number): RequestStep =>
  tried(withJson(`{"type":"string",${'"anyOf":[{'.repeat(times)}"maxLength":1${'}]'.repeat(times)}}`));
const inNots = (times: number): RequestStep =>
  tried(withJson(`{"type":"string",${'"not":{'.repeat(times)}"maxLength":1${'}'.repeat(times)}}`));
const withoutBody = (step: RequestStep): RequestStep => ({ ...step, withoutBody: true });
const many = (count: number, of: (index: number) => unknown): unknown[] =>
  Array.from({ length: count }, (_, index) => of(index));
const manyNames = (count: number, value: unknown): object =>
  Object.fromEntries(many(count, (index) => [`p${index}`, value]) as [string, unknown][]);

/** Definitions that are made to take long. */
export const hostileDefinitions: Area = {
  name: 'hostile definitions',
  sequences: [
    sequence(
      'schemas that nest deeply',
      withoutBody(inProperties(400)),
      inProperties(400, '{}'),
      withoutBody(inLists(900)),
      inLists(400, '{"type":"array"}'),
      withoutBody(inMaps(900)),
      withoutBody(inJunctors(400)),
      withoutBody(inNots(900)),
      inProperties(5100),
      inLists(10_100),
      inMaps(10_100),
      inJunctors(5100),
      inNots(10_100),
      nested('[', '', ']', 10_100),
      nested('{"properties":{"a":', '', '', 100_000),
    ),
    sequence(
      'schemas that nest more deeply than the embedded server keeps',
      withoutBody(inProperties(3000)),
      withoutBody(inLists(5000)),
    ),
    sequence(
      'references that look like cycles',
      ...properties(
        { $ref: '#' },
        { type: 'object', $ref: '#/properties/spec' },
        object({ x: { $ref: '#/properties/spec/properties/a' } }),
        list({ $ref: '#/components/schemas/com.example.Thing' }),
        object({ x: text }, { definitions: { x: { $ref: '#/definitions/x' } } }),
        object({ x: text }, { dependencies: { x: { $ref: '#' }, y: ['x'] } }),
      ),
      tried(definition([v1({ $ref: '#' })])),
      tried(definition([v1({ type: 'object', id: '#', $ref: '#', $schema: '#' })])),
    ),
    sequence(
      'patterns that take long in other engines',
      ...properties(
        ...['^(a|a)*(a*)*$', '(a?){50}a{70}c', '(.*)(.*)(.*)(.*)(.*)[^b]$', '^(\\w+\\s?)*!$', '(a{1,30}){1,30}c'].map(
          (pattern) => ({ type: 'string', pattern, default: `${'a'.repeat(60)}b` }),
        ),
      ),
    ),
    sequence(
      'patterns that are large',
      ...[
        '(a|b)'.repeat(50_000),
        'a{1000}'.repeat(500),
        'a{1000}'.repeat(5000),
        '\\pL'.repeat(2000),
        '\\pL'.repeat(60_000),
      ]
        .flatMap((pattern) => properties({ type: 'string', pattern }))
        .map(withoutBody),
    ),
    sequence(
      'long enums and lists of names',
      withoutBody(
        tried(definition([v1(specOf({ a: { type: 'string', enum: many(100_000, (index) => `value-${index}`) } }))])),
      ),
      tried(
        definition([v1(specOf({ a: { type: 'string', enum: many(1000, (index) => `v${index}`), default: 'x' } }))]),
      ),
      withoutBody(
        tried(definition([v1(specOf({ a: object({}, { required: many(50_000, (index) => `p${index}`) }) }))])),
      ),
      withoutBody(tried(definition([v1(specOf(manyNames(20_000, text)))]))),
      tried(definition([v1(specOf(manyNames(300, {})))])),
      withoutBody(
        tried(definition([v1(specOf({ a: { type: 'string', anyOf: many(5000, () => ({ maxLength: 1 })) } }))])),
      ),
      tried(definition([v1(specOf({ a: { type: 'string', anyOf: many(300, () => text) } }))])),
      withoutBody(
        tried(
          definition([v1()], {
            names: { plural: 'things', kind: 'Thing', shortNames: many(20_000, (index) => `s${index}`) },
          }),
        ),
      ),
      withoutBody(
        tried(
          definition([
            v1(undefined, {
              additionalPrinterColumns: many(10_000, (index) => ({
                name: `c${index}`,
                type: 'string',
                jsonPath: '.a',
              })),
            }),
          ]),
        ),
      ),
      tried(definition([v1(specOf({}), { selectableFields: many(5000, () => ({ jsonPath: '.metadata.name' })) })])),
    ),
    sequence(
      'thousands of versions',
      withoutBody(tried(definition([v1(), ...many(3000, (index) => version(`v${index + 2}`))] as object[]))),
      withoutBody(
        tried(
          definition([
            v1(),
            ...many(3000, (index) => version(`v${index + 2}`, specOf({ [`p${index}`]: text }))),
          ] as object[]),
        ),
      ),
      tried(definition(many(40, () => version('v1')) as object[])),
      tried(definition(many(300, (index) => version(`V${index}`, specOf({ a: {} }))) as object[])),
    ),
    sequence(
      'definitions that are too large',
      tried(definition([v1(specOf({ a: { type: 'string', description: 'x'.repeat(3_200_000) } }))])),
      tried(`{"metadata":{"name":"${' '.repeat(3_200_000)}`),
      {
        ...tried(definition([v1(specOf({ a: { type: 'string', description: 'x'.repeat(1_600_000) } }))])),
        path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      },
      withoutBody(tried(definition([v1(specOf({ a: { type: 'string', description: 'x'.repeat(1_600_000) } }))]))),
      withoutBody(tried(definition([v1(specOf({ a: { type: 'string', default: 'x'.repeat(1_400_000) } }))]))),
    ),
  ],
};
