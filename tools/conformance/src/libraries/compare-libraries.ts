import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type JsonValue, seededRandom } from '@kb/apimachinery';
import { memoryReader, type SourceReader } from '@kb/codegen';
import { ts } from '../../../../packages/codegen/compiler/typescript.js';
import type { Failure } from '../suite.ts';
import { fileOf, judge, programOf } from '../type-errors/judge.ts';
import { refusalsOf } from '../values/compare-types.ts';
import { literalType } from '../values/judge.ts';
import { type SchemaAnswer, schemasOfSources } from '../values/kb-schemas.ts';
import { isUnintendedValue } from '../values/unintended-value.ts';
import { sampleValues } from '../values/sample-values.ts';
import type { LibraryCase } from './cases/library-case.ts';

const root = path.join(import.meta.dirname, '../../../..');
const folders = [path.join(root, 'tools/conformance'), root];

/** A type to compare: that of a case, or its replacement. */
interface Candidate {
  readonly name: string;
  readonly type: string;
  readonly unbranded?: string;
  readonly before: string;
  readonly answer: SchemaAnswer;
}

const IMPORTS = `import type { Bytes, int32, int64, KubernetesObject, Time } from '@kb/apimachinery';`;

/**
 * Checks every case with kb and tsc. Reports results that the case does not expect, and schemas that accept other
 * values than tsc.
 */
export async function compareLibraries(cases: readonly LibraryCase[], seed: number): Promise<Failure[]> {
  const answers = await schemasOf(cases);
  const expected = cases.flatMap((each, index) => unexpected(each, answers[index]));
  const right: Candidate[] = cases.flatMap((each, index) => {
    const answer = answers[index];
    return answer === undefined || 'errors' in answer ? [] : [{ ...each, answer }];
  });
  const refused = cases.filter((each, index) => each.refused !== undefined && hasErrors(answers[index]));
  const mended = refused.map((each) => {
    const type = each.instead ?? typeInHint(answers[cases.indexOf(each)]) ?? '';
    return { name: `${each.name}, mended: ${type}`, type, before: each.before };
  });
  const mendedAnswers = await schemasOf(mended);
  const unhelpful = mended.flatMap(({ name }, index): Failure[] => {
    const answer = mendedAnswers[index];
    return hasErrors(answer) ? [{ name, message: `the suggested type has errors too: ${textOf(answer)}` }] : [];
  });
  const ways = mended.flatMap((each, index): Candidate[] => {
    const answer = mendedAnswers[index];
    return answer === undefined || 'errors' in answer ? [] : [{ ...each, answer }];
  });
  return [...expected, ...unhelpful, ...differences([...right, ...ways], seed)];
}

function schemasOf(cases: readonly Pick<LibraryCase, 'type' | 'before'>[]): Promise<SchemaAnswer[]> {
  const sources = cases.map(
    ({ type, before }) => `${IMPORTS}
${before}
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject { spec: Spec }
export interface Spec { value: ${type} }
`,
  );
  return schemasOfSources(sources, withPackages);
}

/** Reads the sources of a project, and the packages that are installed for it. */
function withPackages(sources: Readonly<Record<string, string>>): SourceReader {
  const own = memoryReader(sources);
  const installed = installedPackages();
  return { list: own.list, read: (file) => own.read(file) ?? installed(file) };
}

/** Reports where kb's result differs from what the case expects. */
function unexpected(each: LibraryCase, answer: SchemaAnswer | undefined): Failure[] {
  const { name } = each;
  if (each.refused === undefined) {
    if (answer === undefined || 'errors' in answer) return [{ name, message: `it has a schema: ${textOf(answer)}` }];
  } else if (!textOf(answer).includes(each.refused)) {
    return [{ name, message: `expected an error with "${each.refused}", got: ${textOf(answer)}` }];
  }
  const said = warningsOf(answer);
  const failures: Failure[] = [];
  if (
    (each.rules === undefined) !== (said === '') ||
    !said.includes(each.rules === undefined ? '' : `: ${each.rules}\n`)
  )
    failures.push({ name, message: `expected a warning of ${each.rules ?? 'nothing'}, got: ${said}` });
  if (each.marker !== undefined && !said.includes(each.marker))
    failures.push({ name, message: `expected "${each.marker}" in the hint, got: ${said}` });
  return failures;
}

function hasErrors(answer: SchemaAnswer | undefined): boolean {
  return answer !== undefined && 'errors' in answer;
}

function textOf(answer: SchemaAnswer | undefined): string {
  if (answer === undefined || !('errors' in answer)) return 'no error';
  return answer.errors.map(({ message, hint }) => `${message}\n${hint ?? ''}`).join('\n');
}

