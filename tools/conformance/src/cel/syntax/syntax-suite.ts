import { explainSyntaxError, kubernetesMacros, parseExpression, printIssues } from '@kb/apimachinery/cel';
import type { GeneratorSuite } from '../../generator-suite.ts';
import { randomOf } from '../../random.ts';
import type { Failure } from '../../suite.ts';
import { buildCelOracle, type OracleRequests } from '../cel-oracle.ts';
import { readSpecCases } from '../specification/spec-cases.ts';
import { mutateText } from './mutate-text.ts';

/** How many changed expressions are compared. */
const CHANGED = 1000;
const CHANGED_FULL = 20_000;

/** Expressions at the limits of the parser, and beyond. */
const limits: readonly string[] = [
  ...[249, 250].flatMap((depth) => [nested('(', '1', ')', depth), nested('[', '', ']', depth), chain('a?1:', depth)]),
  ...[124, 125].flatMap((depth) => [nested('1+(', '1', ')', depth), nested('1<(', '1', ')', depth)]),
  ...[250, 251].flatMap((count) => ['+1', '<1', '.a', '[0]', '.a()'].map((part) => `self${part.repeat(count)}`)),
  ...[99_998, 99_999].map((length) => `'${'x'.repeat(length)}'`),
  `true${' && true'.repeat(500)}`,
];

function nested(open: string, inner: string, close: string, depth: number): string {
  return open.repeat(depth) + inner + close.repeat(depth);
}

function chain(part: string, count: number): string {
  return `${part.repeat(count)}1`;
}

/**
 * Our parser reads and refuses the same expressions as kube-apiserver's, in the same words: those of the specification,
 * those at the limits, and those of the specification with one or two mistakes.
 */
export const celSyntaxSuite: GeneratorSuite = {
  name: 'cel syntax',
  run({ seed, full, log }) {
    const oracle = buildCelOracle();
    if ('reason' in oracle) return Promise.resolve({ skipped: oracle.reason });
    const texts = [...new Set([...readSpecCases().cases.map(({ expression }) => expression), ...limits])];
    const random = randomOf(seed, 'cel syntax');
    const plain = texts.filter((text) => text.length < 1000);
    for (let count = full ? CHANGED_FULL : CHANGED; count > 0; count -= 1)
      texts.push(mutateText(random.pick(plain) ?? '', random));
    const answers = oracle.ask(
      'expression',
      texts.map((expression) => ({ expression })),
    );
    const failures = texts.flatMap((text, index) => differences(text, answers[index]));
    log(`${texts.filter((text) => parseExpression(text, kubernetesMacros).expr === undefined).length} are refused`);
    return Promise.resolve({ total: texts.length, failures });
  },
};

/** What cel-go's parser says; everything else is of its type checker. */
const PARSER =
  /Syntax error|reserved identifier|unsupported syntax|invalid (?:u?int|double) literal|unable to unescape|unicode code point|recursion|code point size|iteration variable|argument must be a simple name|argument is not an identifier|variable name|invalid argument to has|sortBy can only/;

function differences(text: string, answer: OracleRequests['expression']['answer'] | undefined): Failure[] {
  const theirs = answer?.error ?? '';
  const parsed = parseExpression(text, kubernetesMacros);
  if (parsed.expr !== undefined) return PARSER.test(theirs) ? [failure(text, 'is read', theirs)] : [];
  const ours = printIssues(text, parsed.isSyntaxError ? explainSyntaxError(text, parsed.issues) : parsed.issues);
  return theirs === ours ? [] : [failure(text, ours, theirs)];
}

function failure(text: string, ours: string, theirs: string): Failure {
  return { name: JSON.stringify(text.slice(0, 200)), message: `${ours}\nbut there\n${theirs || 'is read'}` };
}
