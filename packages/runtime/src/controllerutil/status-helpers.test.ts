import { type Condition, type DeepReadonly, findCondition, isConditionTrue } from '@kb/apimachinery';
import type { Pod } from '@kb/kubernetes/core/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Embedded, startEmbedded } from '../test-support/embedded.ts';
import { widgets } from '../test-support/widgets.ts';
import { isConditionCurrent, mergeConditions, withConditions, withoutCondition } from './conditions.ts';
import { createOrUpdate } from './create-or-update.ts';
import { patchStatus } from './patch-status.ts';

const t0 = 1_767_225_600_000;
const at0 = '2026-01-01T00:00:00Z';
const later = t0 + 60_000;
const ready = { type: 'Ready', status: 'True', reason: 'AllGood', message: '' } as const;
const condition = (more: Partial<Condition> = {}): Condition => ({
  ...ready,
  lastTransitionTime: at0,
  observedGeneration: 3,
  ...more,
});

describe('conditions', () => {
  test("of a built-in kind are read as they are, a Pod's even without a reason or a time", () => {
    const status: DeepReadonly<NonNullable<Pod['status']>> = { conditions: [{ type: 'Ready', status: 'True' }] };
    expect(isConditionTrue(status.conditions, 'Ready')).toBe(true);
    expect(findCondition(status.conditions, 'Ready')?.lastProbeTime).toBeUndefined();
    expect(isConditionCurrent({ metadata: { generation: 0 }, status }, 'Ready')).toBe(true);
  });

  const bare = { metadata: { generation: 3 }, status: {} };
  const set = { metadata: { generation: 3 }, status: { conditions: [condition()], other: 1 } };

  test('are set with their generation, and keep their time while the status stays', () => {
    expect(mergeConditions(bare, [ready], t0)).toEqual([condition()]);
    expect(mergeConditions(set, [ready], later)).toBe(set.status.conditions);
    expect(mergeConditions(set, [{ ...ready, reason: 'StillGood' }], later)).toEqual([
      condition({ reason: 'StillGood' }),
    ]);
    expect(mergeConditions(set, [{ ...ready, status: 'False' }], later)).toEqual([
      condition({ status: 'False', lastTransitionTime: '2026-01-01T00:01:00Z' }),
    ]);
    const next = { ...set, metadata: { generation: 4 } };
    expect(mergeConditions(next, [ready], later)).toEqual([condition({ observedGeneration: 4 })]);
    expect(mergeConditions(next, [{ ...ready, observedGeneration: 3 }], later)).toBe(set.status.conditions);
    expect(mergeConditions({ metadata: {}, status: null }, [ready], t0)).toEqual([
      { ...ready, lastTransitionTime: at0 },
    ]);
  });

  test('leave others alone, in their order', () => {
    const other = condition({ type: 'Other' });
    const both = { metadata: { generation: 3 }, status: { conditions: [other, condition()] } };
    const merged = mergeConditions(
      both,
      [
        { ...ready, message: 'x' },
        { ...ready, type: 'New' },
      ],
      t0,
    );
    expect(merged.map(({ type, message }) => `${type} ${message}`)).toEqual(['Other ', 'Ready x', 'New ']);
    expect(merged[0]).toBe(other);
  });

  test('make another object only when they change it', () => {
    expect(withConditions(set, [ready], later)).toBe(set);
    expect(withConditions(bare, [], later)).toBe(bare);
    expect(withConditions(bare, [ready], t0)).toEqual({ ...bare, status: { conditions: [condition()] } });
    expect(withoutCondition(set, 'Absent')).toBe(set);
    expect(withoutCondition(bare, 'Absent')).toBe(bare);
    expect(withoutCondition(set, 'Ready').status).toEqual({ conditions: [], other: 1 });
  });

  test('are current for the observed generation', () => {
    expect(isConditionCurrent(set, 'Ready')).toBe(true);
    expect(isConditionCurrent({ ...set, metadata: { generation: 4 } }, 'Ready')).toBe(false);
    expect(isConditionCurrent(set, 'Absent')).toBe(false);
  });
});

describe('on a server', () => {
  let env: Embedded;
  beforeEach(async () => void (env = await startEmbedded()));
  afterEach(() => env.stop());

  test('a status is patched when it differs, and not otherwise', async () => {
    const made = await env.widget('a');
    const first = await patchStatus(env.client, widgets, made, { observedSize: 1 });
    expect([first.result, first.object.status]).toEqual(['updatedStatusOnly', { observedSize: 1 }]);
    const same = await patchStatus(env.client, widgets, first.object, { observedSize: 1 });
    expect(same).toEqual({ result: 'unchanged', object: first.object });
    const none = await patchStatus(env.client, widgets, made, {});
    expect(none).toEqual({ result: 'unchanged', object: made });
    // Only differences are sent: the spec that another client changed stays.
    await env.client.patch(widgets, 'default/a', { type: 'merge', value: { spec: { size: 5 } } });
    const second = await patchStatus(env.client, widgets, first.object, { observedSize: 2 });
    expect([second.object.spec.size, second.object.status?.observedSize]).toEqual([5, 2]);
    const locked = patchStatus(env.client, widgets, first.object, { observedSize: 3 }, { optimisticLock: true });
    await expect(locked).rejects.toMatchObject({ status: { reason: 'Conflict' } });
    const gone = await patchStatus(env.client, widgets, second.object, undefined);
    expect(gone.object.status ?? {}).toEqual({});
  });

  test('createOrUpdate reads from the given place, and gets a conflict after changes of other clients', async () => {
    const stale = await env.widget('a', { size: 1 });
    await env.client.patch(widgets, 'default/a', { type: 'merge', value: { spec: { size: 5 } } });
    const update = createOrUpdate(env.client, widgets, 'default/a', (draft) => void (draft.spec = { size: 2 }), {
      read: () => stale,
    });
    await expect(update).rejects.toMatchObject({ status: { reason: 'Conflict' } });
    const create = createOrUpdate(env.client, widgets, 'default/a', (draft) => void (draft.spec = { size: 2 }), {
      read: () => undefined,
    });
    await expect(create).rejects.toMatchObject({ status: { reason: 'AlreadyExists' } });
    expect(stale.spec.size).toBe(1);
    const dry = await createOrUpdate(env.client, widgets, 'default/b', (draft) => void (draft.spec = {}), {
      dryRun: true,
    });
    expect(dry.result).toBe('created');
    await expect(env.client.get(widgets, 'default/b')).rejects.toMatchObject({ status: { code: 404 } });
  });
});
