import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { printYaml } from '@kb/apimachinery/yaml';
import { parseAllDocuments } from 'yaml';
import { plainText } from '../text/text-form.ts';

/** An object that a generator printed. */
export interface PrintedObject {
  readonly kind: string;
  readonly name: string;
  /** Empty if it has none. */
  readonly namespace: string;
}

/**
 * The objects of a manifest, if it is exactly what kb or controller-gen prints for objects of these kinds: only
 * apiVersion, kind, metadata with a name (and a namespace) and `content`, keys sorted, comments only at the head of the
 * file. Otherwise none, because someone wrote or changed it by hand.
 */
export function printedObjects(
  text: string | undefined,
  kinds: readonly string[],
  content: 'rules' | 'webhooks',
): readonly PrintedObject[] {
  if (text === undefined) return [];
  const body = withoutHeader(plainText(text));
  // A cheap check that is nearly always sufficient.
  if (!body.startsWith('---\napiVersion: ') || !body.includes(`\n${content}:`)) return [];
  const documents = parseAllDocuments(body);
  if (!Array.isArray(documents)) return [];
  const objects = documents.map((document) => (document.errors.length === 0 ? readObject(document.toJS()) : undefined));
  const printed = objects.map((object) => (object === undefined ? '' : `---\n${printYaml(object)}`)).join('');
  if (printed !== body) return [];
  const found: PrintedObject[] = [];
  for (const object of objects) {
    const { apiVersion, kind, metadata, [content]: _, ...others } = object ?? {};
    if (typeof apiVersion !== 'string' || typeof kind !== 'string' || !kinds.includes(kind)) return [];
    if (metadata === null || typeof metadata !== 'object' || Array.isArray(metadata) || Object.keys(others).length > 0)
      return [];
    const { name, namespace = '', creationTimestamp, ...more } = metadata;
    // Older versions of controller-gen printed an empty timestamp.
    if (typeof name !== 'string' || typeof namespace !== 'string') return [];
    if ((creationTimestamp ?? null) !== null || Object.keys(more).length > 0) return [];
    found.push({ kind, name, namespace });
  }
  return found;
}

function readObject(value: unknown): JsonObject | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  // YAML without tags parses to JSON.
  return value as Record<string, JsonValue>;
}

/** A generated file without the comments of its header. */
function withoutHeader(text: string): string {
  return text.replace(/^(?:[ \t]*(?:#[^\n]*)?\n)+/, '');
}
