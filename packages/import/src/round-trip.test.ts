import type { JsonObject } from '@kb/apimachinery';
import { parseJson, stringifyJson } from '@kb/apimachinery/codec';
import { formatDiagnostics, GROUP_VERSION_FILE, groupVersionText } from '@kb/codegen';
import { definitionsOfSources } from '@kb/codegen/importer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryDefinitions } from './test-support/arbitrary-definitions.ts';
import { compareDefinitions } from './compare-definitions.ts';
import { declareFolder } from './declare/declare-folder.ts';
import { planTypes } from './plan/plan-types.ts';
import { printFile } from './print/print-file.ts';
import { readDefinitions } from './read/read-definitions.ts';

const runs = Number(process.env['KB_RUNS'] ?? 100);

/** The sources that definitions are imported to, by path. */
async function sourcesOf(text: string): Promise<ReadonlyMap<string, string>> {
  const { definitions } = readDefinitions([{ name: 'definition.json', text }]);
  const sources = new Map<string, string>();
  for (const plan of planTypes(definitions.map(({ definition }) => definition))) {
    const folder = declareFolder(plan);
    const path = `types/${plan.group}/${plan.version}`;
    sources.set(`${path}/${GROUP_VERSION_FILE}`, groupVersionText(plan.group, plan.version));
    for (const file of folder.files) sources.set(`${path}/${file.name}`, await printFile(file, folder));
  }
  return sources;
}

test('generates every imported definition again', async () => {
  let tried = 0;
  await fc.assert(
    fc.asyncProperty(arbitraryDefinitions, async (definition: JsonObject) => {
      const text = stringifyJson(definition);
      const sources = await sourcesOf(text);
      // Unreadable definitions are tested elsewhere.
      if (sources.size === 0) return;
      tried++;
      const { definitions, diagnostics } = definitionsOfSources(sources, 'types', { checkSchemas: false });
      expect(formatDiagnostics(diagnostics)).toBe('');
      const [made] = definitions;
      expect(compareDefinitions(parseJson(text), made?.definition ?? null)).toEqual([]);
    }),
    { numRuns: runs, seed: Number(process.env['KB_SEED'] ?? 1) },
  );

  expect(tried).toBeGreaterThan(runs / 2);
});
