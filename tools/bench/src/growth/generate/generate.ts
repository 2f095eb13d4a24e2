import { type DiagnosticCode, formatDiagnostics, generate, memoryReader, parseProjectFile } from '@kb/codegen';
import { makeApi } from '../../generate/make-api.ts';
import { printTypeScript } from '../../generate/print-typescript.ts';
import type { GrowthOperation, Work } from '../measure/growth-operation.ts';

type Files = Readonly<Record<string, string>>;

/** Runs of the generator over sources in memory. The warm-up loads the compiler and its built-in libraries. */
export const generateOperations: readonly GrowthOperation[] = [
  operation('generate: kinds', 'kinds', 10, (size) => Object.fromEntries(printTypeScript(makeApi(size)))),
  operation('generate: fields of one type', 'fields', 250, (size) =>
    projectOf({
      types: [
        `export interface ShopSpec {\n${lines(size, (index) => `  /** Field ${index}. */\n  field${index}?: string;`)}\n}`,
      ],
    }),
  ),
  operation('generate: types that one kind uses', 'types', 50, (size) =>
    projectOf({
      types: [
        `export interface ShopSpec {\n${lines(size, (index) => `  field${index}?: Part${index};`)}\n}`,
        ...texts(size, (index) => `export interface Part${index} {\n  value?: string;\n}`),
      ],
    }),
  ),
  operation('generate: values of one enum', 'values', 250, (size) =>
    projectOf({
      types: [
        'export interface ShopSpec {\n  color?: Color;\n}',
        `export type Color =\n${lines(size, (index) => `  | 'Color${index}'`)};`,
      ],
    }),
  ),
  operation('generate: printer columns of one kind', 'markers', 800, (size) =>
    projectOf({
      types: ['export interface ShopSpec {\n  value?: string;\n}'],
      kindMarkers: texts(
        size,
        (index) => `kubebuilder:printcolumn:name="Column ${index}",type=string,JSONPath=\`.spec.value\``,
      ),
    }),
  ),
  operation('generate: rules of one type', 'markers', 100, (size) =>
    projectOf({
      types: [
        `${lines(size, (index) => `// +kubebuilder:validation:XValidation:rule="size(self.value) != ${index}",message="not ${index}"`)}\nexport interface ShopSpec {\n  // +kubebuilder:validation:MaxLength=10\n  value?: string;\n}`,
      ],
    }),
  ),
  operation('generate: RBAC markers', 'markers', 1000, (size) =>
    projectOf({
      types: ['export interface ShopSpec {\n  value?: string;\n}'],
      rbacMarkers: texts(
        size,
        (index) => `kubebuilder:rbac:groups=shop.example.com,resources=things${index},verbs=get;list`,
      ),
    }),
  ),
  operation('generate: depth of nesting', 'levels', 10, (size) =>
    projectOf({
      types: [
        'export interface ShopSpec {\n  next?: Level0;\n}',
        ...texts(
          size,
          (index) =>
            `export interface Level${index} {\n  ${index + 1 === size ? 'end?: string' : `next?: Level${index + 1}`};\n}`,
        ),
      ],
    }),
  ),
  operation('generate: levels of two parents with a field of the same name', 'levels', 5, (size) =>
    projectOf({
      types: [
        'export interface ShopSpec {\n  next?: Level0;\n}',
        ...texts(
          size,
          (index) =>
            `export interface Left${index} {\n  next?: Level${index + 1};\n}\n\nexport interface Right${index} {\n  next?: Level${index + 1};\n}\n\nexport interface Level${index} extends Left${index}, Right${index} {}`,
        ),
        `export interface Level${size} {\n  value?: string;\n}`,
      ],
    }),
  ),
  // No API server accepts them: the generator says so, or that the definition is too large.
  operation(
    'generate: levels of two parents with a list of the same name',
    'levels',
    3,
    (size) =>
      projectOf({
        types: [
          'export interface ShopSpec {\n  next?: Level0[];\n}',
          ...texts(
            size,
            (index) =>
              `export interface Left${index} {\n  next?: Level${index + 1}[];\n}\n\nexport interface Right${index} {\n  next?: Level${index + 1}[];\n}\n\nexport interface Level${index} extends Left${index}, Right${index} {}`,
          ),
          `export interface Level${size} {\n  value?: string;\n}`,
        ],
      }),
    ['KB_SCHEMA_REFUSED', 'KB_DEFINITION_TOO_LARGE'],
  ),
];

function operation(
  name: string,
  of: string,
  size: number,
  filesOf: (size: number) => Files,
  errors: readonly DiagnosticCode[] = [],
): GrowthOperation {
  return { name, of, size, repeatable: true, prepare: (count) => generateFrom(filesOf(count), errors) };
}

const PROJECT = `domain: example.com
layout:
- typescript.kb/v1
projectName: growth
repo: example.com/growth
version: "3"
`;

/** Returns work that generates from files, and throws unless a CRD or only the expected errors come out. */
function generateFrom(files: Files, expected: readonly DiagnosticCode[]): Work {
  const { project, diagnostics } = parseProjectFile(PROJECT);
  if (project === undefined) throw new Error(formatDiagnostics(diagnostics));
  return async () => {
    const result = await generate({ root: '/project', project, reader: memoryReader(files) });
    const found = result.diagnostics.filter(({ severity }) => severity === 'error');
    if (expected.length > 0 && found.length > 0 && found.every(({ code }) => expected.includes(code))) return;
    if (found.length > 0) throw new Error(formatDiagnostics(result.diagnostics));
    if (!result.files.some(({ path }) => path.startsWith('config/crd/bases/'))) throw new Error('no CRD was generated');
  };
}

interface Sources {
  /** Declarations, including `ShopSpec`. */
  readonly types: readonly string[];
  readonly kindMarkers?: readonly string[];
  readonly rbacMarkers?: readonly string[];
}

/** Returns a project with one kind, Shop. */
function projectOf({ types, kindMarkers = [], rbacMarkers = [] }: Sources): Files {
  const markers = ['kubebuilder:object:root=true', ...kindMarkers].map((marker) => `// +${marker}`).join('\n');
  return {
    'packages/api/package.json': '{ "name": "@growth/api" }',
    'packages/api/src/shop/v1/index.ts': "// +groupName=shop.example.com\n\nexport type * from './shop.types.ts';\n",
    'packages/api/src/shop/v1/shop.types.ts': `import type { KubernetesObject } from '@kb/apimachinery';\n\n${types.join('\n\n')}\n\n${markers}\nexport interface Shop extends KubernetesObject {\n  spec?: ShopSpec;\n}\n`,
    'packages/controller/src/shop.ts': `${rbacMarkers.map((marker) => `// +${marker}`).join('\n')}\n\nexport {};\n`,
  };
}

const texts = (count: number, textOf: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => textOf(index));

const lines = (count: number, lineOf: (index: number) => string): string => texts(count, lineOf).join('\n');
