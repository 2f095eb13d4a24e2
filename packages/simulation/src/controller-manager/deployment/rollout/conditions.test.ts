import { describe, expect, test } from 'vitest';
import { newCondition, withCondition, withoutCondition } from './conditions.ts';

const first = newCondition('Progressing', 'True', 'NewReplicaSetCreated', 'one', 0);
const other = newCondition('Available', 'False', 'MinimumReplicasUnavailable', 'x', 0);

describe('withCondition', () => {
  test('keeps message and times when status and reason are unchanged', () => {
    const conditions = [first, other];
    expect(withCondition(conditions, newCondition('Progressing', 'True', 'NewReplicaSetCreated', 'two', 60_000))).toBe(
      conditions,
    );
  });

  test('keeps the time of transition when only the reason changes, and moves the condition to the end', () => {
    const next = withCondition([first, other], newCondition('Progressing', 'True', 'ReplicaSetUpdated', 'two', 60_000));
    expect(next).toEqual([
      other,
      {
        type: 'Progressing',
        status: 'True',
        reason: 'ReplicaSetUpdated',
        message: 'two',
        lastUpdateTime: '1970-01-01T00:01:00Z',
        lastTransitionTime: '1970-01-01T00:00:00Z',
      },
    ]);
  });

  test('sets both times when the status changes', () => {
    const [next] = withCondition(
      [first],
      newCondition('Progressing', 'False', 'ProgressDeadlineExceeded', 'two', 60_000),
    );
    expect([next?.lastTransitionTime, next?.lastUpdateTime]).toEqual(['1970-01-01T00:01:00Z', '1970-01-01T00:01:00Z']);
  });
});

describe('withoutCondition', () => {
  test('removes the condition of one type', () => {
    expect(withoutCondition([first, other], 'Progressing')).toEqual([other]);
  });
});
