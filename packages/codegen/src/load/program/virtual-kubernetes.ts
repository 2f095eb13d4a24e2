import { packageOf, type TypeData, typeNameOfClientNode, typeOf, type TypeRef } from '@kb/kubernetes/data';
import { scalarNameOf, splitTypeName } from './virtual-apimachinery.ts';

/** The compiler's folder of the packages of `@kb/kubernetes`. */
const KUBERNETES_FOLDER = '/.kb/kubernetes/';
/** The compiler's name of `@kubernetes/client-node`. */
export const CLIENT_NODE_FILE = '/.kb/client-node.d.ts';

/** The built-in types that sources import. */
export interface BuiltInImports {
  /** Full names: `core/v1.PodSpec`. */
  readonly types: ReadonlySet<string>;
  /** Classes of @kubernetes/client-node: `V1PodSpec`. */
  readonly clientNode: ReadonlySet<string>;
  /** The packages of the data file that are imported from, even if they lack the type. */
  readonly packages: ReadonlySet<string>;
}

/** The package of the data file for a module specifier, or undefined. */
export function kubernetesPackage(specifier: string): string | undefined {
  const name = specifier.startsWith('@kb/kubernetes/') ? specifier.slice('@kb/kubernetes/'.length) : undefined;
  return name !== undefined && packageOf(name) !== undefined ? name : undefined;
}

/** Types of client-node that are not classes of its models. */
const otherClientNodeTypes: ReadonlyMap<string, string> = new Map([
  ['IntOrString', 'intstr.IntOrString'],
  ['V1MicroTime', 'meta/v1.MicroTime'],
]);

/** The type of the data file for a name of `@kubernetes/client-node`, or undefined. */
export function clientNodeType(name: string): string | undefined {
  return typeNameOfClientNode(name) ?? otherClientNodeTypes.get(name);
}

/**
 * Returns the virtual declarations of built-in types, by file name: only those that are imported, and the types that
 * they use.
 */
export function kubernetesFiles({ types, clientNode, packages }: BuiltInImports): Map<string, string> {
  const clientTypes = [...clientNode].flatMap((name) => {
    const type = clientNodeType(name);
    return type === undefined ? [] : [{ name, type }];
  });
  const needed = closureOf([...types, ...clientTypes.map(({ type }) => type)]);
  const texts = new Map<string, string[]>([...packages].map((name) => [name, []]));
  for (const type of needed) {
    const lines = texts.get(type.package) ?? [];
    lines.push(declarationOf(type));
    texts.set(type.package, lines);
  }
  const files = new Map<string, string>();
  for (const [name, lines] of texts) {
    const imports = [...texts.keys()]
      .filter((other) => other !== name)
      .map((other) => `import type * as ${alias(other)} from '@kb/kubernetes/${other}';`);
    files.set(
      fileOfPackage(name),
      [`import type * as apimachinery from '@kb/apimachinery';`, ...imports, ...lines].join('\n'),
    );
  }
  files.set(
    CLIENT_NODE_FILE,
    [
      // `import k8s from` means the same as `import * as k8s from`.
      `export * as default from '@kubernetes/client-node';`,
      `export type { KubernetesList as KubernetesListObject } from '@kb/apimachinery';`,
      ...clientTypes.map(({ name, type }) => clientNodeExport(name, type)),
    ].join('\n'),
  );
  return files;
}

/** The compiler's name of a package of the data file. */
export function fileOfPackage(name: string): string {
  return `${KUBERNETES_FOLDER}${name}.d.ts`;
}

/** The type of the data file for a declaration in a virtual file, or undefined for any other file. */
export function builtInNameOf(fileName: string, declaration: string): string | undefined {
  if (!fileName.startsWith(KUBERNETES_FOLDER)) return undefined;
  return `${fileName.slice(KUBERNETES_FOLDER.length, -'.d.ts'.length)}.${declaration}`;
}

function clientNodeExport(name: string, type: string): string {
  const [owner, local] = splitTypeName(type);
  return `export type { ${local} as ${name} } from '@kb/kubernetes/${owner}';`;
}

function closureOf(names: readonly string[]): TypeData[] {
  const found = new Map<string, TypeData>();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const type = found.has(name) ? undefined : typeOf(name);
    if (type === undefined) continue;
    found.set(name, type);
    if (type.override !== undefined) continue;
    for (const used of [
      ...type.fields.map((field) => field.type),
      ...type.inline.map((inline) => inline.type),
      ...(type.type ? [type.type] : []),
    ]) {
      collectNames(used, open);
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function collectNames(type: TypeRef, names: string[]): void {
  if (type.kind === 'named') names.push(type.name);
  else if (type.kind === 'list') collectNames(type.items, names);
  else if (type.kind === 'map') collectNames(type.values, names);
}

function declarationOf(type: TypeData): string {
  const { localName, struct, fields, inline } = type;
  const scalar = scalarNameOf(type.name);
  if (scalar !== undefined) return `export type ${localName} = apimachinery.${scalar};`;
  if (type.override !== undefined || !struct) {
    const base = type.override === undefined && type.type !== undefined ? textOf(type.type, type.package) : 'object';
    return `export type ${localName} = ${base} & { readonly __kbBuiltIn?: '${type.name}' };`;
  }
  const parents = inline.flatMap(({ type: parent }) => (parent.kind === 'named' ? [textOf(parent, type.package)] : []));
  const members = fields.map(
    ({ name, required, type: used }) => `${JSON.stringify(name)}${required ? '' : '?'}: ${textOf(used, type.package)};`,
  );
  return `export interface ${localName}${parents.length > 0 ? ` extends ${parents.join(', ')}` : ''} { ${members.join(' ')} }`;
}

function textOf(type: TypeRef, from: string): string {
  switch (type.kind) {
    case 'scalar':
      return scalarText(type.name);
    case 'bytes':
      return 'apimachinery.Bytes';
    case 'any':
      return 'unknown';
    case 'list':
      return `(${textOf(type.items, from)})[]`;
    case 'map':
      return `{ [key: string]: ${textOf(type.values, from)} }`;
    case 'named': {
      const [owner, local] = splitTypeName(type.name);
      return owner === from ? local : `${alias(owner)}.${local}`;
    }
  }
}

function scalarText(name: string): string {
  if (name === 'string') return 'string';
  if (name === 'bool') return 'boolean';
  if (name === 'float32' || name === 'float64') return `apimachinery.${name}`;
  return name === 'int64' || name === 'uint64' ? 'apimachinery.int64' : 'apimachinery.int32';
}

function alias(packageName: string): string {
  return packageName.replaceAll(/[^A-Za-z0-9]/g, '_');
}
