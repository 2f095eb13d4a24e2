// Asks kube-apiserver's own code (tools/cel-oracle; needs Go) what the expressions of expressions.txt give, and writes
// it to expressions.json:
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

const listed = readFileSync(new URL('../testdata/expressions.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('# '));
const input = listed
  .map((expression) => `${JSON.stringify({ expression: { expression, evaluate: true } })}\n`)
  .join('');
const cwd = fileURLToPath(new URL('../../../../../../tools/cel-oracle', import.meta.url));
const output = execFileSync('go', ['run', '.'], { cwd, input, encoding: 'utf8', maxBuffer: 2 ** 28 });
const rows = output
  .trimEnd()
  .split('\n')
  .map((line, index) => {
    const { error, programError, evaluationError, value, cost } = JSON.parse(line) as Answer;
    if (error !== undefined) throw new Error(`${listed[index]} does not compile: ${error}`);
    const failure = programError ?? evaluationError;
    return JSON.stringify({ expression: listed[index], value: value && normalized(value), error: failure, cost });
  });
writeFileSync(new URL('../testdata/expressions.json', import.meta.url), `[\n${rows.join(',\n')}\n]\n`);
