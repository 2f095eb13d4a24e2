import { beforeAll, describe, expect, test } from 'vitest';
import type { DiagnosticCode } from '../index.ts';
import { placeOfType, resultsOf, type TypeCase, type TypeResult } from './type-cases.ts';

/** A type without a schema, and its diagnostic. */
export type TypeErrorRow = TypeCase & {
  readonly code: DiagnosticCode;
  /** A part of the message. */
  readonly message: string;
  /** A part of the hint. */
  readonly hint: string;
};
/** Creates a row. */
export const row = (
  type: string,
  code: DiagnosticCode,
  message: string,
  hint: string,
  before = '',
  files?: TypeCase['files'],
): TypeErrorRow => ({
  type,
  code,
  message,
  hint,
  before,
  ...(files !== undefined && { files }),
});

/** Tests that each row gives its error, at the type or before it, with code, message and hint. */
export function testTypeErrors(tables: Readonly<Record<string, readonly TypeErrorRow[]>>): void {
  const all = Object.values(tables).flat();
  let results: TypeResult[];
  beforeAll(async () => {
    results = await resultsOf(all);
  });

  describe.each(Object.entries(tables))('%s', (_, rows) => {
    test.each(rows.map((one) => [`${one.type} ${one.before ?? ''}`.trim(), one] as const))('%s', (_name, one) => {
      const { diagnostics } = results[all.indexOf(one)] ?? { diagnostics: [] };
      const found = diagnostics.find(({ code, message }) => code === one.code && message.includes(one.message));
      expect(diagnostics.map(({ code, message, hint }) => ({ code, message, hint }))).toContainEqual({
        code: one.code,
        message: expect.stringContaining(one.message),
        hint: expect.stringContaining(one.hint),
      });
      // At the type itself, or at a declaration before it.
      expect(found?.line).toBeLessThanOrEqual(placeOfType(one).line);
      expect(found?.line).toBeGreaterThan(3);
      expect(found?.frame).toBeDefined();
    });
  });
}
