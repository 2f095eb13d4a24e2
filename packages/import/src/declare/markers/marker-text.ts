import type { JsonValue } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import { type ArgumentType, definitionsNamed, type MarkerArguments, type MarkerDefinition } from '@kb/codegen/importer';

/** What a marker is given, by the names of its arguments; a single value by ''. Undefined: left out. */
export type MarkerValues = Readonly<Record<string, JsonValue | undefined>>;

/** How text is written: bare where it is a word, in quotes, or in backticks where it can be. */
type Style = 'bare' | 'quotes' | 'backticks';

/** The styles of arguments that have prose, or text that is mostly full of backslashes and quotes. */
const styles: ReadonlyMap<string, Style> = new Map<string, Style>([
  ...['Pattern', 'JSONPath'].map((name) => [name, 'backticks'] as const),
  ...['name', 'description', 'rule', 'message', 'messageExpression', 'warning', 'title'].map(
    (name) => [name, 'quotes'] as const,
  ),
]);

/**
 * The line that says a marker: `+name`, `+name=value` or `+name:argument=value,…`. `parseMarker` reads the same values
 * back. Undefined where the grammar of markers cannot say a value: null, and what is in lists or objects where a marker
 * guesses types. Throws a RangeError for a marker that kb does not know, or not with these arguments.
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

/** `a;b`. */
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

/** A value of which the reader guesses the type. */
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
/** Words that are read as something else, or that readers take for it. */
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

/**
 * Text in which characters are escaped that end a line for some readers, or that nobody sees. Only inside of quotes.
 */
function withoutOddCharacters(quoted: string): string {
  return quoted.replaceAll(
    /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function isWhole(value: JsonValue): value is number | bigint {
  return typeof value === 'bigint' || Number.isSafeInteger(value);
}
