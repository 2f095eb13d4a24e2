// Asks kube-apiserver's own code (tools/cel-oracle; needs Go) what the expressions of expressions.txt give, and those
// of objects.json for the values there, and writes it to expressions.json and objects.json:
//   node --conditions=@kb/source packages/apimachinery/src/cel/evaluate/test-support/record-expressions.ts
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Answer {
  readonly error?: string;
  readonly programError?: string;
  readonly evaluationError?: string;
  readonly value?: Value;
  readonly cost?: number;
}

interface Value {
  readonly type: string;
  readonly text?: string;
  readonly items?: readonly Value[];
  readonly entries?: readonly Value[];
}

/**
 * A value with the entries of a map in the order of their keys, because Go has none, and without the texts of values of
 * Kubernetes' own types: their functions show what is in them.
 */
function normalized({ type, text, items, entries }: Value): Value {
  if (/^(?:kubernetes|net)\./.test(type)) return { type };
  if (items !== undefined) return { type, items: items.map(normalized) };
  if (entries === undefined) return text === undefined ? { type } : { type, text };
  const all = entries.map(normalized);
  const pairs = Array.from({ length: all.length / 2 }, (_, index) => all.slice(index * 2, index * 2 + 2));
  const ordered = pairs.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return { type, entries: ordered.flat() };
}

interface Result {
  readonly expression: string;
}

/** The answers to expressions, with the values of a schema or without. */
function answersTo(expressions: readonly string[], more: Readonly<Record<string, unknown>>): Result[] {
  const input = expressions
    .map((expression) => `${JSON.stringify({ expression: { expression, ...more } })}\n`)
    .join('');
  const cwd = fileURLToPath(new URL('../../../../../../tools/cel-oracle', import.meta.url));
  const output = execFileSync('go', ['run', '.'], { cwd, input, encoding: 'utf8', maxBuffer: 2 ** 28 });
  return output
    .trimEnd()
    .split('\n')
    .map((line, index) => {
      const { error, programError, evaluationError, value, cost } = JSON.parse(line) as Answer;
      const expression = expressions[index] ?? '';
      if (error !== undefined) throw new Error(`${expression} does not compile: ${error}`);
      return { expression, value: value && normalized(value), error: programError ?? evaluationError, cost };
    });
}

const rowsOf = (results: readonly unknown[]): string => results.map((result) => JSON.stringify(result)).join(',\n');

const listed = readFileSync(new URL('../testdata/expressions.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('# '));
const results = answersTo(listed, { evaluate: true });
writeFileSync(new URL('../testdata/expressions.json', import.meta.url), `[\n${rowsOf(results)}\n]\n`);

const objects = new URL('../testdata/objects.json', import.meta.url);
const groups = JSON.parse(readFileSync(objects, 'utf8')) as {
  readonly schema: unknown;
  readonly self: unknown;
  readonly results: readonly Result[];
}[];
const printed = groups.map(({ schema, self, results: known }) => {
  const expressions = known.map(({ expression }) => expression);
  const head = `{ "schema": ${JSON.stringify(schema)},\n"self": ${JSON.stringify(self)},\n"results": [`;
  return `${head}\n${rowsOf(answersTo(expressions, { schema, self }))}\n] }`;
});
writeFileSync(objects, `[\n${printed.join(',\n')}\n]\n`);
