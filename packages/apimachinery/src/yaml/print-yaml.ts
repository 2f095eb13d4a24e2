import type { JsonValue } from '../json.ts';
import { formatNumber } from './format-number.ts';
import { codePointsOf } from './code-points.ts';
import { compareNaturally } from './natural-order.ts';
import { isPrintable, isSimpleKey, scalarStyleOf } from './scalar-style.ts';

/** Lines are folded at the first single space after this column. */
const BEST_WIDTH = 80;

/**
 * Prints a JSON value as YAML, byte for byte as controller-gen does: block style, keys in natural order, lists not
 * indented under their key, long strings folded past 80 columns. Ends with a line break. Readers of YAML 1.1 and 1.2
 * both get the value. Leaves out properties that are undefined.
 *
 * Caches the output of repeated mappings, across calls: never change a value that was printed.
 */
export function printYaml(value: JsonValue): string {
  return printed(value, []);
}

/**
 * Prints a JSON value as {@link printYaml} does, after the `---` that begins a document: as one flat string, which is
 * not copied again when it is written.
 */
export function printYamlDocument(value: JsonValue): string {
  return printed(value, ['---']);
}

function printed(value: JsonValue, lines: string[]): string {
  const printer: Printer = { lines, line: '', column: 0, whitespace: true, indention: true };
  printNode(printer, value, -2, false);
  // A literal block has already ended its last line.
  if (printer.column !== 0 || printer.lines.length === 0) printer.lines.push(printer.line);
  printer.lines.push('');
  // One flat string: concatenated pieces would take many times their size.
  return printer.lines.join('\n');
}

interface Printer {
  /** Completed lines. */
  readonly lines: string[];
  /** The current line so far. */
  line: string;
  /** Characters since the last line break. */
  column: number;
  /** True when a token may follow without a space. */
  whitespace: boolean;
  /** True when the line has only indentation and list dashes. */
  indention: boolean;
}

/** `indent` is the indentation of the node's parent; -2 at the root. */
function printNode(printer: Printer, value: JsonValue, indent: number, inMapping: boolean): void {
  if (Array.isArray(value)) printSequence(printer, value, indent, inMapping);
  else if (value !== null && typeof value === 'object') printMapping(printer, value, indent);
  else if (typeof value === 'string') printString(printer, value, Math.max(indent, 0) + 2, false);
  else if (typeof value === 'number' || typeof value === 'bigint') writeToken(printer, formatNumber(value));
  else writeToken(printer, String(value));
}

function printSequence(printer: Printer, items: readonly JsonValue[], parent: number, inMapping: boolean): void {
  if (items.length === 0) {
    writeToken(printer, '[]');
    return;
  }
  const indent = inMapping && !printer.indention ? parent : parent + 2;
  for (const item of items) {
    writeIndent(printer, indent);
    writeIndicator(printer, '-', true);
    printNode(printer, item, indent, false);
  }
}

type Mapping = { [key: string]: JsonValue };

function printMapping(printer: Printer, mapping: Mapping, parent: number): void {
  // After a key, the output depends only on the indentation.
  if (printer.indention || !printRepeated(printer, mapping, parent)) printMembers(printer, mapping, parent);
}

function printMembers(printer: Printer, mapping: Mapping, parent: number): void {
  const keys = Object.keys(mapping).filter((key) => mapping[key] !== undefined);
  if (keys.length === 0) {
    writeToken(printer, '{}');
    return;
  }
  const indent = parent + 2;
  for (const key of keys.sort(compareNaturally)) {
    writeIndent(printer, indent);
    if (isSimpleKey(key)) {
      printString(printer, key, indent + 2, true);
      write(printer, ':');
      printer.whitespace = printer.indention = false;
    } else {
      writeIndicator(printer, '?', true);
      printString(printer, key, indent + 2, false);
      writeIndent(printer, indent);
      writeIndicator(printer, ':', true);
    }
    printNode(printer, mapping[key] ?? null, indent, true);
  }
}

/** Mappings that were printed. Most occur once: their output is kept from the second time on. */
const met = new WeakSet<Mapping>();
const kept = new WeakMap<Mapping, Map<number, Printed>>();

/** The output of a mapping after its key, at one indentation. */
interface Printed {
  /** Completed lines; undefined: none. */
  readonly done: string | undefined;
  /** The state of the printer on the current line. */
  readonly line: string;
  readonly column: number;
  readonly whitespace: boolean;
  readonly indention: boolean;
}

/** Prints a mapping from the cache. Returns false, and prints nothing, when it is not there. */
function printRepeated(printer: Printer, mapping: Mapping, parent: number): boolean {
  if (!met.has(mapping)) {
    met.add(mapping);
    return false;
  }
  const byIndent = kept.get(mapping) ?? new Map<number, Printed>();
  kept.set(mapping, byIndent);
  let text = byIndent.get(parent);
  if (text === undefined) {
    const own: Printer = { ...printer, lines: [] };
    printMembers(own, mapping, parent);
    // The line of its key is the first completed one; `{}` stays on it.
    const [first, ...done] = own.lines;
    if (first === undefined) return false;
    const { line, column, whitespace, indention } = own;
    text = { done: done.length === 0 ? undefined : done.join('\n'), line, column, whitespace, indention };
    byIndent.set(parent, text);
    printer.lines.push(first);
  } else {
    printer.lines.push(printer.line);
  }
  if (text.done !== undefined) printer.lines.push(text.done);
  printer.line = text.line;
  printer.column = text.column;
  printer.whitespace = text.whitespace;
  printer.indention = text.indention;
  return true;
}

