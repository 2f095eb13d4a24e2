import { type Diagnostic, generate, memoryReader, parseProjectFile } from '@kb/codegen';
import { type CompilerError, compilerOptions, judge } from './judge.ts';
import type { TypeErrorCase } from './cases/type-error-case.ts';

const PROJECT = `version: "3"
domain: example.com
repo: example.com/shop
projectName: shop
layout:
- typescript.kb/v1
`;

const IMPORTS = `import type { Duration, int32, int64, KubernetesObject, ObjectMeta, Quantity, Time } from '@kb/apimachinery';
import type { Container, PodSpec } from '@kb/kubernetes/core/v1';
`;

/** The compiler's codes that each code of ours has its own words for. */
const ownWords: Readonly<Record<string, ReadonlySet<number>>> = {
  KB_TYPE_NOT_FOUND: new Set([2304, 2613, 2305, 2306, 2307, 2459, 2503, 2552, 2614, 2694, 2724, 1192, 2305]),
  KB_RECURSIVE_TYPE: new Set([2310, 2456, 2502, 2589, 2577, 4109, 2313, 7022]),
  KB_NO_SCHEMA: new Set([2300, 2574, 2717, 2304, 2312, 2314, 2499, 2552, 2749, 2503, 2709, 2713, 2702, 1005, 2411]),
  KB_CONFLICTING_TYPES: new Set([2320, 2430]),
  KB_SOURCE_SYNTAX: new Set(),
};

/** What differs between the generator and the compiler in each case: undefined where nothing does. */
export async function compareVerdicts(cases: readonly TypeErrorCase[]): Promise<(string | undefined)[]> {
  const verdicts = verdictsOf(cases);
  const differences: (string | undefined)[] = [];
  for (const [index, one] of cases.entries()) {
    differences.push(differenceOf(verdicts[index] ?? [], await diagnosticsOf(sourcesOf(one), one)));
  }
  return differences;
}

/** What the compiler says of the cases: it looks at all those of the same settings together. */
function verdictsOf(cases: readonly TypeErrorCase[]): CompilerError[][] {
  const verdicts: CompilerError[][] = cases.map(() => []);
  const bySettings = Map.groupBy(cases.keys(), (index) => JSON.stringify(cases[index]?.settings ?? {}));
  for (const all of bySettings.values())
    for (const indexes of inPortions([...all])) {
      const sources = new Map<string, string>();
      for (const index of indexes) {
        for (const [name, text] of sourcesOf(cases[index] ?? fail()))
          if (name.endsWith('.ts')) sources.set(`${index}/${name}`, text);
      }
      for (const error of judge(sources, cases[indexes[0] ?? 0]?.settings ?? {}).filter(isReached)) {
        const [index = '', ...file] = error.file.split('/');
        verdicts[Number(index)]?.push({ ...error, file: file.join('/') });
      }
    }
  return verdicts;
}

/** The compiler stops to look for what was meant after ten names that it does not find. */
function inPortions(indexes: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(indexes.length / 6) }, (_, at) => indexes.slice(6 * at, 6 * at + 6));
}

function fail(): never {
  throw new Error('there is no such case');
}

function differenceOf(theirs: readonly CompilerError[], ours: readonly Diagnostic[]): string | undefined {
  const differences =
    theirs.length === 0
      ? ours.map((diagnostic) => `only kb refuses it: ${inWords(diagnostic)}`)
      : [
          ...mistakesIn(theirs).flatMap((errors) => missingOf(errors, ours)),
          ...(ours.some(({ severity }) => severity === 'error') ? [] : ['kb generates it']),
        ];
  return differences.length === 0 ? undefined : differences.join('\n');
}

/**
 * What declarations named Wrong, Unused, wrong or print have does not belong to a kind, and neither do unused imports:
 * only what kinds reach counts.
 */
function isReached({ text, code }: CompilerError): boolean {
  return !/\b(?:Wrong|Unused|wrong|print)\b/.test(text) && !(text.startsWith('import') && unused.has(code));
}

const unused: ReadonlySet<number> = new Set([6133, 6192, 6196, 6198]);

/** The sources of a case: path in the project to text. */
function sourcesOf({ type, before, files = {}, settings = {} }: TypeErrorCase): Map<string, string> {
  const folder = 'packages/api/src/shop/v1';
  return new Map([
    ['packages/api/package.json', '{ "name": "@shop/api", "type": "module" }'],
    ['packages/api/tsconfig.json', JSON.stringify({ compilerOptions: compilerOptions(settings), include: ['src'] })],
    [`${folder}/groupversion-info.ts`, '// +groupName=shop.example.com\nexport {};\n'],
    [`${folder}/index.ts`, "export type { Shop } from './types.ts';\n"],
    ...Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text] as const),
    [
      `${folder}/types.ts`,
      `${IMPORTS}${before}\nexport interface Spec {\n  value: ${type};\n}\n// +kubebuilder:object:root=true\nexport interface Shop extends KubernetesObject { spec: Spec }\n`,
    ],
  ]);
}

