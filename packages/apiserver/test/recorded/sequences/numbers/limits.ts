import type { Area } from '../../sequence.ts';
import { post, sequence } from '../../steps.ts';
import { installed, jsonObject, listed, numberOf, numbers, type Properties, tryDefinition } from './definition.ts';
import { integerLiterals, literals } from './literals.ts';

const floatKeywords = ['minimum', 'maximum', 'multipleOf'];
const integerKeywords = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'];

/** Limits that are tried with values. */
const limits = [
  '-1e20',
  '-9223372036854775808',
  '0.5',
  '2147483648',
  '9007199254740993',
  '9223372036854775000',
  '9223372036854775807',
  '1e20',
];

/** Values that are tried with limits. */
const values = ['-9223372036854775808', '5', '9007199254740993', '9223372036854775807', '9223372036854775808', '1.5'];

/** Schemas of a type with each limit in every form. */
const withLimits = (type: string): Properties =>
  listed(
    limits.flatMap((limit) => [
      `{${type},"minimum":${limit}}`,
      `{${type},"maximum":${limit}}`,
      `{${type},"multipleOf":${limit}}`,
    ]),
  );

/** An object that has one value in all properties of {@link withLimits}. */
const all = (value: string, count = limits.length * 3): string =>
  numberOf('n', jsonObject(listed(Array.from({ length: count }, () => value))));

const limitsOf = (type: string): ReturnType<typeof sequence> =>
  sequence(
    `values and limits of ${type}`,
    ...installed(withLimits(type)),
    ...values.map((value) => post(`${numbers}?dryRun=All`, all(value))),
  );

/** Exclusive limits, and limits of other types. */
const otherLimits = ['-9223372036854775808', '9007199254740993', '9223372036854775000', '1e20'].flatMap((limit) => [
  `{"type":"number","minimum":${limit},"exclusiveMinimum":true}`,
  `{"type":"number","maximum":${limit},"exclusiveMaximum":true}`,
  `{"type":"integer","minimum":${limit},"exclusiveMinimum":true}`,
  `{"type":"integer","maximum":${limit},"exclusiveMaximum":true}`,
  `{"x-kubernetes-int-or-string":true,"minimum":${limit},"exclusiveMinimum":true}`,
  `{"x-kubernetes-int-or-string":true,"maximum":${limit}}`,
  `{"type":"integer","format":"int64","maximum":${limit}}`,
  `{"type":"number","format":"double","multipleOf":${limit}}`,
]);

/** The limits that a schema sets. */
export const limitsOfNumbers: Area = {
  name: 'limits of numbers',
  sequences: [
    ...floatKeywords.map((keyword) =>
      sequence(
        `${keyword} as it comes back`,
        tryDefinition(listed(literals.map((literal) => `{"type":"number","${keyword}":${literal}}`))),
        tryDefinition({ a: `{"type":"number","${keyword}":1e400}` }),
        tryDefinition({ a: `{"type":"number","${keyword}":-1e309}` }),
      ),
    ),
    ...integerKeywords.map((keyword) =>
      sequence(
        `${keyword} as it comes back`,
        ...integerLiterals.map((literal) => tryDefinition({ a: `{"type":"string","${keyword}":${literal}}` })),
      ),
    ),
    sequence(
      'literals of integers inside schemas of items and entries',
      ...['1.0', '1e2', '9007199254740993', '9223372036854775808', '1e400'].flatMap((literal) => [
        tryDefinition({ a: `{"type":"array","items":{"type":"string","minLength":${literal}}}` }),
        tryDefinition({
          a: `{"type":"object","additionalProperties":{"type":"array","items":{"type":"number","default":${literal}}}}`,
        }),
      ]),
    ),
    sequence(
      'priorities of printer columns',
      ...[...integerLiterals, '2147483647', '-2147483648'].map((literal) =>
        tryDefinition(
          {},
          { additionalPrinterColumns: `[{"name":"A","type":"integer","jsonPath":".spec.a","priority":${literal}}]` },
        ),
      ),
    ),
    limitsOf('"type":"integer"'),
    limitsOf('"type":"number"'),
    limitsOf('"type":"integer","format":"int32"'),
    limitsOf('"type":"number","format":"float"'),
    sequence(
      'values and limits of other forms',
      ...installed(listed(otherLimits)),
      ...values.map((value) => post(`${numbers}?dryRun=All`, all(value, otherLimits.length))),
    ),
    sequence(
      'lengths and counts past 2^53',
      ...installed({
        long: '{"type":"string","minLength":9007199254740993}',
        short: '{"type":"string","maxLength":9223372036854775807,"minLength":9223372036854775807}',
        less: '{"type":"string","maxLength":-9223372036854775808}',
        items: '{"type":"array","items":{"type":"string"},"minItems":9007199254740993}',
        fewer: '{"type":"array","items":{"type":"string"},"maxItems":-9007199254740993}',
        props: '{"type":"object","additionalProperties":{"type":"string"},"minProperties":9223372036854775807}',
        none: '{"type":"object","additionalProperties":{"type":"string"},"maxProperties":-9223372036854775808}',
      }),
      post(
        numbers,
        numberOf(
          'n',
          '{"long":"a","short":"a","less":"a","items":["a"],"fewer":["a"],"props":{"a":"b"},"none":{"a":"b"}}',
        ),
      ),
    ),
  ],
};
