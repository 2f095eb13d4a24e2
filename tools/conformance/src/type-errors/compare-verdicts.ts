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

/** Our codes that have their own messages, each with the compiler's codes that it covers. */
const compilerCodes: Readonly<Record<string, ReadonlySet<number>>> = {
  KB_TYPE_NOT_FOUND: new Set([2304, 2613, 2305, 2306, 2307, 2459, 2503, 2552, 2614, 2694, 2724, 1192, 2305]),
  KB_RECURSIVE_TYPE: new Set([2310, 2456, 2502, 2589, 2577, 4109, 2313, 7022]),
  KB_NO_SCHEMA: new Set([2300, 2574, 2717, 2304, 2312, 2314, 2499, 2552, 2749, 2503, 2709, 2713, 2702, 1005, 2411]),
  KB_CONFLICTING_TYPES: new Set([2320, 2430]),
  KB_SOURCE_SYNTAX: new Set(),
};

/**
 * Compares the generator's errors with the compiler's, case by case. Returns a description for each; undefined if
 * equal.
 */
export async function compareVerdicts(cases: readonly TypeErrorCase[]): Promise<(string | undefined)[]> {
  const verdicts = verdictsOf(cases);
  const differences: (string | undefined)[] = [];
  for (const [index, one] of cases.entries()) {
    differences.push(differenceOf(verdicts[index] ?? [], await diagnosticsOf(sourcesOf(one), one)));
  }
  return differences;
}

/** Returns the compiler's errors for each case. Cases with the same settings are checked in one program. */
function verdictsOf(cases: readonly TypeErrorCase[]): CompilerError[][] {
  const verdicts: CompilerError[][] = cases.map(() => []);
  const bySettings = Map.groupBy(cases.keys(), (index) => JSON.stringify(cases[index]?.settings ?? {}));
  for (const all of bySettings.values())
    for (const indexes of inBatches([...all])) {
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

/** Splits the cases into small programs: after ten unknown names, the compiler makes no more suggestions. */
function inBatches(indexes: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(indexes.length / 6) }, (_, at) => indexes.slice(6 * at, 6 * at + 6));
}

function fail(): never {
  throw new Error('there is no such case');
}

function differenceOf(theirs: readonly CompilerError[], ours: readonly Diagnostic[]): string | undefined {
  const differences =
    theirs.length === 0
      ? ours.map((diagnostic) => `only kb refuses it: ${describe(diagnostic)}`)
      : [
          ...mistakesIn(theirs).flatMap((errors) => missingOf(errors, ours)),
          ...(ours.some(({ severity }) => severity === 'error') ? [] : ['kb generates it']),
        ];
  return differences.length === 0 ? undefined : differences.join('\n');
}

/**
 * Whether a kind can depend on the statement of an error. Declarations named Wrong, Unused, wrong or print, and unused
 * imports, do not count.
 */
function isReached({ text, code }: CompilerError): boolean {
  return !/\b(?:Wrong|Unused|wrong|print)\b/.test(text) && !(text.startsWith('import') && unused.has(code));
}

const unused: ReadonlySet<number> = new Set([6133, 6192, 6196, 6198]);

/** Returns the sources of a case, by path in the project. */
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
  if (settings === undefined) throw new Error('the project file is invalid');
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

/** Groups errors by mistake: one mistake can cause two errors at one place, or the same error at two places. */
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

/** Describes a mistake for which kb reports none of the compiler's errors. */
function missingOf(errors: readonly CompilerError[], ours: readonly Diagnostic[]): string[] {
  const differences = errors.map((error) => missing(error, ours));
  return differences.some((each) => each.length === 0) ? [] : differences.flat();
}

/** Whether a diagnostic overlaps the place of a compiler's error. */
function isAt(diagnostic: Diagnostic, { file, line, column, length }: CompilerError): boolean {
  return (
    diagnostic.file === file &&
    diagnostic.line === line &&
    diagnostic.column < column + length &&
    column < diagnostic.column + diagnostic.length
  );
}

/**
 * Whether a diagnostic explains an interface that contradicts its base, or whose bases contradict each other. The
 * compiler reports it at the interface's name, kb later, at the field or the base, with the same property name.
 */
function isInside(diagnostic: Diagnostic, { code, message, file, line, column }: CompilerError): boolean {
  if (diagnostic.file !== file || !contradictions.has(code)) return false;
  const [, property] = /\b(?:Types of property|Named property|Property) '+([^']+)'/.exec(message) ?? [];
  const isFurtherOn = diagnostic.line > line || (diagnostic.line === line && diagnostic.column > column);
  return isFurtherOn && property !== undefined && describe(diagnostic).includes(property);
}

const contradictions: ReadonlySet<number> = new Set([2320, 2430]);

/** Describes what our diagnostics lack for one of the compiler's errors: the place, the code, or the suggestion. */
function missing(error: CompilerError, ours: readonly Diagnostic[]): string[] {
  const { code, message, file, line, column } = error;
  const there = ours.filter((diagnostic) => isAt(diagnostic, error) || isInside(diagnostic, error));
  const what = `TS${code} at ${file}:${line}:${column}: ${message}`;
  if (there.length === 0) return [`no error for ${what}; the errors are: ${ours.map(describe).join(' | ')}`];
  const same = there.filter((diagnostic) => isSame(diagnostic, code));
  if (same.length === 0) return [`another error for ${what}: ${there.map(describe).join(' | ')}`];
  const [, suggestion] = [
    ...(/Did you mean (?:the (?:static|instance) member )?'?(?:typeof |to access )?([^?]+?)'?\?/.exec(message) ?? []),
  ];
  if (suggestion === undefined) return [];
  const word = suggestion.replaceAll(/['"]/g, '');
  return same.some((diagnostic) => describe(diagnostic).replaceAll(/['"]/g, '').includes(word))
    ? []
    : [`the suggestion ${word} is missing: ${same.map(describe).join(' | ')}`];
}

/** The compiler's codes for an unknown name: without and with a suggestion. */
const unknownName: ReadonlySet<number> = new Set([2304, 2552]);

function isSame({ code, message }: Diagnostic, compilers: number): boolean {
  return code === 'KB_TYPE_ERROR'
    ? message.includes(`TS${compilers}`) ||
        (unknownName.has(compilers) && [...unknownName].some((other) => message.includes(`TS${other}`)))
    : (compilerCodes[code]?.has(compilers) ?? code === 'KB_SOURCE_SYNTAX');
}

function describe({ code, line, column, message, hint }: Diagnostic): string {
  return `${line}:${column} ${code} ${message} (${hint ?? ''})`;
}
