import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { parse } from 'yaml';
import { type Diagnostic, generate, memoryReader, parseProjectFile } from '../index.ts';

/** Sources of one kind. */
export interface DefinitionCase {
  /** The sources of the kind by version, without `+groupName`. */
  readonly versions: Readonly<Record<string, string>>;
}

/** The generator's result for a case. */
export interface DefinitionResult {
  /** The CustomResourceDefinition; undefined if any case has an error. */
  readonly definition: JsonObject | undefined;
  /** The diagnostics of the case's own files. */
  readonly diagnostics: readonly Diagnostic[];
}

const project = `version: "3"
domain: example.com
repo: example.com/shop
projectName: shop
layout:
- typescript.kb/v1
`;

/** Generates the CRDs of all cases at once, each in a group of its own. */
export async function definitionsOf(cases: readonly DefinitionCase[]): Promise<DefinitionResult[]> {
  const sources: Record<string, string> = {};
  cases.forEach(({ versions }, index) => {
    for (const [version, text] of Object.entries(versions))
      sources[`api/case${index}/${version}/types.ts`] = `// +groupName=case${index}.example.com\n\n${text}`;
  });
  const { project: settings } = parseProjectFile(project);
  if (settings === undefined) throw new Error('the project file is invalid');
  const { files, diagnostics } = await generate({
    root: '/project',
    project: { ...settings, paths: { ...settings.paths, api: ['api'] } },
    reader: memoryReader(sources),
    builtInDescriptions: false,
    client: false,
    bareFolders: true,
  });
  const definitions = new Map(
    files.map(({ path, content }) => [/case\d+/.exec(path)?.[0] ?? '', parse(content) as unknown] as const),
  );
  return cases.map((_, index) => {
    const definition = definitions.get(`case${index}`);
    return {
      definition: isJsonObject(definition) ? definition : undefined,
      diagnostics: diagnostics.filter(({ file }) => file.startsWith(`api/case${index}/`)),
    };
  });
}
