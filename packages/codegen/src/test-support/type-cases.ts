import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { parse } from 'yaml';
import { type Diagnostic, generate, memoryReader, parseProjectFile } from '../index.ts';

/** A type as an author may write it. */
export interface TypeCase {
  /** The type of a field. */
  readonly type: string;
  /** The text before the type in its file. */
  readonly before?: string;
  /** Other files, relative to the group version's folder. */
  readonly files?: Readonly<Record<string, string>>;
}

/** The generator's result for a case. */
export interface TypeResult {
  /** The schema of the field; undefined if any case has an error. */
  readonly schema: JsonSchemaProps | undefined;
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

const imports = `import type { Bytes, Condition, Duration, int32, int64, IntOrString, KubernetesObject, ObjectMeta, Quantity, RawExtension, Time } from '@kb/apimachinery';
import type { ConfigMapKeySelector, Container, PodSpec, PodTemplateSpec, SecretKeySelector } from '@kb/kubernetes/core/v1';
import type { V1EnvVar, V1PodSpec } from '@kubernetes/client-node';
`;

/** The path of a case's file. */
function fileOfCase(index: number): string {
  return `packages/api/src/case${index}/v1/types.ts`;
}

/** The line and column of the type in a case's file. */
export function placeOfType({ before = '' }: TypeCase): { readonly line: number; readonly column: number } {
  return { line: `${imports}${before}\nexport interface Spec {\n`.split('\n').length, column: '  value: '.length + 1 };
}

/** Generates all cases at once, each in a group version of its own. */
export async function resultsOf(cases: readonly TypeCase[]): Promise<TypeResult[]> {
  const sources: Record<string, string> = { 'packages/api/package.json': '{ "name": "@shop/api" }' };
  cases.forEach(({ type, before = '', files = {} }, index) => {
    const folder = `packages/api/src/case${index}/v1`;
    sources[`${folder}/groupversion-info.ts`] = `// +groupName=case${index}.example.com\nexport {};\n`;
    sources[`${folder}/index.ts`] = "export type { Shop } from './types.ts';\n";
    for (const [name, text] of Object.entries(files)) sources[`${folder}/${name}`] = text;
    sources[fileOfCase(index)] =
      `${imports}${before}\nexport interface Spec {\n  value: ${type};\n}\n// +kubebuilder:object:root=true\nexport interface Shop extends KubernetesObject { spec: Spec }\n`;
  });
  const { project: settings } = parseProjectFile(project);
  if (settings === undefined) throw new Error('the project file is invalid');
  const { files, diagnostics } = await generate({
    root: '/project',
    project: settings,
    reader: memoryReader(sources),
    builtInDescriptions: false,
  });
  const schemas = new Map(files.map(({ path, content }) => [path, content]));
  return cases.map((_, index) => ({
    schema: schemaIn(schemas.get(`config/crd/bases/case${index}.example.com_shops.yaml`)),
    diagnostics: diagnostics.filter(({ file }) => file.startsWith(`packages/api/src/case${index}/`)),
  }));
}

function schemaIn(manifest: string | undefined): JsonSchemaProps | undefined {
  if (manifest === undefined) return undefined;
  const { spec } = parse(manifest) as {
    spec: { versions: { schema: { openAPIV3Schema: JsonSchemaProps } }[] };
  };
  return spec.versions[0]?.schema.openAPIV3Schema.properties?.['spec']?.properties?.['value'];
}
