import type { ApiModel, ApiPackage, Comment, DeclaredType, Field, TypeUse } from './api-model.ts';
import { builtInTypes } from './built-in-types.ts';

/** A model as Go packages, which import each other from below `model`. File name to text. */
export function printGo(model: ApiModel): Map<string, string> {
  return new Map(model.packages.map((one) => [`${one.path}/types.go`, printPackage(one)]));
}

function printPackage(one: ApiPackage): string {
  const imports = new Map<string, string>();
  const nameOf = (use: TypeUse): string => {
    switch (use.kind) {
      case 'scalar':
        return use.go;
      case 'list':
        return `[]${nameOf(use.items)}`;
      case 'map':
        return `map[string]${nameOf(use.values)}`;
      case 'reference': {
        if (use.path === one.path) return use.name;
        const alias = use.path.replaceAll(/[^a-z0-9]/g, '');
        imports.set(alias, `model/${use.path}`);
        return `${alias}.${use.name}`;
      }
      case 'builtIn': {
        const type = builtInTypes.get(use.name);
        if (type === undefined) throw new Error(`no built-in type ${use.name}`);
        imports.set(type.go.alias, type.go.module);
        return `${type.go.alias}.${type.go.name}`;
      }
    }
  };
  const declarations = one.types.map((type) => printType(type, nameOf));
  if (one.types.some(({ body }) => body.kind === 'struct' && body.root)) {
    imports.set('metav1', 'k8s.io/apimachinery/pkg/apis/meta/v1');
  }
  const importLines = [...imports].map(([alias, path]) => `\t${alias} "${path}"`).sort();
  return [
    ...one.markers.map((marker) => `// +${marker}`),
    `package ${one.path.split('/').at(-1) ?? ''}`,
    ...(importLines.length > 0 ? ['', 'import (', ...importLines, ')'] : []),
    ...declarations.flatMap((lines) => ['', ...lines]),
    '',
  ].join('\n');
}

function printType({ name, comment, body }: DeclaredType, nameOf: (use: TypeUse) => string): string[] {
  switch (body.kind) {
    case 'use':
      return [...commentLines(comment), `type ${name} ${body.alias ? '= ' : ''}${nameOf(body.use)}`];
    case 'enum': {
      if (body.go === 'k8s:enum') {
        return [
          ...commentLines(comment),
          `type ${name} string`,
          '',
          'const (',
          ...body.values.map((value, index) => `\t${name}Value${index} ${name} = ${JSON.stringify(value)}`),
          ')',
        ];
      }
      const marker = `kubebuilder:validation:Enum=${body.values.map((value) => JSON.stringify(value)).join(';')}`;
      return [...commentLines({ ...comment, markers: [marker, ...comment.markers] }), `type ${name} string`];
    }
    case 'struct': {
      const root = ['\tmetav1.TypeMeta `json:",inline"`', '\tmetav1.ObjectMeta `json:"metadata,omitempty"`'];
      return [
        ...commentLines(comment),
        `type ${name} struct {`,
        ...(body.root ? root : []),
        ...body.parents.map((parent) => `\t${nameOf(parent)} \`json:",inline"\``),
        ...body.fields.flatMap((field, index) => ['', ...printField(field, index, nameOf).map((line) => `\t${line}`)]),
        '}',
      ];
    }
  }
}

function printField(field: Field, index: number, nameOf: (use: TypeUse) => string): string[] {
  const { name, comment, optional, nullable, pointer, use } = field;
  const markers = nullable !== false ? ['nullable', ...comment.markers] : comment.markers;
  return [
    ...commentLines({ ...comment, markers }),
    `F${index} ${pointer ? '*' : ''}${nameOf(use)} \`json:"${name}${optional ? ',omitempty' : ''}"\``,
  ];
}

function commentLines({ doc, markers, place }: Comment): string[] {
  const lines = doc.map((line) => (line === '' ? '//' : `// ${line}`));
  const marked = markers.map((marker) => `// +${marker}`);
  switch (place) {
    case 'below':
      return [...lines, ...marked];
    case 'above':
      return [...marked, ...lines];
    case 'inside':
      return [...lines.slice(0, 1), ...marked, ...lines.slice(1)];
  }
}
