import type { JsonValue } from '../../json.ts';
import { parseTokens } from './parse-tokens.ts';
import { scanTokens } from './scan-tokens.ts';
import { firstForeignCharacter } from './yaml-characters.ts';
import type { YamlNode } from './yaml-node.ts';
import { fail, type YamlProblem, YamlSyntaxError } from './yaml-syntax-error.ts';
import { yamlToJson } from './yaml-to-json.ts';

/** A YAML document, or its error. */
export type YamlDocument =
  | {
      readonly value: JsonValue;
      readonly problem?: undefined;
      /** The node of the value; undefined when the document is empty. */
      readonly root: YamlNode | undefined;
    }
  | { readonly value?: undefined; readonly problem: YamlProblem };

/** How {@link readYaml} reads. */
export interface ReadYamlOptions {
  /** How deep lists and objects may nest. Default: 1,000. */
  readonly maxDepth?: number;
}

/**
 * Reads one YAML document as kubectl and the API server do: YAML 1.1 as Go's sigs.k8s.io/yaml reads it. `yes` is true,
 * `0644` is 420, dates are text, a quoted text may continue at any column, and lines end with LF, CR, NEL, or a line or
 * paragraph separator. Accepts what Go accepts, with the same value, except for two things that Go accepts silently: a
 * duplicate key, and text after the end of the document, are errors. Never throws.
 */
export function readYaml(text: string, { maxDepth = 1000 }: ReadYamlOptions = {}): YamlDocument {
  try {
    const root = parseYamlNodes(text, maxDepth);
    return { root, value: root === undefined ? null : yamlToJson(root, maxDepth) };
  } catch (error) {
    if (error instanceof YamlSyntaxError) return { problem: error.problem };
    throw error;
  }
}

function parseYamlNodes(given: string, maxDepth: number): YamlNode | undefined {
  const text = given.isWellFormed() ? given : given.toWellFormed();
  const foreign = firstForeignCharacter(text);
  if (foreign >= 0) {
    const code = text.codePointAt(foreign)?.toString(16).toUpperCase().padStart(4, '0');
    const message = `YAML does not allow the character U+${code}`;
    fail(foreign, message, String.raw`remove it, or write it as \u${code} in double quotes`);
  }
  return parseTokens(scanTokens(text, maxDepth), text);
}
