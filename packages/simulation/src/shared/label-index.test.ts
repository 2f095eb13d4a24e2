import { matchesLabels, parseLabelSelector } from '@kb/apimachinery/selectors';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filedBySelector, selectorKeys } from './label-index.ts';

const label = fc.constantFrom('a', 'b', 'c');
const labels = fc.dictionary(label, fc.constantFrom('1', '2'));
const requirement = fc
  .tuple(label, fc.constantFrom('=1', '=2', '!=1', ' in (1)', ' in (1,2)', ' notin (2)', ''))
  .map(([key, rest]) => key + rest);
const selector = fc.array(requirement, { maxLength: 3 }).map((parts) => parseLabelSelector(parts.join(',')));

test('an object is found by every selector that matches it, and by none of another namespace', () => {
  fc.assert(
    fc.property(labels, selector, fc.boolean(), (own, selecting, same) => {
      const object = {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'p', namespace: 'n', uid: 'u', resourceVersion: '1', creationTimestamp: '', labels: own },
      };
      const filed = filedBySelector(same ? 'n' : 'other', selecting);
      const isFound = selectorKeys(object).some((key) => filed.includes(key));
      const matches = matchesLabels(selecting, own);
      expect(isFound).toBe(same && (matches || isFound));
    }),
  );
});
