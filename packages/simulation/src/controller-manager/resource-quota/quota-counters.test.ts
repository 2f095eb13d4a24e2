import { equalResources, only, quotaEvaluatorOf, sumOf, withoutZeros } from '@kb/apimachinery/server';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CountedObject, createQuotaCounter, createQuotaCounters, type LiveQuota } from './quota-counters.ts';

const quota: LiveQuota = {
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: { namespace: 'n', name: 'q', uid: 'q', resourceVersion: '1', creationTimestamp: '' },
  spec: { hard: { pods: '9', 'requests.cpu': '9', 'requests.memory': '9Gi' }, scopes: ['NotTerminating'] },
};
const evaluator = quotaEvaluatorOf({ group: '', plural: 'pods' });
if (!evaluator) throw new Error('Pods are not counted');

const amount = fc.constantFrom('0', '1', '500m', '1Gi', '1G', '3k');
const pod = fc.record({
  uid: fc.constantFrom('1', '2', '3', '4'),
  isGone: fc.boolean(),
  requests: fc.record({ cpu: amount, memory: amount, 'example.com/gpu': amount }, { requiredKeys: [] }),
  phase: fc.constantFrom('Running', 'Succeeded'),
  deadline: fc.option(fc.constant(5), { nil: undefined }),
});

test('the sum follows every object, and is what a count of all of them would be', () => {
  fc.assert(
    fc.property(fc.array(pod), (changes) => {
      const counter = createQuotaCounter(quota, 0);
      const left = new Map<string, CountedObject>();
      for (const { uid, isGone, requests, phase, deadline } of changes) {
        const spec = {
          containers: [{ name: 'c', resources: { requests } }],
          ...(deadline !== undefined && { activeDeadlineSeconds: deadline }),
        };
        const object: CountedObject = { metadata: { uid }, spec, status: { phase } };
        counter.set(uid, isGone ? undefined : object, evaluator, 0);
        expect(counter.set(uid, isGone ? undefined : object, evaluator, 0)).toBe(false);
        if (isGone || deadline !== undefined) left.delete(uid);
        else left.set(uid, object);
      }
      const all = [...left.values()].map((object) => evaluator.usage(object, 0)).reduce(sumOf, new Map());
      const limited = only(all, new Set(Object.keys(quota.spec?.hard ?? {})));
      expect(equalResources(withoutZeros(counter.used()), withoutZeros(limited))).toBe(true);
    }),
  );
});

test('counters are kept by namespace and name', () => {
  const counters = createQuotaCounters();
  const counter = createQuotaCounter(quota, 0);
  counters.keep(counter);
  expect([counters.of(quota), [...counters.inNamespace('n')], [...counters.inNamespace('other')]]).toEqual([
    counter,
    [counter],
    [],
  ]);
  counters.forget({ namespace: 'n', name: 'q' });
  expect([counters.of(quota), [...counters.inNamespace('n')]]).toEqual([undefined, []]);
});
