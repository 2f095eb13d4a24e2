import type { ApiField, ApiKind, ApiModel, ApiPackage, ApiType, BuiltInPackage, FieldType } from './api-model.ts';

const scalars = { string: 'string', bool: 'bool', int32: 'int32', int64: 'int64' } as const;

const imports: Readonly<Record<BuiltInPackage, { readonly alias: string; readonly path: string }>> = {
  'core/v1': { alias: 'corev1', path: 'k8s.io/api/core/v1' },
  'meta/v1': { alias: 'metav1', path: 'k8s.io/apimachinery/pkg/apis/meta/v1' },
  resource: { alias: 'resource', path: 'k8s.io/apimachinery/pkg/api/resource' },
};

/** Prints an API as Go sources, by path: a package for each group version, and one with the controllers' markers. */
export function printGo({ packages }: ApiModel): Map<string, string> {
  const files = new Map<string, string>();
  const controllers: string[] = ['package controller', ''];
  for (const each of packages) {
    const folder = `api/${each.group}/${each.version}`;
    files.set(`${folder}/doc.go`, docFile(each));
    for (const kind of each.kinds) {
      files.set(`${folder}/${kind.name.toLowerCase()}_types.go`, typesFile(each, kind));
      if (kind.controllerMarkers.length > 0) {
        controllers.push(...comment(kind.controllerMarkers.map((marker) => `+${marker}`)), '');
        controllers.push(
          `// Reconcile${kind.name} makes the cluster what the object says.`,
          `func Reconcile${kind.name}() {}`,
          '',
        );
      }
    }
  }
  files.set('internal/controller/controllers.go', controllers.join('\n'));
  return files;
}

function docFile({ group, version }: ApiPackage): string {
  const lines = [
    `Package ${version} is the API of the group ${group}.example.com.`,
    '+kubebuilder:object:generate=true',
  ];
  return [...comment([...lines, `+groupName=${group}.example.com`]), `package ${version}`, ''].join('\n');
}

function typesFile({ version }: ApiPackage, kind: ApiKind): string {
  const blocks = kind.types.map(typeText);
  const { name, doc, markers } = kind;
  blocks.push(
    [
      ...comment(markers.map((marker) => `+${marker}`)),
      '',
      ...comment([doc]),
      `type ${name} struct {`,
      '\tmetav1.TypeMeta   `json:",inline"`',
      '\tmetav1.ObjectMeta `json:"metadata,omitempty"`',
      '',
      '\t// +required',
      `\tSpec ${name}Spec \`json:"spec"\``,
      '\t// +optional',
      `\tStatus ${name}Status \`json:"status,omitempty"\``,
      '}',
    ].join('\n'),
    [
      '// +kubebuilder:object:root=true',
      '',
      `// ${name}List is a list of ${name}.`,
      `type ${name}List struct {`,
      '\tmetav1.TypeMeta `json:",inline"`',
      '\tmetav1.ListMeta `json:"metadata,omitempty"`',
      `\tItems           []${name} \`json:"items"\``,
      '}',
    ].join('\n'),
  );
  const code = blocks.join('\n\n');
  const used = Object.values(imports).filter(({ alias }) => code.includes(`${alias}.`));
  return `package ${version}\n\nimport (\n${used.map(({ alias, path }) => `\t${alias} "${path}"`).join('\n')}\n)\n\n${code}\n`;
}

function typeText(type: ApiType): string {
  if (type.kind === 'enum') {
    const lines = comment([type.doc, `+kubebuilder:validation:Enum=${type.values.join(';')}`]);
    return [...lines, `type ${type.name} string`].join('\n');
  }
  const head = comment([type.doc, ...type.markers.map((marker) => `+${marker}`)]);
  return [...head, `type ${type.name} struct {`, type.fields.map(fieldText).join('\n\n'), '}'].join('\n');
}

function fieldText({ name, doc, markers, required, type }: ApiField): string {
  const presence = required ? '+required' : '+optional';
  const lines = comment([doc, ...markers.map((marker) => `+${marker}`), presence]);
  const pointer = !required && isPointer(type) ? '*' : '';
  const goName = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  lines.push(`${goName} ${pointer}${goTypeOf(type)} \`json:"${name}${required ? '' : ',omitempty'}"\``);
  return lines.map((line) => `\t${line}`).join('\n');
}

function isPointer(type: FieldType): boolean {
  return type.kind === 'builtIn' || (type.kind === 'scalar' && type.name !== 'string');
}

function goTypeOf(type: FieldType): string {
  switch (type.kind) {
    case 'scalar':
      return scalars[type.name];
    case 'own':
      return type.name;
    case 'builtIn':
      return `${imports[type.package].alias}.${type.name}`;
    case 'list':
      return `[]${goTypeOf(type.items)}`;
    case 'map':
      return `map[string]${goTypeOf(type.values)}`;
  }
}

function comment(lines: readonly string[]): string[] {
  return lines.map((line) => `// ${line}`);
}
