import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseJson } from '../codec/parse-json.ts';
import { stringifyJson } from '../codec/stringify-json.ts';
import type { JsonValue } from '../json.ts';
import { nameIsDnsSubdomain } from '../names/object-names.ts';
import { coerceObjectMeta } from './coerce-object-meta.ts';
import { validateObjectMeta } from './validate-object-meta.ts';

/** What schema/test-support/record-answers.ts recorded of a real API server. */
interface Case {
  readonly name: string;
  readonly metadata: JsonValue;
  readonly answer: {
    readonly code: number;
    readonly message?: string;
    readonly causes?: readonly { readonly reason?: string; readonly message?: string; readonly field?: string }[];
    readonly warnings?: readonly string[];
    readonly metadata?: JsonValue;
  };
}

const { cases } = parseJson(readFileSync(new URL('testdata/metadata.json', import.meta.url))) as unknown as {
  cases: Case[];
};

/** Fields that the server sets, whatever the client sends. */
const SET_BY_SERVER = [
  'uid',
  'creationTimestamp',
  'generation',
  'managedFields',
  'resourceVersion',
  'namespace',
  'selfLink',
];

/** The end of a generated name is random. */
const GENERATED = /Invalid value: \\"A\w{5}\\"/;

describe('metadata matches the recordings of a real API server', () => {
  test.each(cases)('$name', ({ metadata, answer: want }) => {
    const before = stringifyJson(metadata);
    const { code, message, causes, warnings, metadata: kept } = want;
    const unknown = warnings?.filter((text) => text.startsWith('unknown')) ?? [];
    expect(answer(metadata)).toEqual({
      code,
      ...(causes === undefined
        ? message !== undefined && { message: message.replace(/^.*cannot be handled as a \w+: /, '') }
        : { causes: shown(causes) }),
      ...(unknown.length > 0 && { warnings: unknown }),
      ...(kept !== undefined && { metadata: kept }),
    });
    expect(stringifyJson(metadata)).toBe(before);
  });
});

const shown = (causes: readonly object[]): string[] =>
  causes.map((cause) => JSON.stringify(cause).replace(GENERATED, 'generated')).sort();

/** Our own result. */
function answer(metadata: JsonValue): object {
  const { meta, unknownFields, problem } = coerceObjectMeta(metadata);
  if (problem !== undefined) return { code: 400, message: problem };
  const warnings = unknownFields.map((path) => `unknown field "${path}"`).sort();
  const unknown = warnings.length > 0 && { warnings };
  // The server takes the namespace from the URL, wipes what it sets itself, and generates the name.
  const { deletionGracePeriodSeconds: _grace, generation: _generation, ...rest } = meta;
  const name = meta.name ? {} : meta.generateName ? { name: `${meta.generateName}abcde` } : {};
  const errors = validateObjectMeta(
    { ...rest, ...name, namespace: 'default' },
    { namespaced: true, nameCheck: nameIsDnsSubdomain },
  );
  if (errors.length > 0)
    return {
      code: 422,
      causes: shown(errors.map(({ type, message, field }) => ({ reason: type, message, field }))),
      ...unknown,
    };
  return {
    code: 201,
    ...unknown,
    metadata: Object.fromEntries(Object.entries(rest).filter(([key]) => !SET_BY_SERVER.includes(key))),
  };
}
