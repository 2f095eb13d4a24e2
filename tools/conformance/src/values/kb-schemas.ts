import type { JsonSchemaProps } from '@kb/apimachinery';
import { defaultProjectPaths, type Diagnostic, generate, memoryReader, type ProjectFile } from '@kb/codegen';
import { parse } from 'yaml';
import { basesOf, builtInLine, enumLine, importLine } from './declarations.ts';

/** What kb makes of a type: its schema, or why it has none. */
export type SchemaAnswer = { readonly schema: JsonSchemaProps } | { readonly errors: readonly Diagnostic[] };

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
 * Generates the schemas of all types at once, each in a group of its own; twice where some have errors, because then
 * nothing is generated.
 */
export async function schemasOf(types: readonly string[]): Promise<SchemaAnswer[]> {
  const all = types.map((_, index) => index);
  const first = await run(types, all);
  const right = all.filter((index) => !first.errors.has(index));
  const { schemas } = first.errors.size === 0 || right.length === 0 ? first : await run(types, right);
  return types.map((type, index) => {
    const errors = first.errors.get(index);
    const schema = schemas.get(index);
    if (errors !== undefined) return { errors };
    if (schema === undefined) throw new Error(`kb made nothing of ${type}, and said nothing`);
    return { schema };
  });
}

interface Run {
  /** By the index of the type. */
  readonly schemas: ReadonlyMap<number, JsonSchemaProps>;
  /** By the index of the type. */
  readonly errors: ReadonlyMap<number, readonly Diagnostic[]>;
}

async function run(types: readonly string[], wanted: readonly number[]): Promise<Run> {
  const sources: Record<string, string> = { 'api/package.json': '{ "name": "@values/api" }' };
  for (const index of wanted) {
    const folder = `api/src/case${index}/v1`;
    sources[`${folder}/groupversion-info.ts`] = `// +groupName=case${index}.example.com\nexport {};\n`;
    sources[`${folder}/index.ts`] = "export type { Shop } from './types.ts';\n";
    sources[`${folder}/types.ts`] = sourceOf(types[index] ?? '', index);
  }
  const { files, diagnostics } = await generate({
    root: '/values',
    project,
    reader: memoryReader(sources),
    builtInDescriptions: false,
  });
  const errors = new Map<number, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    if (diagnostic.severity !== 'error') continue;
    const index = Number(/^api\/src\/case(\d+)\//.exec(diagnostic.file)?.[1]);
    if (Number.isNaN(index))
      throw new Error(`an error outside of the types: ${diagnostic.file}:${diagnostic.line} ${diagnostic.message}`);
    errors.set(index, [...(errors.get(index) ?? []), diagnostic]);
  }
  const schemas = new Map<number, JsonSchemaProps>();
  for (const { path, content } of files) {
    const index = /\/case(\d+)\.example\.com_shops\.yaml$/.exec(path)?.[1];
    const schema = index === undefined ? undefined : schemaOf(content);
    if (schema !== undefined) schemas.set(Number(index), schema);
  }
  return { schemas, errors };
}

/** Half of the types are named: what a name means, and what stands in place, are resolved on different ways. */
function sourceOf(type: string, index: number): string {
  const declared = index % 2 === 0 ? '' : `type Value = ${type};`;
  return `${importLine}
${builtInLine}
import type { KubernetesObject } from '@kb/apimachinery';
${enumLine}
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
