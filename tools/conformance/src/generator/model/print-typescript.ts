import type { ApiModel, ApiPackage, Comment, DeclaredType, Field, Reference, TypeUse } from './api-model.ts';
import { builtInTypes } from './built-in-types.ts';

const scalars: Readonly<Record<string, string>> = {
  string: 'string',
  bool: 'boolean',
  int32: 'int32',
  uint32: 'int32',
  rune: 'int32',
  int64: 'int64',
  uint64: 'int64',
  '[]byte': 'Bytes',
};

/** A model as the sources of an API package, relative to its `src`. File name to text. */
export function printTypeScript(model: ApiModel): Map<string, string> {
  const files = new Map<string, string>();
  for (const one of model.packages) {
    files.set(`${one.path}/types.ts`, printPackage(one));
    files.set(`${one.path}/index.ts`, `export type * from './types.ts';\n`);
    const markers = one.markers.map((marker) => `// +${marker}\n`).join('');
    if (markers !== '') files.set(`${one.path}/groupversion-info.ts`, `${markers}export {};\n`);
  }
  return files;
}

/** The names that a file imports, by module. */
type Imports = Map<string, Set<string>>;

function printPackage(one: ApiPackage): string {
  const imports: Imports = new Map();
  const declared = new Set(one.types.map(({ name }) => name));
  const nameOf = (use: TypeUse): string => nameIn(one, declared, imports, use);
  const declarations = one.types.map((type) => printType(type, nameOf, imports));
  const importLines = [...imports]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([module, names]) => `import type { ${[...names].sort().join(', ')} } from '${module}';`);
  return [...importLines, ...declarations.flatMap((lines) => ['', ...lines]), ''].join('\n');
}

function nameIn(one: ApiPackage, declared: ReadonlySet<string>, imports: Imports, use: TypeUse): string {
  const nameOf = (inner: TypeUse): string => nameIn(one, declared, imports, inner);
  switch (use.kind) {
    case 'scalar': {
      const name = scalars[use.go];
      if (name === undefined) throw new Error(`no scalar ${use.go}`);
      return name === 'string' || name === 'boolean' ? name : imported(imports, declared, '@kb/apimachinery', name);
    }
    case 'list':
      return `${nameOf(use.items)}[]`;
    case 'map':
      return `Record<string, ${nameOf(use.values)}>`;
    case 'reference':
      return use.path === one.path ? use.name : imported(imports, declared, moduleOf(one, use), use.name);
    case 'builtIn': {
      const type = builtInTypes.get(use.name);
      if (type === undefined) throw new Error(`no built-in type ${use.name}`);
      return imported(imports, declared, type.typeScript.module, type.typeScript.name);
    }
  }
}

function moduleOf(from: ApiPackage, { path }: Reference): string {
  return `${'../'.repeat(from.path.split('/').length)}${path}/types.ts`;
}

/** Records the import, under another name if the file already declares or imports a type with this one. */
function imported(imports: Imports, declared: ReadonlySet<string>, module: string, name: string): string {
  const names = imports.get(module) ?? new Set();
  imports.set(module, names);
  const taken = declared.has(name) || [...imports].some(([other, those]) => other !== module && those.has(name));
  const alias = taken ? `${module.replaceAll(/[^a-z0-9]|\.ts$/g, '')}${name}` : name;
  names.add(taken ? `${name} as ${alias}` : name);
  return alias;
}

function printType(
  { name, comment, body }: DeclaredType,
  nameOf: (use: TypeUse) => string,
  imports: Imports,
): string[] {
  const lines = commentLines(comment);
  switch (body.kind) {
    case 'use':
      return [...lines, `export type ${name} = ${nameOf(body.use)};`];
    case 'enum':
      return body.typeScript === 'union'
        ? [...lines, `export type ${name} = ${body.values.map((value) => JSON.stringify(value)).join(' | ')};`]
        : [
            ...lines,
            `export enum ${name} {`,
            ...body.values.map((value, index) => `  M${index} = ${JSON.stringify(value)},`),
            '}',
          ];
    case 'struct': {
      const root = body.root ? [imported(imports, new Set(), '@kb/apimachinery', 'KubernetesObject')] : [];
      const parents = [...root, ...body.parents.map(nameOf)];
      return [
        ...commentLines(
          body.root ? { ...comment, markers: ['kubebuilder:object:root=true', ...comment.markers] } : comment,
        ),
        `export interface ${name}${parents.length > 0 ? ` extends ${parents.join(', ')}` : ''} {`,
        ...body.fields.flatMap((field) => printField(field, nameOf).map((line) => `  ${line}`)),
        '}',
      ];
    }
  }
}

function printField({ name, comment, optional, nullable, use }: Field, nameOf: (use: TypeUse) => string): string[] {
  const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
  const markers = nullable === 'marker' ? ['nullable', ...comment.markers] : comment.markers;
  return [
    ...commentLines({ ...comment, markers }),
    `${key}${optional ? '?' : ''}: ${nameOf(use)}${nullable === 'union' ? ' | null' : ''};`,
  ];
}

function commentLines({ doc, markers, place }: Comment): string[] {
  const marked = markers.map((marker) => `+${marker}`);
  const below = marked.map((marker) => `// ${marker}`);
  if (place === 'inside' && marked.every((marker) => !marker.includes('*/'))) {
    return jsDoc([...doc.slice(0, 1), ...marked, ...doc.slice(1)]);
  }
  return place === 'above' ? [...below, ...jsDoc(doc)] : [...jsDoc(doc), ...below];
}

function jsDoc(lines: readonly string[]): string[] {
  const [only] = lines;
  if (only === undefined) return [];
  if (lines.length === 1 && only !== '') return [`/** ${only} */`];
  return ['/**', ...lines.map((line) => (line === '' ? ' *' : ` * ${line}`)), ' */'];
}
