import { type JsonObject, type JsonValue, setOwn } from '@kb/apimachinery';

/** What was read from YAML: the value, and its duplicate keys as Go's YAML library words them. */
export interface YamlDocument {
  readonly value: JsonValue;
  /** `line 7: key "a" already set in map` */
  readonly duplicates: readonly string[];
}

/** YAML that cannot be read. The message ends what the API server says. */
export class YamlError extends Error {
  override readonly name = 'YamlError';
}

/** Tags of YAML 1.1 that Go's library does not give a type of their own when it makes JSON. */
const notInJson = new Set(['timestamp', 'binary', 'set', 'omap', 'pairs', 'merge']);

/** Reads one YAML document as JSON. The reader is loaded when the first YAML comes. Throws a {@link YamlError}. */
export async function parseYaml(text: string): Promise<YamlDocument> {
  const { LineCounter, parseDocument, visit } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, {
    version: '1.1',
    customTags: (tags) =>
      tags.filter((tag) => typeof tag === 'string' || !(notInJson.has(shortName(tag.tag)) || tag.format === 'TIME')),
    uniqueKeys: false,
    merge: true,
    lineCounter: lines,
    logLevel: 'silent',
    intAsBigInt: true,
  });
  const [error] = document.errors;
  if (error) {
    const line = error.linePos?.[0].line;
    throw new YamlError(`yaml: ${line === undefined ? '' : `line ${line}: `}${error.message.split('\n')[0] ?? ''}`);
  }
  const duplicates: { readonly at: number; readonly text: string }[] = [];
  visit(document, {
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
  try {
    // Aliases that multiply end at the library's limit.
    const found = duplicates.sort((a, b) => a.at - b.at).map(({ text: problem }) => problem);
    return { value: jsonOf(document.toJS({ maxAliasCount: 100 })), duplicates: found };
  } catch (cause) {
    throw new YamlError(`yaml: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

const shortName = (tag: string): string => tag.slice(tag.lastIndexOf(':') + 1);

/** YAML's values as JSON: integers as numbers where those hold them, keys as texts. */
function jsonOf(value: unknown): JsonValue {
  switch (typeof value) {
    case 'bigint':
      return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    case 'string':
    case 'number':
    case 'boolean':
      return value;
    case 'object': {
      if (value === null) return null;
      if (Array.isArray(value)) return value.map(jsonOf);
      const object: JsonObject = {};
      for (const [key, child] of value instanceof Map ? value.entries() : Object.entries(value))
        setOwn(object, String(key), jsonOf(child));
      return object;
    }
    default:
      return null;
  }
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
