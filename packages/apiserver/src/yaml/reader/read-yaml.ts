import type { JsonValue } from '@kb/apimachinery';
import { KEPT_JSON_DEPTH } from '@kb/apimachinery/codec';
import { isCollection, isSeq, Lexer, LineCounter, parseDocument, visit } from 'yaml';
import { YamlError } from './yaml-error.ts';
import { syntaxProblem } from './yaml-problem.ts';
import { jsonOfYaml } from './yaml-to-json.ts';

/** A parsed YAML document: the value, and messages about duplicate keys as Go's YAML library words them. */
export interface YamlDocument {
  readonly value: JsonValue;
  /** `line 7: key "a" already set in map` */
  readonly duplicates: readonly string[];
}

/** Tags of YAML 1.1 that Go's library ignores when it converts to JSON. */
const notInJson = new Set(['timestamp', 'binary', 'set', 'omap', 'pairs', 'merge']);

/** Characters that YAML does not allow. */
// oxlint-disable-next-line no-control-regex -- YAML allows a few of them, and these are its bounds.
const CONTROL = /[^\t\n\r\u0020-\u007e\u0085\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Parses one YAML document as JSON, with sorted object keys. Throws a {@link YamlError}. */
export function readYaml(text: string): YamlDocument {
  if (CONTROL.test(text)) throw new YamlError('yaml: control characters are not allowed');
  checkDepth(text);
  const lines = new LineCounter();
  const document = parseDocument(text, {
    version: '1.1',
    customTags: (tags) => [
      ...tags.filter((tag) => typeof tag === 'string' || !(notInJson.has(shortName(tag.tag)) || tag.format === 'TIME')),
      { tag: 'tag:yaml.org,2002:binary', resolve: readBinary },
    ],
    uniqueKeys: false,
    merge: true,
    lineCounter: lines,
    logLevel: 'silent',
    // Pretty errors quote their line: a document with an error per character would take quadratic time.
    prettyErrors: false,
    intAsBigInt: true,
  });
  const [error] = document.errors;
  if (error) throw new YamlError(`yaml: ${syntaxProblem(error, text, isSeq(document.contents))}`);
  const duplicates: { readonly at: number; readonly text: string }[] = [];
  visit(document, {
    Scalar(_, node) {
      const { tag, value, source } = node;
      if (tag === undefined) {
        if (source !== undefined && isBeyondNumbers(value, source)) node.value = numberOrText(source);
        return;
      }
      const type = shortName(tag);
      if (type === 'float' && typeof value === 'string' && /^[-+]?\d+$/.test(value)) node.value = Number(value);
      else if (typeof value === 'string' && (type === 'int' || type === 'float' || type === 'bool' || type === 'null'))
        throw new YamlError(`yaml: cannot decode !!str \`${value}\` as a !!${type}`);
    },
    Alias(_, { source }, path) {
      if (path.some((outer) => isCollection(outer) && outer.anchor === source))
        throw new YamlError(`yaml: anchor '${source}' value contains itself`);
    },
    Map(_, map) {
      const seen = new Set<string>();
      for (const { key } of map.items) {
        const name = scalarText(key);
        if (name === undefined) continue;
        if (seen.has(name)) {
          const text = `line ${lineOf(key, lines)}: key ${JSON.stringify(name)} already set in map`;
          duplicates.push({ at: offsetOf(key), text });
        }
        seen.add(name);
      }
    },
  });
  const found = duplicates.sort((a, b) => a.at - b.at).map(({ text: problem }) => problem);
  // The library's limit stops aliases that multiply.
  const value = orProblem(() => document.toJS({ maxAliasCount: 100, mapAsMap: true }) as unknown);
  return { value: jsonOfYaml(value), duplicates: found };
}

/** The maximum depth of lists and maps: deeper objects cannot be stored. */
const MAX_DEPTH = KEPT_JSON_DEPTH;

/** Refuses a document that nests too deeply before it is parsed: parsing takes a kilobyte per level. */
function checkDepth(text: string): void {
  if (!mayBeDeep(text)) return;
  let [flow, block] = [0, 0];
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') flow += 1;
    else if (token === ']' || token === '}') flow = Math.max(0, flow - 1);
    else if (token === '-' || token === '?') block += 1;
    else if (token.startsWith('\n') || token.startsWith('\r')) block = 0;
    if (flow > MAX_DEPTH || block > MAX_DEPTH) throw new YamlError('yaml: exceeded max depth of 10000');
  }
}

/** Whether a document has enough nesting characters to be too deep; hardly any has. */
function mayBeDeep(text: string): boolean {
  let left = MAX_DEPTH;
  for (const _ of text.matchAll(/[[{?-]/g)) {
    left -= 1;
    if (left < 0) return true;
  }
  return false;
}

const MAX_UINT64 = 2n ** 64n - 1n;
const MIN_INT64 = -(2n ** 63n);

/** Whether Go has no integer, or no float, for a number that is written so. */
function isBeyondNumbers(value: unknown, source: string): boolean {
  if (typeof value === 'bigint') return value > MAX_UINT64 || value < MIN_INT64;
  return typeof value === 'number' && !Number.isFinite(value) && !/^[-+]?\.(?:inf|nan)$/i.test(source);
}

/** Such a number as a float, if a float holds it; else it is a text. */
function numberOrText(source: string): number | string {
  const digits = source.replaceAll('_', '');
  const value = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/.test(digits) ? Number(digits) : Number.NaN;
  return Number.isFinite(value) ? value : source;
}

const shortName = (tag: string): string => tag.slice(tag.lastIndexOf(':') + 1);

/** Decodes a `!!binary` value as a string, as Go does. The YAML library reports errors thrown here as its own. */
function readBinary(text: string): string {
  const base64 = text.replace(/[\r\n]/g, '');
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(base64))
    throw new YamlError('!!binary value contains invalid base64 data');
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)),
  );
}

/** Runs a conversion, and rewords the library's errors about aliases and merges as Go's library words them. */
function orProblem<T>(convert: () => T): T {
  try {
    return convert();
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new YamlError(`yaml: ${conversionProblem(message)}`, { cause });
  }
}

function conversionProblem(message: string): string {
  const anchor = /^Unresolved alias .*: (?<name>.*)$/s.exec(message)?.groups?.['name'];
  if (anchor !== undefined) return `unknown anchor '${anchor}' referenced`;
  if (message.startsWith('Merge sources')) return 'map merge requires map or sequence of maps as the value';
  if (message.includes('call stack')) return 'exceeded max depth of 10000';
  return message.startsWith('Excessive alias') ? 'document contains excessive aliasing' : message;
}

function scalarText(key: unknown): string | undefined {
  return typeof key === 'object' && key !== null && 'value' in key ? String(key.value) : undefined;
}

function lineOf(node: unknown, lines: { linePos(offset: number): { line: number } }): number {
  const offset = offsetOf(node);
  return offset < 0 ? 0 : lines.linePos(offset).line;
}

/** Returns the offset at which a node begins; -1 if it is unknown. */
function offsetOf(node: unknown): number {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
  return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : -1;
}
