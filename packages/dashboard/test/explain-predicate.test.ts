import { and, generationChanged, labelChanged, labelSelectorPredicate, not, or } from '@kb/runtime';
import { expect, test } from 'vitest';
import { explainPredicate } from '../src/page/operator/not-called/explain-predicate.ts';

test('the predicates of the runtime are explained by the names that they have', () => {
  expect(explainPredicate(generationChanged.name)).toContain('labels, annotations and status do not change');
  expect(explainPredicate(labelSelectorPredicate('tier=gold').name)).toContain('with the labels tier=gold');
  expect(explainPredicate(or(generationChanged, labelChanged).name)).toContain(
    'one of these: generationChanged, label',
  );
  expect(explainPredicate(and(generationChanged, labelChanged).name)).toContain('all of these');
  expect(explainPredicate(not(labelChanged).name)).toContain('labelChanged does not pass');
});

test('what the author named says nothing of itself', () => {
  for (const name of ['onlyBig', 'predicate 1 of 2', 'constructor', undefined])
    expect(explainPredicate(name)).toBeUndefined();
});
