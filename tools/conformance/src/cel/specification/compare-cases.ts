import { printValue } from './cel-value.ts';
import type { CelImplementation } from './implementation.ts';
import type { SpecCase } from './spec-cases.ts';

/** What is compared, from the text to its value. */
export const levels = ['syntax', 'syntax error', 'type', 'typed tree', 'value'] as const;

/** One of them. */
export type Level = (typeof levels)[number];

/** What an implementation made of one case, on one level. */
export interface Outcome {
  readonly level: Level;
  readonly section: string;
  /** The name of the case. */
  readonly name: string;
  /** What was wrong, in one line; undefined: it passed. */
  readonly problem?: string;
}

/** Compares an implementation with the cases. What it does not offer has no outcomes. */
export function compareCases(implementation: CelImplementation, cases: readonly SpecCase[]): Outcome[] {
  return cases.flatMap((spec) => {
    const { section, name } = spec;
    return problemsOf(implementation, spec).map(([level, problem]) => ({
      level,
      section,
      name,
      ...(problem !== undefined && { problem }),
    }));
  });
}

type Finding = readonly [Level, string | undefined];

function problemsOf(implementation: CelImplementation, spec: SpecCase): Finding[] {
  const { tree, syntaxError, type, typedTree, value } = spec.expected;
  const { typeOf, typedTreeOf, evaluate } = implementation;
  const findings: Finding[] = [];
  if (tree !== undefined && spec.hasMacros) {
    const parsed = attempt(() => implementation.parse(spec.expression) ?? 'another tree');
    findings.push(['syntax', syntaxProblem(tree, parsed)]);
    if (tree === null && isSyntaxError(syntaxError))
      findings.push(['syntax error', difference(syntaxError, parsed.error ?? 'no error')]);
  }
  if (type !== undefined && typeOf !== undefined)
    findings.push([
      'type',
      resultProblem(
        type,
        attempt(() => typeOf(spec)),
      ),
    ]);
  if (typedTree !== undefined && typedTreeOf !== undefined)
    findings.push([
      'typed tree',
      resultProblem(
        typedTree,
        attempt(() => typedTreeOf(spec)),
      ),
    ]);
  if (value !== undefined && evaluate !== undefined) {
    const result = attempt(() => printValue(evaluate(spec)));
    findings.push(['value', valueProblem(value === 'error' ? 'error' : printValue(value), result)]);
  }
  return findings;
}

function isSyntaxError(text: string | undefined): text is string {
  return text?.includes('Syntax error') === true;
}

type Attempt = { readonly result: string; readonly error?: never } | { readonly error: string };

function attempt(work: () => string): Attempt {
  try {
    return { result: work() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function syntaxProblem(tree: string | null, parsed: Attempt): string | undefined {
  if (tree === null) return parsed.error === undefined ? 'is parsed' : undefined;
  if (parsed.error !== undefined) return `is refused: ${firstLine(parsed.error)}`;
  return parsed.result === 'another tree' || parsed.result === tree ? undefined : 'has another tree';
}

function valueProblem(expected: string, result: Attempt): string | undefined {
  if (expected === 'error') return result.error === undefined ? `has the value ${firstLine(result.result)}` : undefined;
  return resultProblem(expected, result);
}

function resultProblem(expected: string, result: Attempt): string | undefined {
  return result.error === undefined ? difference(expected, result.result) : `is refused: ${firstLine(result.error)}`;
}

function difference(expected: string, got: string): string | undefined {
  return expected === got ? undefined : `is not ${firstLine(expected)}, but ${firstLine(got)}`;
}

/** The beginning of a text, as a list of failures shows it. */
function firstLine(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length > 100 ? `${line.slice(0, 100)}…` : line;
}
