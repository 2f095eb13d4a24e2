import { anything, patched, row, type Row, text, texts, v, whole } from './keyword-row.ts';

/** Keywords about lists and objects, and those that contain schemas. Every value that behaves differently has a row. */
export const structureKeywords: Readonly<Record<string, readonly Row[]>> = {
  maxItems: [row({ ...texts, maxItems: 3 }, 'string[]', `${v}MaxItems=3`)],
  minItems: [row({ ...texts, minItems: 0 }, 'string[]', `${v}MinItems=0`)],
  uniqueItems: [patched({ ...texts, uniqueItems: false }, 'string[]', { uniqueItems: false })],
  maxProperties: [
    row(
      { type: 'object', additionalProperties: text, maxProperties: 3 },
      'Record<string, string>',
      `${v}MaxProperties=3`,
    ),
  ],
  minProperties: [
    row({ type: 'object', minProperties: 1, ...anything }, 'Record<string, unknown>', `${v}MinProperties=1`),
  ],
  required: [
    row({ type: 'object', properties: { a: text, b: text }, required: ['a', 'b'] }, '{ b: string; a: string }'),
    patched({ type: 'object', properties: { a: text, b: text }, required: ['b', 'a'] }, '{ a: string; b: string }', {
      required: ['b', 'a'],
    }),
    patched({ type: 'object', properties: { a: text }, required: ['a', 'a', 'c'] }, '{ a: string }', {
      required: ['a', 'a', 'c'],
    }),
    patched({ type: 'object', properties: { a: text }, required: [] }, '{ a?: string }', { required: [] }),
  ],
  items: [
    row({ type: 'array', items: texts }, 'string[][]'),
    row({ type: 'array', items: { ...text, maxLength: 3 } }, 'string[]', `${v}items:MaxLength=3`),
    row({ type: 'array', items: { ...text, pattern: 'a' } }, 'string[]', `${v}items:Pattern=a`),
    row({ type: 'array', items: { ...text, enum: ['a'] } }, "'a'[]"),
    row({ type: 'array', items: { ...text, nullable: true } }, '(string | null)[]'),
    patched({ type: 'array', items: { ...text, default: 'a', description: 'Each.' } }, 'string[]', {
      items: { default: 'a', description: 'Each.' },
    }),
    patched({ type: 'array', items: { type: 'array', items: { ...text, maxLength: 1 } } }, 'string[][]', {
      items: { items: { maxLength: 1 } },
    }),
  ],
  properties: [
    row(
      { type: 'object', properties: { 'a-b': text, '': text, '1': text, ['__proto__']: text, constructor: text } },
      "{ 'a-b'?: string; ''?: string; 1?: string; ['__proto__']?: string; constructor?: string }",
    ),
    patched({ type: 'object', properties: {} }, 'Record<string, never>', { properties: {} }),
    patched({ type: 'object', properties: { a: { ...text, default: 'x' } } }, '{ a?: string }', {
      properties: { a: { default: 'x' } },
    }),
    row({ type: 'object', properties: { a: text }, ...anything }, '{ a?: string; [key: string]: unknown }'),
  ],
  additionalProperties: [
    row({ type: 'object', additionalProperties: { ...text, nullable: true } }, 'Record<string, string | null>'),
    row({ type: 'object', additionalProperties: texts }, 'Record<string, string[]>'),
    row(
      { type: 'object', additionalProperties: { type: 'object', additionalProperties: whole } },
      'Record<string, Record<string, int>>',
    ),
    row(
      { type: 'object', additionalProperties: { type: 'object', ...anything } },
      'Record<string, Record<string, unknown>>',
    ),
    patched({ type: 'object', additionalProperties: anything }, 'Record<string, unknown>', {
      additionalProperties: anything,
      'x-kubernetes-preserve-unknown-fields': null,
    }),
    patched({ type: 'object', additionalProperties: true }, 'Record<string, never>', { additionalProperties: true }),
    patched({ type: 'object', additionalProperties: false }, 'Record<string, never>', { additionalProperties: false }),
    patched({ type: 'object', additionalProperties: { ...text, maxLength: 2 } }, 'Record<string, string>', {
      additionalProperties: { maxLength: 2 },
    }),
  ],
  allOf: [
    patched({ ...text, allOf: [{ minLength: 1 }, { allOf: [{ maxLength: 3 }, {}] }] }, 'string', {
      allOf: [{ minLength: 1 }, { allOf: [{ maxLength: 3 }, {}] }],
    }),
    patched(
      { 'x-kubernetes-int-or-string': true, allOf: [{ anyOf: [whole, text] }, { pattern: 'a' }] },
      'IntOrString',
      { anyOf: null, allOf: [{ anyOf: [whole, text] }, { pattern: 'a' }] },
    ),
  ],
  oneOf: [
    patched(
      { type: 'object', properties: { a: text, b: text }, oneOf: [{ required: ['a'] }, { required: ['b'] }] },
      'Narrowed<{ a?: string; b?: string }, { a: string; b?: never } | { a?: never; b: string }>',
      { oneOf: [{ required: ['a'] }, { required: ['b'] }] },
    ),
  ],
  anyOf: [
    patched({ ...text, anyOf: [{ format: 'ipv4' }, { format: 'ipv6', nullable: false }] }, 'string', {
      anyOf: [{ format: 'ipv4' }, { format: 'ipv6', nullable: false }],
    }),
  ],
  not: [
    patched({ ...text, not: { enum: ['a', ''], not: { pattern: 'b' } } }, 'string', {
      not: { enum: ['a', ''], not: { pattern: 'b' } },
    }),
  ],
};
