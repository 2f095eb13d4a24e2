import type { JsonValue } from '@kb/apimachinery';
import { KEPT_JSON_DEPTH } from '@kb/apimachinery/codec';
import { isCollection, isSeq, Lexer, LineCounter, parseDocument, visit } from 'yaml';
import { YamlError } from './yaml-error.ts';
import { syntaxProblem } from './yaml-problem.ts';
import { jsonOfYaml } from './yaml-to-json.ts';

/** What was read from YAML: the value, and its duplicate keys as Go's YAML library words them. */
export interface YamlDocument {
  readonly value: JsonValue;
  /** `line 7: key "a" already set in map` */
  readonly duplicates: readonly string[];
}

/** Tags of YAML 1.1 that Go's library does not give a type of their own when it makes JSON. */
const notInJson = new Set(['timestamp', 'binary', 'set', 'omap', 'pairs', 'merge']);

/** Characters that YAML does not have. */
// oxlint-disable-next-line no-control-regex -- YAML allows a few of them, and these are its bounds.
const CONTROL = /[^\t\n\r\u0020-\u007e\u0085\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Reads one YAML document as JSON, with the keys of every object in order. Throws a {@link YamlError}. */
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
    // Each pretty one quotes its line: as many errors as there are characters take the square of their number.
    prettyErrors: false,
    intAsBigInt: true,
  });
  const [error] = document.errors;
  if (error) throw new YamlError(`yaml: ${syntaxProblem(error, text, isSeq(document.contents))}`);
  const duplicates: { readonly at: number; readonly text: string }[] = [];
  visit(document, {
    Scalar(_, node) {
      const { tag, value } = node;
      const type = shortName(tag ?? '');
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
  // Aliases that multiply end at the library's limit.
  const value = orProblem(() => document.toJS({ maxAliasCount: 100, mapAsMap: true }) as unknown);
  return { value: jsonOfYaml(value), duplicates: found };
}

/** How deep lists and maps may nest: what is deeper is not kept. */
const MAX_DEPTH = KEPT_JSON_DEPTH;

/** Refuses what nests too deeply before it is read: the reader takes a kilobyte a level for it. */
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

/** Whether there are enough of the characters that nest: hardly any text has so many. */
function mayBeDeep(text: string): boolean {
  let left = MAX_DEPTH;
  for (const _ of text.matchAll(/[[{?-]/g)) {
    left -= 1;
    if (left < 0) return true;
  }
  return false;
}

const shortName = (tag: string): string => tag.slice(tag.lastIndexOf(':') + 1);

/** Go reads bytes as a text. What is thrown here is an error of the reader. */
function readBinary(text: string): string {
  const base64 = text.replace(/[\r\n]/g, '');
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(base64))
    throw new YamlError('!!binary value contains invalid base64 data');
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)),
  );
}

/** What the library says of aliases and merges, in the words of Go's. */
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

/** Where a node begins in the text; -1 where it does not say. */
function offsetOf(node: unknown): number {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
  return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : -1;
}
