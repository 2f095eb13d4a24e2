import { anything, number, onField, patched, row, type Row, text, texts, v, whole } from './keyword-row.ts';

/** Keywords about single values and documentation. Every value that behaves differently has a row. */
export const valueKeywords: Readonly<Record<string, readonly Row[]>> = {
  description: [
    row({ ...text, description: 'One line.' }, 'string', '+kb:description="One line."'),
    row(
      { ...text, description: '  Blank at both ends \n\n\n---\n+kb:schema\n\t*/ ' },
      'string',
      String.raw`+kb:description="  Blank at both ends \n\n\n---\n+kb:schema\n\t*\u002f "`,
    ),
    row(
      { ...text, description: 'a/b 😀 \u0001\u2028"' },
      'string',
      String.raw`+kb:description="a\/b \ud83d\ude00 \u0001\u2028\""`,
    ),
    row(text, 'string', '+kb:description=""'),
    patched({ ...text, description: '' }, 'string', { description: '' }),
  ],
  type: [
    row(text, 'string'),
    row({ type: 'boolean' }, 'boolean'),
    row(whole, 'int'),
    row(number, 'float64'),
    row({ type: 'object' }, 'Record<string, never>'),
    row({ type: 'object', ...anything }, 'Record<string, unknown>'),
    row({ type: 'object', additionalProperties: text }, 'Record<string, string>'),
    row(texts, 'string[]'),
    row({ type: 'array', items: anything }, 'unknown[]'),
    patched({ ...texts, ...anything }, 'string[]', anything),
    patched({ ...text, ...anything }, 'unknown', { type: 'string' }),
  ],
  format: [
    row({ ...whole, format: 'int32' }, 'int32'),
    row({ ...whole, format: 'int64' }, 'int64'),
    row({ ...whole, format: 'uint32' }, 'int', `${v}Format=uint32`),
    row({ ...text, format: 'byte' }, 'Bytes'),
    row({ ...text, format: 'date-time' }, 'Time'),
    row({ ...text, format: 'duration' }, 'string', `${v}Format=duration`),
    row({ ...number, format: 'double' }, 'float64', `${v}Format=double`),
    row({ type: 'object', format: 'odd; one, {' }, 'Record<string, never>', `${v}Format="odd; one, {"`),
    row({ ...texts, format: 'x' }, 'string[]', `${v}Format=x`),
    patched({ ...text, format: '' }, 'string', { format: '' }),
  ],
  title: [
    row(
      { ...text, title: 'A "title", {with} all\n' },
      'string',
      String.raw`+kubebuilder:title="A \"title\", {with} all\n"`,
    ),
    patched({ ...text, title: '' }, 'string', { title: '' }),
  ],
  default: [
    onField({ ...text, default: 'a' }, 'string', '+kubebuilder:default="a"', { default: 'a' }),
    onField({ ...text, default: 'null' }, 'string', '+kubebuilder:default="null"', { default: 'null' }),
    onField({ ...whole, default: -1 }, 'int', '+kubebuilder:default=-1', { default: -1 }),
    onField({ ...number, default: 0.5 }, 'float64', '+kubebuilder:default=0.5', { default: 0.5 }),
    onField({ type: 'boolean', default: false }, 'boolean', '+kubebuilder:default=false', { default: false }),
    onField({ ...text, default: '' }, 'string', '+kubebuilder:default=""', { default: '' }),
    onField({ ...texts, default: [] }, 'string[]', '+default=[]', { default: [] }),
    onField({ ...texts, default: ['a'] }, 'string[]', '+default=["a"]', { default: ['a'] }),
    onField({ type: 'object', default: {} }, 'Record<string, never>', '+default={}', { default: {} }),
    onField({ ...anything, default: { a: [null], b: null } }, 'unknown', '+default={"a":[null],"b":null}', {
      default: { a: [null], b: null },
    }),
    onField({ ...anything, default: 1e21 }, 'unknown', '+default=1e21', { default: 1e21 }),
  ],
  nullable: [
    onField({ ...text, nullable: true }, 'string', '+nullable', { nullable: true }),
    row({ ...text, nullable: true }, 'string | null'),
    row({ ...texts, nullable: true }, 'string[] | null'),
    onField({ ...text, enum: ['a', 'b'], nullable: true }, "'a' | 'b'", '+nullable', { nullable: true }),
    patched({ ...text, enum: ['a', null], nullable: true }, "'a' | null", { enum: ['a', null], anyOf: null }),
    patched({ ...text, nullable: false }, 'string', { nullable: false }),
  ],
  enum: [
    row({ ...text, enum: ['b', 'a', ''] }, "'b' | 'a' | ''"),
    row({ ...text, enum: ['a', 'b\'\n"\\'] }, String.raw`'a' | 'b\'\n"\\'`),
    row({ ...text, enum: ['a', 'a'] }, "'a'", `${v}Enum={"a","a"}`),
    row({ ...whole, enum: [1, -2] }, '1 | -2'),
    row({ ...number, enum: [0.5, 1] }, '0.5 | 1'),
    row({ ...number, enum: [1, 2] }, 'float64', `${v}Enum=1;2`),
    row({ type: 'boolean', enum: [true] }, 'true'),
    row({ type: 'boolean', enum: [true, false] }, 'boolean', `${v}Enum=true;false`),
    row({ ...whole, format: 'int32', enum: [1] }, '1', `${v}Format=int32`),
    patched({ ...anything, enum: ['a', 1, true, null, { b: [null] }] }, 'unknown', {
      enum: ['a', 1, true, null, { b: [null] }],
    }),
    patched({ ...text, enum: [] }, 'string', { enum: [] }),
  ],
  maximum: [
    row({ ...whole, maximum: 10 }, 'int', `${v}Maximum=10`),
    row({ ...number, maximum: 0.5 }, 'float64', `${v}Maximum=0.5`),
    row({ ...number, maximum: 1e21 }, 'float64', `${v}Maximum=1e21`),
    row({ ...number, maximum: 0 }, 'float64', `${v}Maximum=0`),
    row({ ...whole, maximum: 2 ** 63 }, 'int', `${v}Maximum=9223372036854775807`),
    patched({ 'x-kubernetes-int-or-string': true, maximum: 5 }, 'IntOrString', { anyOf: null, maximum: 5 }),
  ],
  exclusiveMaximum: [
    row({ ...whole, maximum: 10, exclusiveMaximum: true }, 'int', `${v}Maximum=10`, `${v}ExclusiveMaximum=true`),
    patched({ ...whole, exclusiveMaximum: false }, 'int', { exclusiveMaximum: false }),
  ],
  minimum: [
    row({ ...whole, minimum: -10 }, 'int', `${v}Minimum=-10`),
    row({ ...number, minimum: -1.5e-7 }, 'float64', `${v}Minimum=-1.5e-7`),
  ],
  exclusiveMinimum: [
    row({ ...whole, minimum: 1, exclusiveMinimum: true }, 'int', `${v}Minimum=1`, `${v}ExclusiveMinimum=true`),
    patched({ ...whole, exclusiveMinimum: false }, 'int', { exclusiveMinimum: false }),
  ],
  multipleOf: [
    row({ ...whole, multipleOf: 5 }, 'int', `${v}MultipleOf=5`),
    row({ ...number, multipleOf: 0.1 }, 'float64', `${v}MultipleOf=0.1`),
  ],
  maxLength: [row({ ...text, maxLength: 3 }, 'string', `${v}MaxLength=3`)],
  minLength: [row({ ...text, minLength: 0 }, 'string', `${v}MinLength=0`)],
  pattern: [
    row({ ...text, pattern: '^[a-z]*/;{1,2}$' }, 'string', `${v}Pattern=\`^[a-z]*/;{1,2}$\``),
    row({ ...text, pattern: '^`\\d"$' }, 'string', String.raw`${v}Pattern="^` + '`' + String.raw`\\d\"$"`),
    row(
      { anyOf: [whole, text], 'x-kubernetes-int-or-string': true, pattern: '^\\d+$' },
      'IntOrString',
      `${v}Pattern=\`^\\d+$\``,
    ),
    patched({ ...text, pattern: '' }, 'string', { pattern: '' }),
  ],
  externalDocs: [
    row(
      { ...text, externalDocs: { url: 'https://a.b/c', description: 'd; e' } },
      'string',
      '+kubebuilder:externalDocs:url="https://a.b/c",description="d; e"',
    ),
    patched({ ...text, externalDocs: { url: 'no url', description: '' } }, 'string', {
      externalDocs: { url: 'no url', description: '' },
    }),
  ],
  example: [
    onField({ ...text, example: 'a' }, 'string', '+kubebuilder:example="a"', { example: 'a' }),
    onField({ ...whole, example: 1 }, 'int', '+kubebuilder:example=1', { example: 1 }),
    patched({ ...text, example: { a: [null, 0.5], b: null } }, 'string', { example: { a: [null, 0.5], b: null } }),
    patched({ ...text, example: false }, 'string', { example: false }),
  ],
};
