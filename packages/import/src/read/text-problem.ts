import { type DocumentProblem, type JsonPath, quoteShort } from '@kb/apimachinery/yaml';
import type { Finding } from '@kb/codegen/reporting';

/** A problem of a definition, and the part that has it. */
export interface DefinitionProblem extends Finding {
  readonly path: JsonPath;
  /** Whether the problem is at the key of the path, or at its value. Default: the value. */
  readonly meant?: 'key' | 'value';
}

const codes = {
  syntax: 'KB_IMPORT_SYNTAX',
  conflict: 'KB_MERGE_CONFLICT',
  template: 'KB_IMPORT_TEMPLATE',
  depth: 'KB_NESTED_TOO_DEEPLY',
} as const satisfies Record<DocumentProblem['kind'], Finding['code']>;

/** The finding for a document that could not be read, or only in part. */
export function findingOf({ kind, severity, message, hint }: DocumentProblem): Finding {
  return {
    code: codes[kind],
    message,
    ...(severity !== undefined && { severity }),
    ...(hint !== undefined && { hint }),
  };
}

/** A path as the API server prints it: `spec.versions[0].name`; other names in brackets and quotes. */
export function formatPath(path: JsonPath): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else if (/^[\w$-]+$/.test(part)) text += text === '' ? part : `.${part}`;
    else text += `[${quoteShort(part)}]`;
  }
  return text;
}
