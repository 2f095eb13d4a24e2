import { isUtf8 } from 'node:buffer';
import type { Diagnostic, DiagnosticCode } from '@kb/codegen';

/** The maximum size of a source: larger than all CRDs of a large cluster. */
export const MAX_TEXT_BYTES: number = 128 * 1024 * 1024;

/** A source that cannot be read. It is reported as a diagnostic, and the others are imported. */
export class SourceProblem extends Error {
  readonly code: DiagnosticCode;
  readonly hint: string | undefined;

  constructor(message: string, hint?: string, code: DiagnosticCode = 'KB_IMPORT_SOURCE') {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/** Converts a {@link SourceProblem} to a diagnostic. */
export function diagnosticOf({ code, message, hint }: SourceProblem, place: string): Diagnostic {
  return {
    code,
    severity: 'error',
    message,
    ...(hint !== undefined && { hint }),
    file: place,
    line: 0,
    column: 0,
    length: 1,
  };
}

/** Reads a stream of bytes as text. Throws a {@link SourceProblem} if it is too large or not text. */
export async function readText(stream: AsyncIterable<Uint8Array>, maxBytes: number = MAX_TEXT_BYTES): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.byteLength;
    if (length > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return textOf(Buffer.concat(chunks));
}

/** Decodes UTF-8. Throws a {@link SourceProblem} for other bytes. */
export function textOf(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  // Invalid bytes are decoded as this character, which valid text can also contain.
  if (text.includes('\uFFFD') && !isUtf8(bytes))
    throw new SourceProblem('it is not text in UTF-8', 'save it in UTF-8', 'KB_FILE_UNREADABLE');
  return text;
}

/** Returns the problem of a text that is too large. */
export function tooLarge(maxBytes: number = MAX_TEXT_BYTES): SourceProblem {
  return new SourceProblem(
    `it is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB`,
    'extract the definitions into a file of their own',
  );
}
