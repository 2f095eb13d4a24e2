import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import {
  defaultProjectPaths,
  type Diagnostic,
  generate,
  memoryReader,
  type ProjectFile,
  type SourceReader,
} from '@kb/codegen';
import { parse } from 'yaml';
import { basesOf, BUILT_IN_LINE, ENUM_LINE, IMPORT_LINE } from './declarations.ts';

/** kb's result for a type: its schema, or the errors. */
export type SchemaAnswer =
  | { readonly schema: JsonSchemaProps; readonly warnings: readonly Diagnostic[] }
  | { readonly errors: readonly Diagnostic[]; readonly warnings: readonly Diagnostic[] };

/** Creates the source reader of {@link schemasOfSources} from the texts of sources by path. */
export type ReaderOf = (sources: Readonly<Record<string, string>>) => SourceReader;

const project: ProjectFile = {
  version: '3',
  domain: 'example.com',
  repo: '',
  projectName: 'values',
  layout: [],
  paths: { ...defaultProjectPaths, api: ['api'], client: 'client', controller: ['controller'], config: 'config' },
  resources: [],
};

/**
 * Generates the schemas of all types in one run, each type in a separate group. If some have errors, nothing is
 * generated, so the others are generated in a second run.
 */
export function schemasOf(types: readonly string[]): Promise<SchemaAnswer[]> {
  return schemasOfSources(types.map(sourceOf), memoryReader);
}

/** Generates the schema of `spec.value` of the kind `Shop` in each source, like {@link schemasOf}. */
export async function schemasOfSources(texts: readonly string[], readerOf: ReaderOf): Promise<SchemaAnswer[]> {
  const all = texts.map((_, index) => index);
  const first = await run(texts, all, readerOf);
  const right = all.filter((index) => !first.errors.has(index));
  const { schemas } = first.errors.size === 0 || right.length === 0 ? first : await run(texts, right, readerOf);
  return texts.map((text, index) => {
    const errors = first.errors.get(index);
    const schema = schemas.get(index);
    const warnings = first.warnings.get(index) ?? [];
    if (errors !== undefined) return { errors, warnings };
    if (schema === undefined) throw new Error(`kb generated no schema and reported no error for:\n${text}`);
    return { schema, warnings };
  });
}

interface Run {
  /** By the index of the type. */
  readonly schemas: ReadonlyMap<number, JsonSchemaProps>;
  /** By the index of the type. */
  readonly errors: ReadonlyMap<number, readonly Diagnostic[]>;
  /** By the index of the type. */
  readonly warnings: ReadonlyMap<number, readonly Diagnostic[]>;
}

async function run(texts: readonly string[], wanted: readonly number[], readerOf: ReaderOf): Promise<Run> {
  const sources: Record<string, string> = { 'api/package.json': '{ "name": "@values/api" }' };
  for (const index of wanted) {
    const folder = `api/src/case${index}/v1`;
    sources[`${folder}/groupversion-info.ts`] = `// +groupName=case${index}.example.com\nexport {};\n`;
    sources[`${folder}/index.ts`] = "export type { Shop } from './types.ts';\n";
    sources[`${folder}/types.ts`] = texts[index] ?? '';
  }
  const { files, diagnostics } = await generate({
    root: '/values',
    project,
    reader: readerOf(sources),
    builtInDescriptions: false,
  });
  const errors = new Map<number, Diagnostic[]>();
  const warnings = new Map<number, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const index = Number(/^api\/src\/case(\d+)\//.exec(diagnostic.file)?.[1]);
    if (Number.isNaN(index))
      throw new Error(`an error outside of the types: ${diagnostic.file}:${diagnostic.line} ${diagnostic.message}`);
    const found = diagnostic.severity === 'error' ? errors : warnings;
    found.set(index, [...(found.get(index) ?? []), diagnostic]);
  }
  const schemas = new Map<number, JsonSchemaProps>();
  for (const { path, content } of files) {
    const index = /\/case(\d+)\.example\.com_shops\.yaml$/.exec(path)?.[1];
    const schema = index === undefined ? undefined : schemaOf(content);
    if (schema !== undefined) schemas.set(Number(index), schema);
  }
  return { schemas, errors, warnings };
}

/**
 * Returns the source for a type. Every second one declares it as an alias, which kb resolves differently from an inline
 * type.
 */
function sourceOf(type: string, index: number): string {
  const declared = index % 2 === 0 ? '' : `type Value = ${type};`;
  return `${IMPORT_LINE}
${BUILT_IN_LINE}
import type { KubernetesObject } from '@kb/apimachinery';
${ENUM_LINE}
${basesOf(type)}
${declared}
export interface Spec {
  value: ${declared === '' ? type : 'Value'};
}
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject { spec: Spec }
`;
}

function schemaOf(manifest: string): JsonSchemaProps | undefined {
  const { spec } = parse(manifest, { maxAliasCount: -1 }) as {
    spec: { versions: { schema: { openAPIV3Schema: JsonSchemaProps } }[] };
  };
  return spec.versions[0]?.schema.openAPIV3Schema.properties?.['spec']?.properties?.['value'];
}
