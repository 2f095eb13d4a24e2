import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../json.ts';
import { judgeInSteps, judgeRules } from './judge-rules.ts';
import { about, integer, list, ruled } from './test-support/about.ts';
import { chosenObjects } from './test-support/chosen-objects.ts';

/** What kube-apiserver's own code said: `tools/conformance/src/cel/objects/recording/main.ts` writes it. */
interface Answer {
  readonly name: string;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** -1: more than was allowed. */
  readonly cost: number;
}

const answers = JSON.parse(
  readFileSync(new URL('./testdata/chosen-objects.json', import.meta.url), 'utf8'),
) as readonly Answer[];

test('there is an answer for every chosen object', () => {
  expect(answers.map(({ name }) => name)).toEqual(chosenObjects.map(({ name }) => name));
});

test.each(chosenObjects.map((each, index) => ({ ...each, expected: answers[index] })))(
  '$name',
  ({ schema, object, old, budget = 10_000_000, expected }) => {
    const input = { schema, isResourceRoot: true, value: object, oldValue: old, ratchets: true, budget };
    const judged = judgeRules(input);
    expect(atOnce(judgeInSteps(input))).toEqual(judged);
    expect({
      errors: judged.errors.map(({ field, type, message }) => `${field}: ${type}: ${message}`).toSorted(),
      warnings: judged.warnings.toSorted(),
      cost: judged.budget < 0 ? -1 : budget - judged.budget,
    }).toEqual({ errors: expected?.errors, warnings: expected?.warnings, cost: expected?.cost });
  },
);

function atOnce<T>(steps: Iterator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

describe('judging', () => {
  const pairs = 'self.all(x, self.all(y, y < 5000 + x))';

  test('goes in steps when it costs much, with the same result', () => {
    const numbers = Array.from({ length: 100 }, (_, index) => index);
    const { schema, object } = about('costly', ruled(list(integer), pairs, pairs, pairs, 'false'), numbers);
    const input = { schema, isResourceRoot: true, value: object };
    const steps = judgeInSteps(input);
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count += 1;
    expect(count).toBe(3);
    expect(step.value).toEqual(judgeRules(input));
  });

  test('takes values in each other thousands of times', () => {
    let schema = ruled(integer, 'self > 5');
    let value: JsonValue = 1;
    for (let depth = 0; depth < 500; depth += 1) {
      schema = { type: 'object', properties: { a: schema } };
      value = { a: value };
    }
    expect(judgeRules({ schema, isResourceRoot: true, value }).errors).toHaveLength(1);
  });

  test('reports a value at its path', () => {
    const schema = ruled(integer, { rule: 'self > 5', reason: 'FieldValueDuplicate' });
    expect(judgeRules({ schema, isResourceRoot: false, value: 1, path: 'a.default' }).errors).toEqual([
      { type: 'FieldValueDuplicate', field: 'a.default', message: 'Duplicate value: 1' },
    ]);
  });

  test('costs nothing without rules', () => {
    expect(judgeRules({ schema: integer, isResourceRoot: false, value: 1, budget: 7 })).toEqual({
      errors: [],
      warnings: [],
      budget: 7,
    });
  });
});
