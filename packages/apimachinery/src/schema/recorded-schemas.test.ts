import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseJson } from '../codec/parse-json.ts';
import { stringifyJson } from '../codec/stringify-json.ts';
import type { JsonValue } from '../json.ts';
import { checkStructuralSchema } from './structural/check-structural-schema.ts';
import { decodeSchema } from './decode-schema.ts';
import { unrecognizedFormatsOf } from './schema-walk.ts';

/** What test-support/record-answers.ts recorded of a real API server. */
interface Case {
  readonly name: string;
  readonly status?: boolean;
  readonly schema: JsonValue;
  readonly answer: {
    readonly code: number;
    readonly message?: string;
    readonly causes?: readonly { readonly reason?: string; readonly message?: string; readonly field?: string }[];
    readonly warnings?: readonly string[];
  };
}

const { cases } = parseJson(readFileSync(new URL('testdata/schemas.json', import.meta.url))) as unknown as {
  cases: Case[];
};

describe('schemas match the recordings of a real API server', () => {
  test.each(cases)('$name', ({ schema: sent, status = false, answer: want }) => {
    const before = stringifyJson(sent);
    // The decoder's message begins with the kind; a refused schema has no warnings.
    const { code, message, causes, warnings } = want;
    const expected = {
      code,
      ...(causes === undefined
        ? message !== undefined && { message: message.replace(/^.*cannot be handled as a \w+: /, '') }
        : { causes }),
      ...(code === 201 && warnings !== undefined && { warnings }),
    };
    expect(answer(sent, status)).toEqual(expected);
    expect(stringifyJson(sent)).toBe(before);
  });
});

/** Our own result. */
function answer(sent: JsonValue, statusSubresource: boolean): Case['answer'] {
  const unknown: string[] = [];
  const { schema, problem } = decodeSchema(sent, { onUnknown: (path) => unknown.push(`unknown field "${path}"`) });
  if (schema === undefined) return { code: 400, message: problem };
  const errors = checkStructuralSchema(schema, 'spec.validation.openAPIV3Schema', { statusSubresource });
  const causes = errors.map(({ type, message, field }) => ({ reason: type, message, field }));
  causes.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  if (causes.length > 0) return { code: 422, causes };
  const warnings = [
    ...unknown,
    ...unrecognizedFormatsOf(schema).map((format) => `unrecognized format "${format}"`),
  ].sort();
  return { code: 201, ...(warnings.length > 0 && { warnings }) };
}
