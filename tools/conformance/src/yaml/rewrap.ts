import type { JsonValue } from '@kb/apimachinery';
import { isJsonObject, stringifyJson, trimEndOf } from '@kb/apimachinery/codec';
import { printYaml } from '@kb/apimachinery/yaml';

/** The layout of a YAML file. */
export interface Layout {
  /** The program or people that use it. */
  readonly name: string;
  readonly lineBreak: '\n' | '\r\n' | '\r';
  /** The indentation of each level, in columns. */
  readonly indent: number;
  /** The indentation of a list relative to its key. */
  readonly listIndent: number;
  /** The width at which long texts are broken; `goesOn` is the indentation of further lines, relative to their key. */
  readonly width: number;
  readonly goesOn: number;
  readonly text: 'plain' | 'single' | 'double' | 'folded' | 'literal';
  /** The style of small lists of scalars: a flow sequence in brackets. Default: block sequences. */
  readonly brackets?: 'one line' | 'lines' | 'own column';
  readonly quotedKeys?: boolean;
  readonly comments?: boolean;
  /** Write `---` before and `...` after the document. */
  readonly markers?: boolean;
}

const go = { lineBreak: '\n', indent: 2, listIndent: 0, width: Infinity, goesOn: 2, text: 'plain' } as const;

/** The layouts of CRD files that occur, or may occur. */
export const layouts: readonly Layout[] = [
  { ...go, name: 'older yaml.v2 and yaml.v3, with long lines broken', width: 80, text: 'single' },
  { ...go, name: "texts in single quotes that go on at their key's column", width: 60, goesOn: 0, text: 'single' },
  { ...go, name: "texts in double quotes that go on at their key's column", width: 60, goesOn: 0, text: 'double' },
  {
    ...go,
    name: 'texts in quotes that go on at the beginning of the line',
    width: 60,
    goesOn: -Infinity,
    text: 'single',
  },
  { ...go, name: 'PyYAML and ruamel.yaml', width: 80, goesOn: 2, markers: true },
  { ...go, name: 'yq, yaml.v3 with four blanks', indent: 4, listIndent: 4, text: 'literal' },
  { ...go, name: 'prettier', listIndent: 2, width: 80, text: 'folded', brackets: 'one line' },
  { ...go, name: "Helm's indent in Windows", lineBreak: '\r\n', indent: 2, listIndent: 2, width: 100, text: 'folded' },
  { ...go, name: 'carriage returns alone', lineBreak: '\r', width: 70, text: 'double' },
  { ...go, name: 'people, by hand', indent: 3, listIndent: 1, width: 72, goesOn: 7, comments: true, brackets: 'lines' },
  { ...go, name: "brackets that end at their key's column", brackets: 'own column', quotedKeys: true, text: 'double' },
];

/** Prints a value in a layout; strings that the layout cannot express are in double quotes. */
export function printAs(value: JsonValue, layout: Layout): string {
  const lines = blockOf(value, 0, layout).map((line) => trimEndOf(line, ' '));
  if (layout.comments === true) lines.splice(1, 0, '# it\'s a comment: with a colon, "quotes" and [brackets', '');
  const all = layout.markers === true ? ['---', ...lines, '...'] : lines;
  return `${all.join(layout.lineBreak)}${layout.lineBreak}`;
}

function blockOf(value: JsonValue, column: number, layout: Layout): string[] {
  const pad = ' '.repeat(column);
  if (Array.isArray(value) && value.length > 0) {
    return value.flatMap((item) => {
      const [first = '', ...more] = isCollection(item)
        ? blockOf(item, column + 2, layout)
        : itemOf(item, column, layout);
      return [`${pad}- ${first.trimStart()}`, ...more];
    });
  }
  if (!isJsonObject(value))
    return itemOf(value, column, layout).map((line, index) => (index === 0 ? pad + line : line));
  return Object.entries(value).flatMap(([name, child]) => {
    const key = `${pad}${keyOf(name, layout)}:`;
    if (Array.isArray(child) && child.length > 0) {
      const inBrackets = bracketsOf(child, column, layout);
      if (inBrackets === undefined) return [key, ...blockOf(child, column + layout.listIndent, layout)];
      return [`${key} ${inBrackets[0]}`, ...inBrackets.slice(1)];
    }
    if (isCollection(child)) return [key, ...blockOf(child, column + layout.indent, layout)];
    const [first = '', ...more] = itemOf(child, column, layout);
    return [`${key} ${first}`, ...more];
  });
}

function isCollection(value: JsonValue): boolean {
  return Array.isArray(value) ? value.length > 0 : isJsonObject(value) && Object.keys(value).length > 0;
}

function keyOf(name: string, { quotedKeys }: Layout): string {
  return quotedKeys === true ? quoted(name) : printYaml(name).trimEnd();
}

/** Returns a string in double quotes, with line separators escaped. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\uFEFF]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function bracketsOf(list: readonly JsonValue[], column: number, { brackets }: Layout): string[] | undefined {
  if (brackets === undefined || list.some((item) => typeof item === 'object')) return undefined;
  const items = list.map((item) => (typeof item === 'string' ? quoted(item) : stringifyJson(item)));
  const pad = ' '.repeat(column);
  if (brackets === 'one line') return [`[${items.join(', ')}]`];
  const inside = brackets === 'lines' ? `${pad}    ` : pad;
  return ['[', ...items.map((item, index) => `${inside}${item}${index === items.length - 1 ? '' : ','}`), `${pad}]`];
}

/** Returns the lines of a scalar; the first one belongs after its key. */
function itemOf(value: JsonValue, column: number, layout: Layout): string[] {
  if (typeof value !== 'string') return [stringifyJson(value)];
  const simple = /^[ -~]*$/.test(value) && !/ {2}|^ | $/.test(value);
  const isLong = value.includes(' ') && value.length > 30;
  const lines = simple ? wrap(value, layout.width) : [];
  const onwards = ' '.repeat(Math.max(0, column + layout.goesOn));
  switch (layout.text) {
    case 'single':
      if (simple && isLong)
        return joined(
          lines.map((line) => line.replaceAll("'", "''")),
          "'",
          onwards,
        );
      break;
    case 'double':
      if (simple && isLong)
        return joined(
          lines.map((line) => quoted(line).slice(1, -1)),
          '"',
          onwards,
        );
      break;
    case 'folded':
      if (simple && isLong) return ['>-', ...lines.map((line) => ' '.repeat(column + layout.indent) + line)];
      break;
    case 'literal':
      if (/^\S[\n -~]*\S$/.test(value) && (value.includes('\n') || isLong))
        return [
          '|-',
          ...value.split('\n').map((line) => (line === '' ? '' : ' '.repeat(column + layout.indent) + line)),
        ];
      break;
    default:
      // A plain scalar stays plain over several lines only if each line begins with a letter.
      if (simple && isLong && !printYaml(value).startsWith("'") && !printYaml(value).startsWith('"')) {
        const plain = lines.every((line, index) => index === 0 || /^[A-Za-z]/.test(line));
        if (plain) return joined(lines, '', ' '.repeat(Math.max(column + 1, onwards.length)));
      }
  }
  const printed = printYaml(value).trimEnd();
  return [/^[ -~]*$/.test(printed) ? printed : quoted(value)];
}

function joined(lines: readonly string[], quote: string, onwards: string): string[] {
  return lines.map((line, index) => {
    const before = index === 0 ? quote : onwards;
    return `${before}${line}${index === lines.length - 1 ? quote : ''}`;
  });
}

/** Breaks words into lines of at most `width` characters; longer words have their own lines. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
