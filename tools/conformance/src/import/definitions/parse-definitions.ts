import { isJsonObject, type JsonObject, type JsonValue } from '@kb/apimachinery';
import { parseAllDocuments } from 'yaml';

/**
 * The CRDs in a text of YAML or JSON: those of every document, and of lists. In what is no YAML, lines of templates are aside. Read
 * here once more, beside the import's own reading, so that what that one loses is missed. Integers past
 * 2^53 are bigints. Throws an Error that says what is no YAML.
 */
export function parseDefinitions(text: string): JsonObject[] {
  return documentsOf(text).flatMap(itemsOf).filter(isDefinition);
}

/** A line of a Helm template that holds nothing else: what decides whether the lines around it are there. */
const templateLine = /^[ \t]*\{\{-?[^{}]*\}\}[ \t]*$/gm;

/** How an object is called: `metadata.name`; empty where it has none. */
export function nameOf(object: JsonObject): string {
  const { metadata } = object;
  return isJsonObject(metadata) && typeof metadata['name'] === 'string' ? metadata['name'] : '';
}

function documentsOf(text: string): JsonObject[] {
  let documents = parseAllDocuments(text, { intAsBigInt: true });
  // Lines like these may also be part of a description.
  if (documents.some(({ errors }) => errors.length > 0))
    documents = parseAllDocuments(text.replaceAll(templateLine, ''), { intAsBigInt: true });
  return documents.flatMap((document) => {
    const [problem] = document.errors;
    if (problem !== undefined) throw new Error(`it is no YAML: ${problem.message}`);
    const value = withPlainNumbers(document.toJS());
    return isJsonObject(value) ? [value] : [];
  });
}

function itemsOf(object: JsonObject): JsonObject[] {
  const { kind, items } = object;
  return typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items)
    ? items.filter(isJsonObject).flatMap(itemsOf)
    : [object];
}

function isDefinition({ apiVersion, kind }: JsonObject): boolean {
  return kind === 'CustomResourceDefinition' && apiVersion === 'apiextensions.k8s.io/v1';
}

/** The parser makes a bigint of every integer; one that a number holds is one. */
function withPlainNumbers(value: unknown): JsonValue {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(withPlainNumbers);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withPlainNumbers(child)]));
  // What is left is text, a number, true, false or null: the parser makes nothing else.
  return value as JsonValue;
}