function warningsOf(answer: SchemaAnswer | undefined): string {
  return (answer?.warnings ?? [])
    .filter(({ code }) => code === 'KB_RULES_NOT_IN_TYPE')
    .map(({ message, hint }) => `${message}\n${hint ?? ''}`)
    .join('\n');
}

/** Returns the type that a hint suggests. */
function typeInHint(answer: SchemaAnswer | undefined): string | undefined {
  if (answer === undefined || !('errors' in answer)) return undefined;
  const hint = answer.errors.find(({ severity }) => severity === 'error')?.hint ?? '';
  return /^write (.+?)(?:, with [\w ]+ from '@kb\/apimachinery'| \(from '@kb\/apimachinery'\))?$/s.exec(hint)?.[1];
}

/** Reports schemas that accept a value that tsc refuses for the type, or the reverse. */
function differences(candidates: readonly Candidate[], seed: number): Failure[] {
  const files = candidates.map(
    ({ type, unbranded = type, before }) => `${IMPORTS}\n${before}\nexport type Asked = ${unbranded};\n`,
  );
  const program = programOf(new Map(files.map((text, index) => [`types${index}.ts`, text])), {});
  const checker = program.getTypeChecker();
  const samples = candidates.map(({ name }, index) => {
    const alias = fileOf(program, `types${index}.ts`)?.statements.find(isAsked);
    if (alias === undefined) throw new Error(`the compiler lost ${name}`);
    const type = checker.getTypeFromTypeNode(alias.type);
    return { type, values: sampleValues(checker, type, seededRandom(seed + index)) };
  });
  const wrong = errorsByLine(
    files,
    samples.map(({ values }) => values),
  );
  return candidates.flatMap(({ name, answer }, index): Failure[] => {
    const sample = samples[index];
    if (sample === undefined || 'errors' in answer) return [];
    const first = (files[index] ?? '').split('\n').length;
    if (!sample.values.some((_, at) => !wrong.has(`${index}:${first + at}`)))
      return [{ name, message: 'none of the generated values is assignable' }];
    for (const [at, value] of sample.values.entries()) {
      const refusal = wrong.get(`${index}:${first + at}`);
      const [error] = refusalsOf(withoutFormats(answer.schema), value);
      if ((refusal === undefined) === (error === undefined)) continue;
      if (refusal === undefined && isUnintendedValue(checker, sample.type, value)) continue;
      const said =
        refusal === undefined
          ? `tsc accepts it, but the schema refuses it: ${error ?? ''}`
          : `the schema accepts it, but tsc refuses it: ${refusal}`;
      return [{ name, message: `value ${JSON.stringify(value)}\n${said}\nschema ${JSON.stringify(answer.schema)}` }];
    }
    return [];
  });
}

/**
 * Returns tsc's errors for values that are assigned to the type of their case, by case and line. Each value is a
 * variable of exactly its own type.
 */
function errorsByLine(
  files: readonly string[],
  values: readonly (readonly JsonValue[])[],
): ReadonlyMap<string, string> {
  const sources = files.map((text, index) => {
    const lines = (values[index] ?? []).map(
      (value, at) => `declare const v${at}: ${literalType(value)}; export const x${at}: Asked = v${at};\n`,
    );
    return [`values${index}.ts`, text + lines.join('')] as const;
  });
  const errors = judge(new Map(sources), {});
  return new Map(
    errors.map(({ file, line, message }) => [`${/^values(\d+)\.ts$/.exec(file)?.[1] ?? file}:${line}`, message]),
  );
}

function isAsked(statement: ts.Statement): statement is ts.TypeAliasDeclaration {
  return ts.isTypeAliasDeclaration(statement) && statement.name.text === 'Asked';
}

/** Removes formats from a schema: for tsc, a string with a format is any string. */
function withoutFormats<T>(schema: T): T {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === 'format' && typeof value === 'string' && !value.startsWith('int') ? undefined : value,
    ),
  ) as T;
}

/**
 * Returns a reader that maps files below `node_modules` of the project to packages that are installed for this tool.
 */
function installedPackages(): (file: string) => string | undefined {
  return (file) => {
    const place = /^(?:.*\/)?(node_modules\/.*)$/.exec(file)?.[1];
    if (place === undefined || (file !== place && !/^(?:\.\.\/)*node_modules\//.test(file))) return undefined;
    for (const folder of folders) {
      const name = path.join(folder, place);
      if (!existsSync(name)) continue;
      try {
        return readFileSync(name, 'utf8');
      } catch {
        return undefined;
      }
    }
    return undefined;
  };
}
