import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { describeValue } from './test-support/describe-value.ts';
import { evaluateTree } from './test-support/evaluate-tree.ts';
import { readTree } from './test-support/read-tree.ts';

/** What kube-apiserver's own code gives (test-support/record-expressions.ts). */
const recorded = JSON.parse(readFileSync(new URL('testdata/expressions.json', import.meta.url), 'utf8')) as {
  readonly expression: string;
  readonly tree: string;
  readonly value?: { readonly type: string };
  readonly error?: string;
  /** Absent where the planner found the error. */
  readonly cost?: number;
}[];

/** Values of Kubernetes' own types have no text of ours: their functions show what is in them. */
const isOpaque = ({ type }: { readonly type: string }): boolean => /^(?:kubernetes|net)\./.test(type);

/** What our functions give, in the same form. */
function answerTo(tree: string, hasCost: boolean): unknown {
  const read = readTree(tree);
  if (read === undefined) throw new Error(`not read: ${tree}`);
  const { value, cost } = evaluateTree(read);
  return { ...describeValue(value), ...(hasCost ? { cost } : {}) };
}

describe('recorded results of kube-apiserver', () => {
  test('cover values and errors', () => {
    expect(recorded.filter(({ error }) => error === undefined).length).toBeGreaterThan(1400);
    expect(recorded.filter(({ error }) => error !== undefined).length).toBeGreaterThan(400);
  });

  test('equal values, errors and costs of our functions', () => {
    const wrong = recorded.flatMap(({ expression, tree, value, error, cost }) => {
      const wanted = {
        ...(value === undefined ? { error } : { value: isOpaque(value) ? { type: value.type } : value }),
        ...(cost === undefined ? {} : { cost }),
      };
      const given = answerTo(tree, cost !== undefined);
      return JSON.stringify(given) === JSON.stringify(wanted) ? [] : [{ expression, wanted, given }];
    });
    expect(wrong).toEqual([]);
  });
});
