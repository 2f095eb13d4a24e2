import { type DocumentProblem, type JsonPath, quoteShort } from '@kb/apimachinery';
import type { Finding } from '../../diagnostic/reporter.ts';

const codes = {
  syntax: 'KB_IMPORT_SYNTAX',
  conflict: 'KB_MERGE_CONFLICT',
  template: 'KB_IMPORT_TEMPLATE',
  depth: 'KB_NESTED_TOO_DEEPLY',
} as const satisfies Record<DocumentProblem['kind'], Finding['code']>;

/** The problem of a document that could not be read, or only in part. */
export function findingOf({ kind, severity, message, hint }: DocumentProblem): Finding {
  return {
    code: codes[kind],
    message,
    ...(severity !== undefined && { severity }),
    ...(hint !== undefined && { hint }),
  };
}

/** A path as the API server prints it: `spec.versions[0].name`; what is no plain name in brackets and quotes. */
export function formatPath(path: JsonPath): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else if (/^[\w$-]+$/.test(part)) text += text === '' ? part : `.${part}`;
    else text += `[${quoteShort(part)}]`;
  }
  return text;
}
