import { hasUnseen, visibleText } from '../text/visible-text.ts';

/** Where a field is: names of fields and places in lists. */
export type FieldPath = readonly (string | number)[];

/** A line of YAML with the field that it shows. */
export interface YamlLine {
  readonly path: FieldPath;
  readonly indent: number;
  /** Dashes of list items, in front of the key. */
  readonly dashes: string;
  readonly key?: string;
  /** A scalar, an empty list or object, or a line of a text block. */
  readonly value?: string;
}

/** Writes a value as lines of YAML, for reading: each line knows its field. */
export function yamlLines(value: unknown): YamlLine[] {
  const lines: YamlLine[] = [];
  write({ lines, path: [], indent: 0, dashes: '' }, value);
  return lines;
}

interface Place {
  readonly lines: YamlLine[];
  readonly path: FieldPath;
  readonly indent: number;
  /** Dashes that the next line begins with. */
  readonly dashes: string;
  readonly key?: string;
}

function write(place: Place, value: unknown): void {
  if (Array.isArray(value)) writeItems(place, value);
  else if (typeof value === 'object' && value !== null) writeFields(place, Object.entries(value));
  else if (typeof value === 'string' && isBlock(value)) writeBlock(place, value);
  else put(place, scalarText(value));
}

function put({ lines, path, indent, dashes, key }: Place, value?: string): void {
  lines.push({ path, indent, dashes, ...(key !== undefined && { key }), ...(value !== undefined && { value }) });
}

function writeItems(place: Place, items: readonly unknown[]): void {
  if (items.length === 0) {
    put(place, '[]');
    return;
  }
  // As kubectl does: the items of a field begin below its name.
  const { lines, path, key } = place;
  if (key !== undefined) put(place);
  const indent = place.indent + (key === undefined ? 0 : place.dashes.length);
  const dashes = key === undefined ? place.dashes : '';
  items.forEach((item, index) => {
    const lead = index === 0 ? dashes : ' '.repeat(dashes.length);
    write({ lines, path: [...path, index], indent, dashes: `${lead}- ` }, item);
  });
}

function writeFields(place: Place, fields: readonly (readonly [string, unknown])[]): void {
  if (fields.length === 0) {
    put(place, '{}');
    return;
  }
  if (place.key !== undefined) put(place);
  const { lines, path } = place;
  const indent = place.indent + (place.key === undefined ? 0 : place.dashes.length + 2);
  const dashes = place.key === undefined ? place.dashes : '';
  fields.forEach(([name, value], index) => {
    const inner = { lines, path: [...path, name], key: scalarText(name) };
    if (index === 0) write({ ...inner, indent, dashes }, value);
    else write({ ...inner, indent: indent + dashes.length, dashes: '' }, value);
  });
}

/** Texts of several lines are blocks, unless only quotes keep all their characters. */
function isBlock(text: string): boolean {
  return text.includes('\n') && !hasUnseen(text) && !/[ \t]\n|[ \t]$|^[\s]/.test(text);
}

function writeBlock(place: Place, text: string): void {
  const style = text.endsWith('\n\n') ? '|+' : text.endsWith('\n') ? '|' : '|-';
  put(place, style);
  const { lines, path } = place;
  const indent = place.indent + place.dashes.length + (place.key === undefined ? 0 : 2);
  for (const value of text.replace(/\n$/, '').split('\n')) lines.push({ path, indent, dashes: '', value });
}

/** A scalar as YAML: texts that would be read as something else are quoted. */
function scalarText(value: unknown): string {
  if (typeof value !== 'string') return typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'null');
  return isPlain(value) ? value : visibleText(JSON.stringify(value));
}

function isPlain(text: string): boolean {
  if (!/^[A-Za-z0-9_/.$][^\n\r\t]*$/.test(text) || !/^[\x20-\x7e]*$/.test(text)) return false;
  if (/: | #|:$| $/.test(text)) return false;
  if (/^(?:true|false|null|yes|no|on|off|y|n|~)$/i.test(text)) return false;
  // Numbers, and what begins like a date.
  return !/^(?:[\d.][\d_.]*(?:e[+-]?\d+)?|0[xob][\da-f_]+|\.inf|\.nan|\d{4}-\d\d?-.*)$/i.test(text);
}
