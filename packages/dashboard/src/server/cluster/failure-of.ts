import { isStatusError, messageOfThrown } from '@kb/apimachinery';
import type { Failure } from '../../protocol/index.ts';

/** A mistake in a text that a page sent. */
export class TextMistakeError extends Error {
  override readonly name = 'TextMistakeError';
  readonly place: { readonly line: number; readonly column: number };
  constructor(message: string, place: { readonly line: number; readonly column: number }) {
    super(message);
    this.place = place;
  }
}

/** Returns what the page shows of an error: the API server's own words, or a message of kb. */
export function failureOf(error: unknown): Failure {
  if (error instanceof TextMistakeError) return { message: error.message, code: 0, place: error.place };
  if (!isStatusError(error)) return { message: messageOfThrown(error), code: 0 };
  const { message, code, reason, details } = error.status;
  const causes = (details?.causes ?? []).map(({ field, message: text }) => ({
    ...(field !== undefined && { field }),
    message: text ?? '',
  }));
  return {
    message: message ?? error.message,
    code: code ?? 0,
    ...(reason !== undefined && { reason }),
    ...(causes.length > 0 && { causes }),
  };
}
