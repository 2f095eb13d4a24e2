import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject, stringifyJson } from '@kb/apimachinery/codec';
import { memoryReader } from '@kb/codegen';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryDefinitions } from './test-support/arbitrary-definitions.ts';
import { importDefinitions } from './import-definitions.ts';
import { readDefinitions } from './read/read-definitions.ts';
import type { ReadDefinition } from './read/definition-place.ts';

type Files = ReadonlyMap<string, string>;

/** Renames a definition to another kind of the same group. */
function ofKind(definition: JsonObject, kind: string): JsonObject {
  const { metadata, spec } = definition;
  if (!isJsonObject(metadata) || !isJsonObject(spec)) throw new Error('this is not a definition');
  const plural = `${kind.toLowerCase()}s`;
  return {
    ...definition,
    metadata: { ...metadata, name: `${plural}.parts.example.com` },
    spec: { ...spec, names: { kind, plural } },
  };
}

const severalKinds = fc
  .tuple(arbitraryDefinitions, arbitraryDefinitions, arbitraryDefinitions)
  .map(([a, b, c]) => [ofKind(a, 'Wheel'), ofKind(b, 'Axle'), ofKind(c, 'Frame')]);

async function imported(before: Files, definitions: readonly ReadDefinition[]): Promise<Files> {
  const reader = memoryReader(Object.fromEntries(before));
  const { diagnostics, plan } = await importDefinitions({
    root: '/project',
    into: 'types',
    definitions,
    reader,
    verify: false,
  });
  expect(diagnostics).toEqual([]);
  const after = new Map(before);
  for (const { path, after: text } of plan.changes) {
    if (text === undefined) after.delete(path);
    else after.set(path, text);
  }
  return after;
}

/** The files, with the lines of each index sorted, because an index lists kinds in the order of their import. */
function comparable(files: Files): Readonly<Record<string, string>> {
  const sorted = (text: string): string => text.split('\n').sort().join('\n');
  return Object.fromEntries([...files].map(([path, text]) => [path, path.endsWith('/index.ts') ? sorted(text) : text]));
}

test('importing kinds one after the other gives the same files as all at once, and again changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(severalKinds, async (kinds) => {
      const texts = kinds.map((kind, index) => ({ name: `${index}.json`, text: stringifyJson(kind) }));
      // Unreadable definitions are tested elsewhere.
      const { definitions } = readDefinitions(texts);
      const together = await imported(new Map(), definitions);
      expect(await imported(together, definitions)).toEqual(together);
      let files: Files = new Map();
      for (const one of definitions) files = await imported(files, [one]);
      expect(comparable(files)).toEqual(comparable(together));
    }),
    { numRuns: Number(process.env['KB_ROUND_TRIPS'] ?? 15), seed: Number(process.env['KB_SEED'] ?? 1) },
  );
});
