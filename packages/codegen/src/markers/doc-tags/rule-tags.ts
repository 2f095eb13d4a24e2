import type { JsonValue } from '@kb/apimachinery';
import { validationPrefix } from '../validation-family.ts';
import { exampleValue, numberOf, plainText, quotedText, writtenValue } from './tag-value.ts';

/** What a tag says, as a marker says it. */
export interface TagRule {
  /** The name of the marker, without `+`. */
  readonly marker: string;
  readonly value: JsonValue;
}

/** What a tag says; or what is wrong with it, and what to write. */
export type TagReading = readonly TagRule[] | { readonly problem: string; readonly hint: string };

/** A JSDoc tag that gives a rule, as the generators of JSON Schema and OpenAPI read it. */
export interface RuleTag {
  /** Without the `@`. */
  readonly name: string;
  /** How it is written. */
  readonly example: string;
  /** What it comes to, for the reference. */
  readonly summary: string;
  /** What it says with this text behind its name; without space around it. */
  readonly read: (text: string) => TagReading;
  /** Markers that say the same under another name: what they say must not differ. */
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

/** Every tag that gives a rule. */
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
      // Nothing can match behind the end of the text.
      quotedText(text) === undefined && /^[^\n]*\$[ \t]+\S/.test(text)
        ? {
            problem: 'nothing can match behind $, the end of the text, and there is more behind it',
            hint: 'move what follows $ to a line of its own above @pattern',
          }
        : text === '' || text.includes('\n')
          ? needs('a regular expression', '@pattern ^[a-z]+$', text)
          : [{ marker: `${validationPrefix}Pattern`, value: plainText(text) }],
  },
  {
    name: 'format',
    example: '@format date-time',
    summary: 'The format of the value.',
    read: (text) =>
      /^\S+$/.test(text)
        ? [{ marker: `${validationPrefix}Format`, value: plainText(text) }]
        : needs('the name of a format', '@format date-time', text),
  },
  {
    name: 'uniqueItems',
    example: '@uniqueItems false',
    summary: 'Refused, unless it says false: API servers refuse the keyword. `+listType=set` says the same.',
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
    summary: 'A value that is JSON or one word is the example; prose and code go to the description.',
    read: (text) => {
      const example = exampleValue(text);
      return example === undefined ? [] : [{ marker: 'kubebuilder:example', value: example.value }];
    },
  },
];

const byName = new Map(ruleTags.map((tag) => [tag.name, tag]));

/** The tag of a name, without the `@`; undefined for one that gives no rule. */
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

/** `minLength` and the marker `kubebuilder:validation:MinLength`. */
function markerOf(tag: string): string {
  return `${validationPrefix}${tag.charAt(0).toUpperCase()}${tag.slice(1)}`;
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

/** JSON Schema has a number here, OpenAPI 3.0 a flag beside the bound: both are understood. */
function exclusiveTag(name: string, bound: string, argument: string): RuleTag {
  const example = `@${name} ${argument}`;
  const read = (text: string): TagReading => {
    const value = numberOf(text);
    if (text === 'true' || text === 'false') return [{ marker: markerOf(name), value: text === 'true' }];
    if (value === undefined) return needs('a number', example, text);
    return [
      { marker: `${validationPrefix}${bound}`, value },
      { marker: markerOf(name), value: true },
    ];
  };
  return {
    name,
    example,
    summary: `A bound that is not allowed itself: \`+${validationPrefix}${bound}\` and \`+${markerOf(name)}\`.`,
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
