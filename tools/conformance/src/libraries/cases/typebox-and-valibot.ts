import { casesOfSchemas, type LibraryCase } from './library-case.ts';

/** Cases for both packages of TypeBox: `@sinclair/typebox` and its successor `typebox`. */
function typeBox(library: string): LibraryCase[] {
  const t = casesOfSchemas(library, `import { type Static, Type } from '${library}';`, 'Static<typeof schema>');
  return [
    t('Type.String()'),
    t('Type.Object({ a: Type.String(), b: Type.Optional(Type.Boolean()) })'),
    t('Type.Object({ a: Type.Union([Type.String(), Type.Null()]) })'),
    t("Type.Object({ a: Type.Union([Type.Literal('x'), Type.Literal('y')]) })"),
    t("Type.Object({ a: Type.Enum({ A: 'a', B: 'b' } as const) })"),
    t('Type.Union([Type.Object({ a: Type.String() }), Type.Object({ b: Type.Boolean() })])'),
    t('Type.Object({ a: Type.Record(Type.String(), Type.String()), b: Type.Tuple([Type.String(), Type.String()]) })'),
    t('Type.Array(Type.Object({ a: Type.Object({ b: Type.Readonly(Type.String()) }) }))'),
    t('Type.Intersect([Type.Object({ a: Type.String() }), Type.Object({ b: Type.Optional(Type.Boolean()) })])'),
    t('Type.Partial(Type.Object({ a: Type.String(), b: Type.Boolean() }))'),
    t("Type.Pick(Type.Object({ a: Type.String(), b: Type.String() }), ['a'])"),
    t("Type.Omit(Type.Object({ a: Type.String(), b: Type.String() }), ['a'])"),
    t("Type.Object({ a: Type.Unknown(), b: Type.Unsafe<'x' | 'y'>({ type: 'string' }) })"),
    t(
      "Type.Object({ a: Type.String({ minLength: 3, pattern: '^a' }), b: Type.Array(Type.String(), { minItems: 1 }) })",
      {
        rules: 'minLength, pattern, minItems',
        marker: '+kubebuilder:validation:MinItems=1 above b',
      },
    ),
    t("Type.Object({ a: Type.String({ default: 'x', format: 'email' }) })", {
      rules: 'default, format',
      marker: '+kubebuilder:default="x" above a',
    }),
    t('Type.Object({ a: Type.Integer(), b: Type.Optional(Type.Number()) })', {
      refused: `b, in the schema of ${library}`,
    }),
    t('Type.Object({ a: Type.BigInt() })', { refused: 'bigint is not a JSON type' }),
    t('Type.Object({ a: Type.Any() })', { refused: 'any has no schema' }),
  ];
}

const v = casesOfSchemas('valibot', "import * as v from 'valibot';", 'v.InferOutput<typeof schema>');

/** Types of TypeBox's schemas. */
export const typeBoxCases: readonly LibraryCase[] = [...typeBox('@sinclair/typebox'), ...typeBox('typebox')];

/** Types of valibot's schemas. */
export const valibotCases: readonly LibraryCase[] = [
  v('v.string()'),
  v('v.object({ a: v.string(), b: v.optional(v.boolean()) })'),
  v('v.object({ a: v.nullable(v.string()), b: v.nullish(v.string()) })'),
  v("v.object({ a: v.picklist(['x', 'y']), b: v.enum({ A: 'a', B: 'b' } as const), c: v.literal(2) })"),
  v('v.union([v.object({ a: v.string() }), v.object({ b: v.boolean() })])'),
  v("v.variant('k', [v.object({ k: v.literal('a'), x: v.string() }), v.object({ k: v.literal('b') })])"),
  v('v.object({ a: v.record(v.string(), v.string()), b: v.tuple([v.string(), v.string()]) })'),
  v("v.object({ a: v.pipe(v.string(), v.brand('Name')), b: v.lazy(() => v.string()) })", {
    unbranded: '{ a: string; b: string }',
  }),
  v('v.intersect([v.object({ a: v.string() }), v.object({ b: v.boolean() })])'),
  v('v.object({ ...v.object({ a: v.string() }).entries, b: v.array(v.string()) })'),
  v("v.pick(v.object({ a: v.string(), b: v.string() }), ['a'])"),
  v("v.omit(v.object({ a: v.string(), b: v.string() }), ['a'])"),
  v('v.partial(v.object({ a: v.string(), b: v.string() }))'),
  v('v.looseObject({ a: v.string() })'),
  v('v.object({ a: v.pipe(v.string(), v.transform((text) => text.length > 3)) })'),
  v('v.object({ a: v.pipe(v.string(), v.transform((text) => text.length > 3)) })', {
    type: 'v.InferInput<typeof schema>',
  }),
  v("v.object({ a: v.optional(v.string(), 'x') })", { rules: 'default', marker: '+kubebuilder:default="x" above a' }),
  v("v.object({ a: v.optional(v.string(), 'x') })", { type: 'v.InferInput<typeof schema>', rules: 'default' }),
  v('v.object({ a: v.pipe(v.string(), v.regex(/^a/)), b: v.pipe(v.array(v.string()), v.minLength(1)) })', {
    rules: 'regex, minLength',
    marker: '+kubebuilder:validation:MinItems=1 above b',
  }),
  v('v.object({ a: v.pipe(v.number(), v.integer(), v.minValue(1)) })', {
    refused: 'a, in the schema of valibot',
    rules: 'minValue',
    marker: '+kubebuilder:validation:Minimum=1 above a',
  }),
  v('v.object({ a: v.date(), b: v.bigint() })', { refused: 'b, in the schema of valibot: bigint is not a JSON type' }),
  v('v.objectWithRest({ a: v.string() }, v.string())', {
    refused: 'a schema has named fields or an index signature, not both',
    instead: 'Record<string, string>',
  }),
];
