import type { ApiField, ApiKind, ApiModel, ApiPackage, ApiType, FieldType } from './api-model.ts';

const scalars = { string: 'string', bool: 'boolean', int32: 'int32', int64: 'int64' } as const;

/** Types that are imported from `@kb/apimachinery`, not from `@kb/kubernetes`. */
const machinery = new Set(['Condition', 'Duration', 'Quantity', 'Time']);

/** Prints an API as a kb project, by path: PROJECT, the API package and the controllers' markers. */
export function printTypeScript({ packages }: ApiModel): Map<string, string> {
  const files = new Map<string, string>([
    ['PROJECT', PROJECT_FILE],
    ['packages/api/package.json', manifest('@bench/api')],
    ['packages/client/package.json', manifest('@bench/client')],
    ['packages/controller/package.json', manifest('@bench/controller')],
  ]);
  for (const each of packages) {
    const folder = `packages/api/src/${each.group}/${each.version}`;
    files.set(`${folder}/groupversion-info.ts`, groupVersionFile(each));
    files.set(
      `${folder}/index.ts`,
      each.kinds.map(({ name }) => `export type * from './${name.toLowerCase()}.types.ts';\n`).join(''),
    );
    for (const kind of each.kinds) {
      files.set(`${folder}/${kind.name.toLowerCase()}.types.ts`, typesFile(kind));
      if (kind.controllerMarkers.length === 0) continue;
      const markers = kind.controllerMarkers.map((marker) => `// +${marker}`).join('\n');
      files.set(
        `packages/controller/src/${each.group}/${kind.name.toLowerCase()}.controller.ts`,
        `${markers}\n\n/** Makes the cluster what the object says. */\nexport function reconcile${kind.name}(): void {}\n`,
      );
    }
  }
  return files;
}

const PROJECT_FILE = `cliVersion: 0.1.0
domain: example.com
layout:
- typescript.kb/v1
projectName: bench
repo: example.com/bench
version: "3"
`;

function manifest(name: string): string {
  return `${JSON.stringify({ name, version: '0.0.0', type: 'module' }, undefined, 2)}\n`;
}

function groupVersionFile({ group, version }: ApiPackage): string {
  const full = `${group}.example.com`;
  return `// The API of the group ${full}, version ${version}: markers of the whole folder.\n// +groupName=${full}\n// +versionName=${version}\nexport {};\n`;
}

function typesFile({ name, doc, markers, types }: ApiKind): string {
  const blocks = types.map(typeText);
  blocks.push(
    [
      `/** ${doc} */`,
      ...markers.map((marker) => `// +${marker}`),
      `export interface ${name} extends KubernetesObject {`,
      `  spec: ${name}Spec;`,
      `  status?: ${name}Status;`,
      '}',
    ].join('\n'),
  );
  const used = new Map<string, Set<string>>([['@kb/apimachinery', new Set(['KubernetesObject'])]]);
  for (const type of types) if (type.kind === 'struct') for (const field of type.fields) collect(field.type, used);
  const lines = [...used].map(([module, names]) => `import type { ${[...names].sort().join(', ')} } from '${module}';`);
  return `${lines.join('\n')}\n\n${blocks.join('\n\n')}\n`;
}

function typeText(type: ApiType): string {
  if (type.kind === 'enum') {
    return `/** ${type.doc} */\nexport type ${type.name} = ${type.values.map((value) => `'${value}'`).join(' | ')};`;
  }
  const markers = type.markers.map((marker) => `// +${marker}`);
  return [
    `/** ${type.doc} */`,
    ...markers,
    `export interface ${type.name} {`,
    ...type.fields.flatMap(fieldLines),
    '}',
  ].join('\n');
}

function fieldLines({ name, doc, markers, required, type }: ApiField): string[] {
  return [
    `  /** ${doc} */`,
    ...markers.map((marker) => `  // +${marker}`),
    `  ${name}${required ? '' : '?'}: ${textOf(type)};`,
  ];
}

function textOf(type: FieldType): string {
  switch (type.kind) {
    case 'scalar':
      return scalars[type.name];
    case 'own':
    case 'builtIn':
      return type.name;
    case 'list':
      return `${textOf(type.items)}[]`;
    case 'map':
      return `Record<string, ${textOf(type.values)}>`;
  }
}

function collect(type: FieldType, used: Map<string, Set<string>>): void {
  if (type.kind === 'list') collect(type.items, used);
  else if (type.kind === 'map') collect(type.values, used);
  else if (type.kind === 'scalar' && type.name.startsWith('int')) add('@kb/apimachinery', type.name, used);
  else if (type.kind === 'builtIn') {
    add(machinery.has(type.name) ? '@kb/apimachinery' : `@kb/kubernetes/${type.package}`, type.name, used);
  }
}

function add(module: string, name: string, used: Map<string, Set<string>>): void {
  used.set(module, (used.get(module) ?? new Set()).add(name));
}
