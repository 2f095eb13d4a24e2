import type { JsonValue } from '@kb/apimachinery';
import { VALIDATION_PREFIX } from '../define/validation-family.ts';
import { exampleValue, numberOf, plainText, quotedText, writtenValue } from './tag-value.ts';

/** The effect of a tag, as a marker. */
export interface TagRule {
  /** The name of the marker, without `+`. */
  readonly marker: string;
  readonly value: JsonValue;
}

/** The rules of a tag; or its problem, and what to write instead. */
export type TagReading = readonly TagRule[] | { readonly problem: string; readonly hint: string };

/** A JSDoc tag that sets a rule, as the generators of JSON Schema and OpenAPI read it. */
export interface RuleTag {
  /** Without the `@`. */
  readonly name: string;
  /** How it is written. */
  readonly example: string;
  /** The effect of the tag, for the reference. */
  readonly summary: string;
  /** Reads the text after the tag's name, which is trimmed. */
  readonly read: (text: string) => TagReading;
  /** Markers with the same effect under another name: their values must not differ. */
  readonly against?: readonly string[];
}

const bounds: readonly (readonly [tag: string, example: string])[] = [
  ['minimum', '1'],
  ['maximum', '100'],
  ['multipleOf', '5'],
];

const counts: readonly (readonly [tag: string, example: string])[] = [
  ['minLength', '1'],
  ['maxLength', '63'],
  ['minItems', '1'],
  ['maxItems', '10'],
  ['minProperties', '1'],
  ['maxProperties', '10'],
];

/** Every tag that sets a rule. */
export const ruleTags: readonly RuleTag[] = [
  {
    name: 'default',
    example: '@default "Delete"',
    summary: 'The default, as JSON; text of one word needs no quotes.',
    read: readDefault,
    against: ['default'],
  },
  ...bounds.map(([name, example]) => numberTag(name, example)),
  exclusiveTag('exclusiveMinimum', 'Minimum', '0'),
  exclusiveTag('exclusiveMaximum', 'Maximum', '100'),
  ...counts.map(([name, example]) => countTag(name, example)),
  {
    name: 'pattern',
    example: '@pattern ^[a-z]+$',
    summary: 'A regular expression (RE2) that the text has to match, without delimiters.',
    read: (text) =>
      // Nothing can match after the end of the text.
      quotedText(text) === undefined && /^[^\n]*\$[ \t]+\S/.test(text)
        ? {
            problem: 'nothing can match after $, the end of the text, but more follows it',
            hint: 'move what follows $ to a line of its own above @pattern',
          }
        : text === '' || text.includes('\n')
          ? needs('a regular expression', '@pattern ^[a-z]+$', text)
          : [{ marker: `${VALIDATION_PREFIX}Pattern`, value: plainText(text) }],
  },
  {
    name: 'format',
    example: '@format date-time',
    summary: 'The format of the value.',
    read: (text) =>
      /^\S+$/.test(text)
        ? [{ marker: `${VALIDATION_PREFIX}Format`, value: plainText(text) }]
        : needs('the name of a format', '@format date-time', text),
  },
  {
    name: 'uniqueItems',
    example: '@uniqueItems false',
    summary: 'Refused, unless it is false: API servers refuse the keyword. Use `+listType=set`.',
    read: (text) =>
      text === 'false'
        ? []
        : {
            problem: 'API servers refuse the keyword uniqueItems',
            hint: 'write +listType=set instead, on its own line',
          },
  },
  {
    name: 'title',
    example: '@title Replica count',
    summary: 'The title.',
    read: (text) =>
      text === '' || text.includes('\n')
        ? needs('a line of text', '@title Replica count', text)
        : [{ marker: 'kubebuilder:title', value: plainText(text) }],
  },
  {
    name: 'example',
    example: '@example "my-service"',
    summary: 'The example, if it is JSON or one word; prose and code go to the description.',
    read: (text) => {
      const example = exampleValue(text);
      return example === undefined ? [] : [{ marker: 'kubebuilder:example', value: example.value }];
    },
  },
];

const byName = new Map(ruleTags.map((tag) => [tag.name, tag]));

/** The tag with a name, without the `@`; undefined for a tag that sets no rule. */
export function ruleTagNamed(name: string): RuleTag | undefined {
  return byName.get(name);
}

function needs(what: string, example: string, text: string): TagReading {
  const [, ...more] = text.split('\n');
  const below = more.map((line) => line.trim()).find((line) => line !== '');
  if (below !== undefined) {
    const shown = below.length > 60 ? `${below.slice(0, 57)}...` : below;
    return {
      problem: `it takes one line, and '${shown}' below it is read as part of it`,
      hint: `move that line above ${example.replace(/ .*/, '')}`,
    };
  }
  const hint = `written like ${example}, with nothing after it: text below a tag is part of the tag, so write prose above the tags`;
  return { problem: `it needs ${what}`, hint };
}

/** The marker of a tag: `kubebuilder:validation:MinLength` for `minLength`. */
function markerOf(tag: string): string {
  return `${VALIDATION_PREFIX}${tag.charAt(0).toUpperCase()}${tag.slice(1)}`;
}

function numberTag(name: string, argument: string): RuleTag {
  const example = `@${name} ${argument}`;
  const read = (text: string): TagReading => {
    const value = numberOf(text);
    return value === undefined ? needs('a number', example, text) : [{ marker: markerOf(name), value }];
  };
  return { name, example, summary: `As \`+${markerOf(name)}\`.`, read };
}

function countTag(name: string, argument: string): RuleTag {
  const example = `@${name} ${argument}`;
  const read = (text: string): TagReading =>
    /^\d{1,15}$/.test(text)
      ? [{ marker: markerOf(name), value: Number(text) }]
      : needs('a whole number, 0 or more', example, text);
  return { name, example, summary: `As \`+${markerOf(name)}\`.`, read };
}

/** Makes a tag that takes a number, as in JSON Schema, or a flag beside the bound, as in OpenAPI 3.0. */
function exclusiveTag(name: string, bound: string, argument: string): RuleTag {
  const example = `@${name} ${argument}`;
  const read = (text: string): TagReading => {
    const value = numberOf(text);
    if (text === 'true' || text === 'false') return [{ marker: markerOf(name), value: text === 'true' }];
    if (value === undefined) return needs('a number', example, text);
    return [
      { marker: `${VALIDATION_PREFIX}${bound}`, value },
      { marker: markerOf(name), value: true },
    ];
  };
  return {
    name,
    example,
    summary: `A bound that is not allowed itself: \`+${VALIDATION_PREFIX}${bound}\` and \`+${markerOf(name)}\`.`,
    read,
  };
}

function readDefault(text: string): TagReading {
  if (text === 'null' || text === 'undefined')
    return {
      problem: `${text} cannot be a default`,
      hint: 'remove the tag: without a default the field is absent',
    };
  const read = writtenValue(text);
  if (read === undefined)
    return {
      problem: text === '' ? 'it needs a value' : 'what follows it is not a value',
      hint: 'write JSON, such as @default "a text" or @default [80]; @defaultValue is for prose',
    };
  return [{ marker: 'kubebuilder:default', value: read.value }];
}
