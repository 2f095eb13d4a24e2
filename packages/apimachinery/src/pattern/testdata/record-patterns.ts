// Asks Go's regexp (tools/client-go/answers; needs Go) about patterns and texts, and writes what it says to patterns.json. Folders of CRDs add their patterns:
//   node --conditions=@kb/source packages/apimachinery/src/pattern/testdata/record-patterns.ts [FOLDER …]
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';

const chosen = [
  ...['', '^a$', 'a.c', '(?s)a.c', '(?m)^b$', '(?i)straße', '(?i:a)b', '(?i)a(?-i)b', '^[^a]$', '^[]a-]+$', '^\\d+\\s\\w*$', '\\bcat\\b', '^\\pL\\p{Lu}\\P{Greek}$'],
  ...['^[[:alpha:][:^ascii:]]+$', '^a{2,3}$', '^a{,2}$', '^(?P<n>a)(?<m>b)$', '^\\Qa.b\\E$', '^\\x41\\x{1F600}\\101$', '\\Aa\\z', '^(a|ab)(c|bcd)$', '^(|a)+$', '(a*)*$'],
  ...['(', 'a)', '[a', '*', 'a**', 'a{1001}', '(a{100}){11}', '(a{500}){2}', '[z-a]', '(?=a)', '(?<!a)', '\\1', '\\', '\\p{Foo}', '\\pN', '\\p{^Lu}', '[\\d\\-x]', '[a-\\d]'],
  ...['a{2}{3}', 'a+?', 'a??', 'a*?b', '(?U)a+', '(?i', '(?x)a', '(?P<1>a)', '(?P<a>b)(?P<a>c)', '(?P=a)', '(?#a)', '(?>a)', 'a++', '^*', '$*', '\\b+', '(?:)+', '()|a', '|', 'a||b'],
  ...['[[:foo:]]', '[[:word:]]+', '[:alpha:]', '[a', '[]', '[^]', '[\\]]', '[\\Q]\\E]', '\\Q', '\\Qa\\', '\\E', '\\C', '\\Z', '\\z', '\\G', '\\K', '\\R', '\\X', '\\h', '\\v\\f\\a', '\\cA', '\\u0041'],
  ...['\\x{110000}', '\\x{}', '\\xg', '\\x4', '\\08', '\\0', '\\777', '\\8', '[\\b]', '[\\B]', '.{0,1000}', '(x?){900}y', '(((a{10}){10}){10})', '(((a{10}){10}){11})', 'a{0}', 'a{3,2}', 'a{1,', 'a{x}'],
  ...['(?i)k', '(?i)ſ', '(?i)[k-l]', '(?i)Σ', '(?i)\\x{10400}', 'é', '😀', '[😀-😂]', '^.$', '^..$', '(?-s).', '(?m)$\\n^', '\\S\\W\\D', '(?i)İ', '(?i)ı', '\\pZ', '\\p{Han}+', '\\p{Any}', '\\p{L}\\p{Cn}'],
  '('.repeat(999) + ')'.repeat(999),
  '('.repeat(1001) + ')'.repeat(1001),
  `(${'a'.repeat(50)}){1000}`,
  '((a{30}){30}b{900}){1}'.repeat(20),
];

const piece = fc.constantFrom(
  ...['a', 'b', 'B', '-', '.', '\\.', '[ab]', '[^a]', '[a-c0-9]', '\\d', '\\w', '\\s', '\\b', '^', '$', '|', '(', ')', '(?:', '(?i)', '(?s)', '(?m)', '(?P<x>', '*', '+', '?', '*?', '{2}', '{1,3}', '{,2}', '{2,}'],
  ...['é', '\\pL', '\\x41', '[[:alpha:]]', '\\Q.\\E', '\n', '[', ']', '\\', '(?=', '\\1', 'ſ', '\\z'],
);
const generated = fc.sample(fc.array(piece, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('')), { seed: 11, numRuns: 1500 });

const TEXTS = ['', 'a', 'ab', 'aab', 'abc', 'B', 'b\na', 'a.b', 'A', 'é', 'ſ', '12 a_', 'cat', 'concat', 'a-b', 'aaaa', '\n', '😀', 'a{,2}', 'K', 'Σς', 'STRAßE', 'xxxxy'];
/** For what CRDs have: names, versions, addresses, quantities, durations. */
const MEANT = ['web', 'web-1', 'a.example.com', 'A b', '10.0.0.1', '10.0.0.0/8', 'fe80::1', '1Gi', '100m', '1.5', '-1', '1h30m', '300s', 'v1.36.0', 'https://example.com/a?b=c', 's3://bucket/key', '2026-01-02T03:04:05Z', 'arn:aws:iam::123456789012:role/x', 'sha256:abc', 'ns/name', '80', '65536', '', ' ', 'a@b.c', 'UPPER_CASE', '/a/b', '\n', 'é', 'a'.repeat(300)];

function patternsIn(folder: string): string[] {
  return globSync('**/*.{yaml,yml,json}', { cwd: folder })
    .toSorted()
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/^\s*"?pattern"?: (\S.*)$/gm)].map(([, text = '']) => scalarOf(text)));
}

/** A scalar on one line, as generators write it. */
function scalarOf(text: string): string {
  if (text.startsWith("'")) return text.replace(/',?$/, '').slice(1).replaceAll("''", "'");
  return text.startsWith('"') ? (JSON.parse(text.replace(/,$/, '')) as string) : text;
}

const meant = process.argv.slice(2).flatMap(patternsIn);
const questions = [
  ...[...new Set([...chosen, ...generated])].map((pattern) => ({ pattern, texts: TEXTS })),
  ...[...new Set(meant)].map((pattern) => ({ pattern, texts: MEANT })),
];
const cwd = fileURLToPath(new URL('../../../../../tools/client-go', import.meta.url));
const answers = JSON.parse(
  execFileSync('go', ['run', './answers'], { cwd, input: JSON.stringify(questions), encoding: 'utf8', maxBuffer: 2 ** 28 }),
) as { error?: string; matches?: boolean[] }[];
const rows = questions.map(({ pattern, texts }, index) => {
  const { error, matches = [] } = answers[index] ?? {};
  const list = texts === TEXTS ? 'texts' : 'meant';
  return JSON.stringify(error === undefined ? [pattern, list, matches.map(Number).join('')] : [pattern, list, null, error]);
});
writeFileSync(
  new URL('patterns.json', import.meta.url),
  `{ "texts": ${JSON.stringify(TEXTS)}, "meant": ${JSON.stringify(MEANT)}, "patterns": [\n${rows.join(',\n')}\n] }\n`,
);