async function diagnosticsOf(
  sources: ReadonlyMap<string, string>,
  { name }: TypeErrorCase,
): Promise<readonly Diagnostic[]> {
  const { project: settings } = parseProjectFile(PROJECT);
  if (settings === undefined) throw new Error('the project file is wrong');
  try {
    const { diagnostics } = await generate({
      root: '/project',
      project: settings,
      reader: memoryReader(Object.fromEntries(sources)),
      builtInDescriptions: false,
    });
    return diagnostics;
  } catch (error) {
    throw new Error(`${name}: kb generate failed`, { cause: error });
  }
}

/** One mistake can have several errors: two at one place, or one at two places. */
function mistakesIn(errors: readonly CompilerError[]): CompilerError[][] {
  const mistakes: CompilerError[][] = [];
  for (const error of errors) {
    const { line, column, code, message } = error;
    const same = mistakes.find((others) =>
      others.some(
        (other) =>
          (other.line === line && other.column === column) || (other.code === code && other.message === message),
      ),
    );
    if (same === undefined) mistakes.push([error]);
    else same.push(error);
  }
  return mistakes;
}

/** What is missing where none of the errors of one mistake is said. */
function missingOf(errors: readonly CompilerError[], ours: readonly Diagnostic[]): string[] {
  const differences = errors.map((error) => missing(error, ours));
  return differences.some((each) => each.length === 0) ? [] : differences.flat();
}

/** Whether a diagnostic is at the place of an error of the compiler. */
function isAt(diagnostic: Diagnostic, { file, line, column, length }: CompilerError): boolean {
  return (
    diagnostic.file === file &&
    diagnostic.line === line &&
    diagnostic.column < column + length &&
    column < diagnostic.column + diagnostic.length
  );
}

/**
 * Where an interface contradicts its base, or its bases each other, the compiler points at its name, and kb further on:
 * at the field or the base, with the name of the property that the compiler names.
 */
function isInside(diagnostic: Diagnostic, { code, message, file, line, column }: CompilerError): boolean {
  if (diagnostic.file !== file || !contradictions.has(code)) return false;
  const [, property] = /\b(?:Types of property|Named property|Property) '+([^']+)'/.exec(message) ?? [];
  const isFurtherOn = diagnostic.line > line || (diagnostic.line === line && diagnostic.column > column);
  return isFurtherOn && property !== undefined && inWords(diagnostic).includes(property);
}

const contradictions: ReadonlySet<number> = new Set([2320, 2430]);

/** What is missing of an error of the compiler in what is said. */
function missing(error: CompilerError, ours: readonly Diagnostic[]): string[] {
  const { code, message, file, line, column } = error;
  const there = ours.filter((diagnostic) => isAt(diagnostic, error) || isInside(diagnostic, error));
  const what = `TS${code} at ${file}:${line}:${column}: ${message}`;
  if (there.length === 0) return [`no error for ${what}; the errors are: ${ours.map(inWords).join(' | ')}`];
  const same = there.filter((diagnostic) => isSame(diagnostic, code));
  if (same.length === 0) return [`another error for ${what}: ${there.map(inWords).join(' | ')}`];
  const [, suggestion] = [
    ...(/Did you mean (?:the (?:static|instance) member )?'?(?:typeof |to access )?([^?]+?)'?\?/.exec(message) ?? []),
  ];
  if (suggestion === undefined) return [];
  const word = suggestion.replaceAll(/['"]/g, '');
  return same.some((diagnostic) => inWords(diagnostic).replaceAll(/['"]/g, '').includes(word))
    ? []
    : [`the suggestion ${word} is missing: ${same.map(inWords).join(' | ')}`];
}

/** Both say that a name is declared nowhere, one with a suggestion. */
const unknownName: ReadonlySet<number> = new Set([2304, 2552]);

function isSame({ code, message }: Diagnostic, compilers: number): boolean {
  return code === 'KB_TYPE_ERROR'
    ? message.includes(`TS${compilers}`) ||
        (unknownName.has(compilers) && [...unknownName].some((other) => message.includes(`TS${other}`)))
    : (ownWords[code]?.has(compilers) ?? code === 'KB_SOURCE_SYNTAX');
}

function inWords({ code, line, column, message, hint }: Diagnostic): string {
  return `${line}:${column} ${code} ${message} (${hint ?? ''})`;
}
