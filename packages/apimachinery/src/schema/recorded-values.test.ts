import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseJson } from '../codec/parse-json.ts';
import { stringifyJson } from '../codec/stringify-json.ts';
import { type FieldError, formatFieldError } from '../field-error.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { applyDefaults } from './apply-defaults.ts';
import { coerceMetadata } from './coerce-metadata.ts';
import type { JsonSchemaProps } from './json-schema-props.ts';
import { pruneNonNullableNulls, pruneUnknown } from './prune.ts';
import { validateCustomResource } from './validate/validate-custom-resource.ts';

/** What test-support/record-answers.ts recorded of a real API server. */
interface Answer {
  readonly code: number;
  readonly message?: string;
  readonly causes?: readonly { readonly reason?: string; readonly message?: string; readonly field?: string }[];
  readonly warnings?: readonly string[];
  readonly spec?: JsonValue;
}

interface Case {
  readonly name: string;
  readonly spec?: JsonValue;
  readonly old?: JsonValue;
  readonly text?: string;
  readonly answer: Answer;
}

const load = (
  file: string,
): { schema: JsonSchemaProps; before: JsonSchemaProps; after: JsonSchemaProps; cases: Case[] } =>
  // The spelling of a number matters: 1.5e3 and 1500 are read differently.
  parseJson(readFileSync(new URL(`testdata/${file}`, import.meta.url))) as never;

const object = (spec: JsonValue): JsonObject => ({
  apiVersion: 'record.example.com/v1',
  kind: 'Thing',
  metadata: { name: 'case', namespace: 'default' },
  spec,
});

/** Processes the object of a request as the API server does. */
function decode(
  schema: JsonSchemaProps,
  sent: JsonObject,
): { decoded: JsonObject; warnings: string[]; error: FieldError | undefined } {
  const unknown: string[] = [];
  const pruned = pruneUnknown(schema, sent, { isResourceRoot: true, onPruned: (path) => unknown.push(path) });
  const coerced = coerceMetadata(schema, pruned, { isResourceRoot: true, onUnknown: (path) => unknown.push(path) });
  const warnings = [...new Set(unknown)].sort().map((path) => `unknown field "${path}"`);
  if (coerced.error !== undefined) return { decoded: pruned, warnings, error: coerced.error };
  return { decoded: applyDefaults(schema, pruneNonNullableNulls(schema, coerced.value)), warnings, error: undefined };
}

function answer(schema: JsonSchemaProps, sent: JsonObject, old?: JsonObject): Answer {
  const { decoded, warnings, error } = decode(schema, sent);
  if (error !== undefined) return { code: 400, message: formatFieldError(error) };
  const errors = validateCustomResource(schema, decoded, old === undefined ? {} : { old });
  const causes = errors.map(({ type, message, field }) => ({ reason: type, message, field }));
  causes.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return {
    code: errors.length > 0 ? 422 : 201,
    ...(causes.length > 0 && { causes }),
    ...(warnings.length > 0 && { warnings }),
    ...(causes.length === 0 && decoded.spec !== undefined && { spec: decoded.spec }),
  };
}

/** The recorded response, without the parts that do not concern schemas. */
function wanted({ code, message, causes, warnings, spec }: Answer): Answer {
  // The decoder's message begins with the kind.
  if (code === 400) return { code, message: message?.replace(/^.*cannot be handled as a \w+: /, '') ?? '' };
  // The evaluator of the rules reports that they were not checked.
  const rest = causes?.filter((cause) => !cause.message?.includes('some validation rules were not checked'));
  return {
    code: code === 200 ? 201 : code,
    ...(rest !== undefined && { causes: rest }),
    ...(warnings !== undefined && { warnings }),
    ...(spec !== undefined && { spec }),
  };
}

/** Numbers as the codec writes them, and keys sorted, so that a difference is readable. */
const shown = (value: Answer): string => stringifyJson(value, { sortKeys: true, indent: 1 });

describe.each(['values-keywords.json', 'values-formats.json', 'values-defaults.json'])(
  '%s matches the recordings of a real API server',
  (file) => {
    const { schema, cases } = load(file);
    test.each(cases)('$name', (entry) => {
      const sent = object(entry.text === undefined ? (entry.spec ?? null) : parseJson(entry.text));
      const before = stringifyJson(sent);
      expect(shown(answer(schema, sent))).toBe(shown(wanted(entry.answer)));
      expect(stringifyJson(sent)).toBe(before);
    });
  },
);

describe('updates.json matches the recordings of a real API server', () => {
  const { before, after, cases } = load('updates.json');
  test.each(cases)('$name', ({ old = null, spec = null, answer: want }) => {
    expect(shown(answer(after, object(spec), decode(before, object(old)).decoded))).toBe(shown(wanted(want)));
  });
});
