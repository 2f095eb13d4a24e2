import { casesOfSchemas, type LibraryCase } from './library-case.ts';

/** Cases for the classic API of zod 4 and of zod 3 (`zod/v3`). */
function inBothVersions(library: string, imports: string): LibraryCase[] {
  const z = casesOfSchemas(library, imports, 'z.infer<typeof schema>');
  return [
    z('z.string()'),
    z('z.object({ a: z.string(), b: z.boolean() })'),
    z('z.object({ a: z.string().optional() })'),
    z('z.object({ a: z.string().nullable() })'),
    z('z.object({ a: z.string().nullish() })'),
    z("z.object({ a: z.enum(['x', 'y']) })"),
    z("z.object({ a: z.literal('x'), b: z.literal(3).optional() })"),
    z("z.object({ a: z.union([z.literal('p'), z.literal('q'), z.null()]) })"),
    z('z.union([z.object({ a: z.string() }), z.object({ b: z.boolean() })])'),
    z("z.discriminatedUnion('k', [z.object({ k: z.literal('a'), x: z.string() }), z.object({ k: z.literal('b') })])"),
    z('z.object({ a: z.record(z.string(), z.string()) })'),
    z("z.object({ a: z.record(z.enum(['x', 'y']), z.string()) })"),
    z('z.object({ a: z.tuple([z.string(), z.string()]) })'),
    z('z.array(z.object({ a: z.string(), b: z.array(z.boolean()).optional() }))'),
    z('z.object({ a: z.object({ b: z.object({ c: z.string().nullish() }) }) })'),
    z('z.intersection(z.object({ a: z.string() }), z.object({ b: z.boolean() }))'),
    z('z.object({ a: z.string() }).merge(z.object({ b: z.string() }))'),
    z('z.object({ a: z.string() }).extend({ b: z.string().optional() })'),
    z('z.object({ a: z.string(), b: z.string() }).pick({ a: true })'),
    z('z.object({ a: z.string(), b: z.string() }).omit({ a: true })'),
    z('z.object({ a: z.string(), b: z.string() }).partial()'),
    z('z.object({ a: z.string().optional() }).required()'),
    z("z.object({ a: z.string().brand<'Name'>() })", { unbranded: '{ a: string }' }),
    z('z.object({ a: z.object({ b: z.string().min(3), c: z.string() }) })', {
      type: "z.infer<typeof schema>['a']",
      rules: 'min',
    }),
    z('z.object({ a: z.object({ b: z.string().min(3), c: z.number() }) })', {
      type: "z.infer<typeof schema>['a']",
      refused: 'c, in the schema of zod',
      rules: 'min',
    }),
    z('z.object({ a: z.unknown() })'),
    z('z.object({ a: z.string().transform((text) => text.length > 3) })', { type: 'z.output<typeof schema>' }),
    z('z.object({ a: z.string().transform((text) => text.length > 3) })', { type: 'z.input<typeof schema>' }),
    z("z.object({ a: z.string().default('x') })", { rules: 'default', marker: '+kubebuilder:default="x" above a' }),
    z("z.object({ a: z.string().default('x') })", { type: 'z.input<typeof schema>', rules: 'default' }),
    z('z.object({ a: z.string().min(3).regex(/^a/) })', {
      rules: 'regex, min',
      marker: '+kubebuilder:validation:MinLength=3 above a',
    }),
    z('z.object({ a: z.array(z.string()).max(5) })', {
      rules: 'max',
      marker: '+kubebuilder:validation:MaxItems=5 above a',
    }),
    z("z.object({ a: z.string() }).refine((value) => value.a !== '')", { rules: 'refine', marker: 'XValidation' }),
    z('z.object({ a: z.string().min(3), n: z.number() })', {
      type: "Omit<z.infer<typeof schema>, 'n'> & { n: int32 }",
      rules: 'min',
    }),
    z('z.object({ a: z.string(), b: z.string().min(3) })', { type: "Pick<z.infer<typeof schema>, 'a'>" }),
    z('z.number()', { refused: 'in the schema of zod: its type does not say what kind of number it is' }),
    z('z.object({ a: z.number(), b: z.array(z.number()).optional() })', { refused: 'b[], in the schema of zod' }),
    z('z.object({ a: z.object({ b: z.number().nullable() }) })', { refused: 'a.b, in the schema of zod' }),
    z('z.object({ a: z.record(z.string(), z.object({ b: z.number() })) })', { refused: 'a.*.b, in the schema of zod' }),
    z('z.object({ a: z.date() })', { refused: 'a, in the schema of zod: Date is not a JSON type' }),
    z('z.object({ a: z.bigint() })', { refused: 'a, in the schema of zod: bigint is not a JSON type' }),
    z('z.object({ a: z.any() })', { refused: 'a, in the schema of zod: any has no schema' }),
    z('z.object({ a: z.set(z.string()) })', { refused: 'a, in the schema of zod: Set is not a JSON type' }),
    z('z.object({ a: z.map(z.string(), z.boolean()) })', {
      refused: 'a, in the schema of zod: Map is not a JSON type',
    }),
    z("z.union([z.object({ k: z.literal('a'), n: z.number() }), z.object({ k: z.literal('b') })])", {
      refused: 'n, in the schema of zod',
      instead: "{ k: 'a'; n: int32 } | { k: 'b' }",
    }),
    z('z.object({ a: z.string() }).catchall(z.string())', {
      refused: 'a schema has named fields or an index signature, not both',
      instead: 'Record<string, string>',
    }),
  ];
}

