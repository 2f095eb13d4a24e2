import type { JsonValue } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import { type ArgumentType, definitionsNamed, type MarkerArguments, type MarkerDefinition } from '@kb/codegen/importer';

/** The values of a marker, by argument name; a single value by ''. Undefined: omitted. */
export type MarkerValues = Readonly<Record<string, JsonValue | undefined>>;

/** How text is printed: unquoted if it is a word, in quotes, or in backticks if possible. */
type Style = 'bare' | 'quotes' | 'backticks';

/** The styles of arguments with prose, or with text that is often full of backslashes and quotes. */
const styles: ReadonlyMap<string, Style> = new Map<string, Style>([
  ...['Pattern', 'JSONPath'].map((name) => [name, 'backticks'] as const),
  ...['name', 'description', 'rule', 'message', 'messageExpression', 'warning', 'title'].map(
    (name) => [name, 'quotes'] as const,
  ),
]);

/**
 * Prints a marker: `+name`, `+name=value` or `+name:argument=value,…`. `parseMarker` reads the same values back.
 * Returns undefined if the grammar of markers cannot express a value: null, and some values in lists or objects whose
 * types are guessed. Throws a RangeError for an unknown marker, or one without these arguments.
 */
export function printMarker(name: string, values: MarkerValues = {}): string | undefined {
  const given = Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]));
  const definition = definitionsNamed(name).find((each) => takes(each, given));
  if (definition === undefined) throw new RangeError(`there is no marker +${name} with such arguments`);
  const { arguments: taken } = definition;
  const printed: string[] = [];
  for (const [key, value] of given) {
    const type = typeOfArgument(taken, key);
    const style = styles.get(key === '' ? name.slice(name.lastIndexOf(':') + 1) : key) ?? 'bare';
    const text = type && printValue(value, type, style);
    if (text === undefined) return undefined;
    printed.push(key === '' ? text : `${key}=${text}`);
  }
  if (printed.length === 0) return `+${name}`;
  return `+${name}${taken.kind === 'value' ? '=' : ':'}${printed.join(',')}`;
}

function takes({ arguments: taken }: MarkerDefinition, given: readonly (readonly [string, JsonValue])[]): boolean {
  switch (taken.kind) {
    case 'none':
      return given.length === 0;
    case 'value':
      return given.length === 0 ? taken.optional : given.length === 1 && given[0]?.[0] === '';
    case 'named':
      return given.every(([key]) => taken.arguments.some(({ name }) => name === key));
  }
}

function typeOfArgument(taken: MarkerArguments, key: string): ArgumentType | undefined {
  if (taken.kind === 'value') return taken.type;
  return taken.kind === 'named' ? taken.arguments.find(({ name }) => name === key)?.type : undefined;
}

function printValue(value: JsonValue, type: ArgumentType, style: Style): string | undefined {
  switch (type.kind) {
    case 'string':
      return typeof value === 'string' ? printText(value, style) : undefined;
    case 'quoted':
      return typeof value === 'string' ? printQuoted(value, style) : undefined;
    case 'int':
      return isWhole(value) ? String(value) : undefined;
    case 'number':
      return typeof value === 'number' ? String(value) : undefined;
    case 'bool':
      return typeof value === 'boolean' ? String(value) : undefined;
    case 'any':
      return printGuessed(value, style);
    case 'json':
      return withoutOddCharacters(stringifyJson(value));
    case 'list':
      return Array.isArray(value) ? printList(value, type.items) : undefined;
    case 'raw':
    case 'map':
      return undefined;
  }
}

/** Prints a list as `a;b`. */
function printList(values: readonly JsonValue[], items: ArgumentType): string | undefined {
  if (values.length === 0) return '{}';
  const printed: string[] = [];
  for (const value of values) {
    const text = printValue(value, items, 'bare');
    if (text === undefined) return undefined;
    printed.push(text);
  }
  return printed.join(';');
}

/** Prints a value whose type the parser guesses. */
function printGuessed(value: JsonValue, style: Style): string | undefined {
  switch (typeof value) {
    case 'string':
      return printText(value, style);
    case 'boolean':
      return String(value);
    case 'bigint':
      return String(value);
    case 'number':
      return Number.isInteger(value) && !Number.isSafeInteger(value) ? value.toExponential() : String(value);
    default:
      return undefined;
  }
}

const WORDS = /^[./]?[A-Za-z][A-Za-z0-9_./-]*$/;
/** Words that the parser reads as other values, or that people mistake for them. */
const takenWords: ReadonlySet<string> = new Set(['true', 'false', 'null']);

function printText(text: string, style: Style): string | undefined {
  return style === 'bare' && WORDS.test(text) && !takenWords.has(text) ? text : printQuoted(text, style);
}

function printQuoted(text: string, style: Style): string | undefined {
  if (!text.isWellFormed()) return undefined;
  const quoted = withoutOddCharacters(JSON.stringify(text));
  const isPlain = quoted.length === text.length + 2;
  const fitsBackticks = !text.includes('`') && withoutOddCharacters(text) === text && !/[^\P{Cc}\t]/u.test(text);
  return fitsBackticks && (style === 'backticks' || !isPlain) ? `\`${text}\`` : quoted;
}

/** Escapes characters that end a line for some readers, or are invisible. Only for text inside quotes. */
function withoutOddCharacters(quoted: string): string {
  return quoted.replaceAll(
    /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function isWhole(value: JsonValue): value is number | bigint {
  return typeof value === 'bigint' || Number.isSafeInteger(value);
}
