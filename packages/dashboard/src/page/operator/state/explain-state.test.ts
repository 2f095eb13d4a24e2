import { expect, test } from 'vitest';
import { misbehavingOperator } from '../../../../test/browser/test-support/misbehaving-operator.ts';
import type { OperatorEvent } from '../../../protocol/index.ts';
import { buildOperatorLog } from '../log/operator-log.ts';
import { whyNoRuns, whyWaiting } from './explain-state.ts';

const configMap = { group: '', version: 'v1', kind: 'ConfigMap', resource: 'configmaps', namespaced: true };
const widget = { group: 'example.com', version: 'v1', kind: 'Widget', resource: 'widgets', namespaced: true };

function why(
  kind: typeof widget,
  state: OperatorEvent['process']['state'],
  more: Pick<OperatorEvent['process'], 'hanging'> = {},
): string {
  const { log, add } = buildOperatorLog();
  add({ ...misbehavingOperator(1_000_000), process: { state, since: 0, ...more } });
  return whyNoRuns(log, kind);
}

test('what is known of the operator is said, not guessed', () => {
  expect(why(configMap, 'running')).toBe(
    'The operator runs, and none of its controllers reconciles or watches ConfigMap.',
  );
  expect(why(widget, 'running')).toContain('widget and gateway reconciles Widget: no event of this object');
  expect(why(widget, 'paused')).toContain('is paused');
  expect(why(widget, 'ended')).toBe('The operator has ended.');
  expect(why(widget, 'running', { hanging: { since: 0, reconciles: [] } })).toContain('The operator hangs');
  expect(whyNoRuns({}, widget)).toContain('not known yet');
});

const NOW = 1_000_000;
const key = { namespace: 'default', name: 'widget-1' };

test('a key in a loop waits because it wakes itself, not because it asked', () => {
  const { log, add } = buildOperatorLog();
  add(misbehavingOperator(NOW));
  expect(whyWaiting(log, 'widget', key)).toContain('woken by its own write');
  expect(whyWaiting(log, 'widget', { name: 'unknown' })).toBe('a source added it for later');
});

test('a run that returned requeueAfter asked for the next one', () => {
  const { log, add } = buildOperatorLog();
  const shared = { reconcileID: 'a', controller: 'widget', key, time: NOW };
  const began = { type: 'reconcile-began', causes: [], attempt: 0, priority: 0, ...shared } as const;
  const ended = { type: 'reconcile-ended', durationMs: 1, result: 'requeue-after', ...shared } as const;
  add({ topic: 'operator', reset: true, records: [began, ended], process: { state: 'running', since: 0 } });
  expect(whyWaiting(log, 'widget', key)).toBe('its last run asked for it');
});