const z4 = casesOfSchemas('zod', "import { z } from 'zod';", 'z.infer<typeof schema>');
const mini = casesOfSchemas('zod/mini', "import * as z from 'zod/mini';", 'z.infer<typeof schema>');

/** Types of zod's schemas. */
export const zodCases: readonly LibraryCase[] = [
  ...inBothVersions('zod', "import { z } from 'zod';"),
  ...inBothVersions('zod/v3', "import { z } from 'zod/v3';"),
  z4('z.object({ a: z.undefined(), b: z.string() })', { refused: 'undefined is not a JSON value' }),
  z4('z.looseObject({ a: z.string() })'),
  z4('z.strictObject({ a: z.string() })'),
  z4('z.object({ a: z.json() })'),
  z4("z.object({ a: z.templateLiteral(['v', z.enum(['1', '2'])]) })"),
  z4("z.object({ a: z.enum({ A: 'a', B: 'b' } as const), b: z.partialRecord(z.enum(['x', 'y']), z.string()) })"),
  z4('z.object({ a: z.stringbool(), b: z.coerce.string() })', { type: 'z.output<typeof schema>' }),
  z4("z.object({ a: z.string().prefault('x'), b: z.string().exactOptional() })", { rules: 'prefault' }),
  z4('z.object({ a: z.object({ x: z.string(), y: z.string() }).keyof() })'),
  z4('z.object({ a: z.lazy(() => z.string()) })'),
  z4('z.object({ name: z.string(), get inner() { return schema.optional(); } })', {
    refused: 'a CRD cannot express a type that contains itself',
  }),
  z4('z.object({ name: z.string(), get inner() { return z.array(schema); } })', {
    refused: 'a CRD cannot express a type that contains itself',
  }),
  z4('z.object({ a: z.email(), b: z.iso.datetime() })', {
    rules: 'email, datetime',
    marker: '+kubebuilder:validation:Format=date-time above b',
  }),
  z4('z.object({ a: z.file() })', { refused: 'a, in the schema of zod: File is not a JSON type' }),
  z4('z.object({ a: z.int32().min(1) })', { refused: 'a, in the schema of zod', rules: 'min' }),
  mini('z.object({ a: z.optional(z.string()), b: z.nullable(z.boolean()) })'),
  mini('z.object({ a: z.string().check(z.minLength(3)) })', {
    rules: 'minLength',
    marker: '+kubebuilder:validation:MinLength=3 above a',
  }),
  mini("z.object({ a: z._default(z.string(), 'x') })", { rules: 'default' }),
  {
    name: 'zod: an interface that extends the type of a schema',
    before: `import { z } from 'zod';\nconst schema = z.object({ a: z.string(), b: z.string().optional() });\ninterface Whole extends z.infer<typeof schema> { size: int32 }`,
    type: 'Whole',
  },
];