function printString(printer: Printer, text: string, indent: number, simpleKey: boolean): void {
  switch (scalarStyleOf(text, simpleKey)) {
    case 'plain':
      printPlain(printer, text, indent, !simpleKey);
      break;
    case 'single':
      printSingleQuoted(printer, text, indent, !simpleKey);
      break;
    case 'double':
      printDoubleQuoted(printer, text, indent, !simpleKey);
      break;
    case 'literal':
      printLiteral(printer, text, indent);
      break;
  }
}

function printPlain(printer: Printer, text: string, indent: number, fold: boolean): void {
  writeSpace(printer);
  printFolded(printer, text, indent, fold, false);
  printer.whitespace = printer.indention = false;
}

function printSingleQuoted(printer: Printer, text: string, indent: number, fold: boolean): void {
  writeSpace(printer);
  write(printer, "'");
  printer.whitespace = printer.indention = false;
  printFolded(printer, text.replaceAll("'", "''"), indent, fold, true);
  write(printer, "'");
  printer.whitespace = printer.indention = false;
}

/**
 * Writes text without line breaks, broken at single spaces past the best width; never at the ends of the text.
 * All characters are one UTF-16 unit long: others are escaped.
 */
function printFolded(printer: Printer, text: string, indent: number, fold: boolean, quoted: boolean): void {
  let start = 0;
  if (fold && printer.column + text.length > BEST_WIDTH) {
    for (let space = text.indexOf(' '); space !== -1; space = text.indexOf(' ', space + 1)) {
      const alone = text[space - 1] !== ' ' && text[space + 1] !== ' ';
      const inside = !quoted || (space > 0 && space < text.length - 1);
      if (!alone || !inside || printer.column + (space - start) <= BEST_WIDTH) continue;
      write(printer, text.slice(start, space));
      writeIndent(printer, indent);
      start = space + 1;
    }
  }
  write(printer, text.slice(start));
  printer.indention = false;
}

const escapes: Readonly<Record<string, string>> = {
  '\0': '\\0',
  '\u0007': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '\u001b': '\\e',
  '"': '\\"',
  '\\': '\\\\',
  '\u0085': '\\N',
  '\u00a0': '\\_',
  '\u2028': '\\L',
  '\u2029': '\\P',
};

function printDoubleQuoted(printer: Printer, text: string, indent: number, fold: boolean): void {
  writeSpace(printer);
  write(printer, '"');
  printer.whitespace = printer.indention = false;
  const characters = codePointsOf(text);
  const last = characters.length - 1;
  // yaml.v2 escapes every character of a string that begins with a byte order mark.
  const escapeAll = text.startsWith('\ufeff');
  let afterSpace = false;
  characters.forEach((character, index) => {
    if (escapeAll || !isPrintable(character) || '\n"\\'.includes(character)) {
      write(printer, escapes[character] ?? escapeOf(character));
      afterSpace = false;
    } else if (character === ' ') {
      if (fold && !afterSpace && printer.column > BEST_WIDTH && index > 0 && index < last) {
        writeIndent(printer, indent);
        if (characters[index + 1] === ' ') write(printer, '\\');
      } else {
        write(printer, character);
      }
      afterSpace = true;
    } else {
      write(printer, character);
      afterSpace = false;
    }
  });
  write(printer, '"');
  printer.whitespace = printer.indention = false;
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const [mark, width] = code <= 0xff ? ['x', 2] : code <= 0xffff ? ['u', 4] : ['U', 8];
  return `\\${mark}${code.toString(16).toUpperCase().padStart(width, '0')}`;
}

function printLiteral(printer: Printer, text: string, indent: number): void {
  writeSpace(printer);
  const indentHint = text.startsWith(' ') || text.startsWith('\n') ? '2' : '';
  const chomping = !text.endsWith('\n') ? '-' : text === '\n' || text.endsWith('\n\n') ? '+' : '';
  write(printer, `|${indentHint}${chomping}`);
  const padding = ' '.repeat(indent);
  const lines = text.split('\n');
  if (text.endsWith('\n')) lines.pop();
  for (const line of lines) {
    endLine(printer);
    printer.line = line === '' ? '' : `${padding}${line}`;
  }
  const ended = text.endsWith('\n');
  if (ended) endLine(printer);
  printer.column = ended ? 0 : indent + codePointsOf(lines.at(-1) ?? '').length;
  printer.whitespace = printer.indention = ended;
}

function write(printer: Printer, text: string): void {
  printer.line += text;
  printer.column += text.length;
}

function endLine(printer: Printer): void {
  printer.lines.push(printer.line);
  printer.line = '';
  printer.column = 0;
}

function writeSpace(printer: Printer): void {
  if (!printer.whitespace) write(printer, ' ');
}

function writeToken(printer: Printer, token: string): void {
  writeSpace(printer);
  write(printer, token);
  printer.whitespace = printer.indention = false;
}

function writeIndicator(printer: Printer, indicator: string, keepsIndention: boolean): void {
  writeSpace(printer);
  write(printer, indicator);
  printer.whitespace = false;
  printer.indention &&= keepsIndention;
}

function writeIndent(printer: Printer, wanted: number): void {
  const indent = Math.max(wanted, 0);
  if (!printer.indention || printer.column > indent || (printer.column === indent && !printer.whitespace)) {
    endLine(printer);
  }
  if (printer.column < indent) write(printer, ' '.repeat(indent - printer.column));
  printer.whitespace = printer.indention = true;
}
