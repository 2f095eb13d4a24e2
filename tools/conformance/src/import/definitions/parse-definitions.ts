import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { readYaml } from '@kb/apimachinery/yaml';

/**
 * Returns the CRDs in YAML or JSON: those of every document, and of lists. If a text is not YAML, template lines are
 * ignored. This finds documents, lists and definitions independently of the import's own code, so that a loss there is
 * detected; each document is read by the reader that `yaml reading` compares with Go's. Integers past 2^53 are bigints.
 * Throws an Error with the position of invalid YAML.
 */
export function parseDefinitions(text: string): JsonObject[] {
  return documentsOf(text).flatMap(itemsOf).filter(isDefinition);
}

/** A line with only a Helm template directive, which decides whether the lines around it exist. */
const TEMPLATE_LINE = /^[ \t]*\{\{-?[^{}]*\}\}[ \t]*$/gm;

/** The name of an object: `metadata.name`; empty if it has none. */
export function nameOf(object: JsonObject): string {
  const { metadata } = object;
  return isJsonObject(metadata) && typeof metadata['name'] === 'string' ? metadata['name'] : '';
}

/** A line that begins a document. */
const MARKER = /^---(?=\s|$)/m;

function documentsOf(text: string): JsonObject[] {
  return text.split(MARKER).flatMap((document) => {
    const asItIs = readYaml(document);
    // Lines like these may also be part of a description.
    const { problem, value } = asItIs.problem === undefined ? asItIs : readYaml(document.replaceAll(TEMPLATE_LINE, ''));
    if (problem !== undefined) throw new Error(`it is not YAML: ${problem.message}`);
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
