import { defineResource } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { thing } from '../../test-support/scripted-source.ts';
import { createCauses, EventCause, MAX_CAUSES, requeueCause, retryCause } from './causes.ts';
import { isUnchanged } from '../watch/event-handler.ts';
import { resourceVersionChanged } from '../watch/predicates.ts';
import { genericEvent } from '../source/outside-events.ts';
import type { WatchedEvent } from '../watch/watched-event.ts';

const things = defineResource({
  group: 'test.example.com',
  version: 'v1',
  kind: 'Thing',
  plural: 'things',
  namespaced: true,
});
const causeOf = (event: WatchedEvent): EventCause => new EventCause('watch source: Thing', things, event);
const object = thing('a', '1');

test.each([
  { what: 'a resync', now: object, passes: false },
  { what: 'the same state, read again', now: thing('a', '1'), passes: false },
  { what: 'a later version', now: thing('a', '2'), passes: true },
  {
    what: 'another state of the same version, after a restored backup',
    now: thing('a', '1', { labels: { x: 'y' } }),
    passes: true,
  },
])('an update brings something new unless its object is the same: $what', ({ now, passes }) => {
  const event = { type: 'update', objectOld: object, object: now } as const;
  expect([resourceVersionChanged(event), !isUnchanged(event)]).toEqual([passes, passes]);
});

describe('a cause', () => {
  test.each<{ cause: EventCause; text: string; more: object }>([
    {
      cause: causeOf({ type: 'create', object, isInInitialList: true }),
      text: 'Thing default/a existed before the watch began',
      more: { type: 'create', initial: true, resync: false, changed: [] },
    },
    {
      cause: causeOf({ type: 'create', object, isInInitialList: false }),
      text: 'Thing default/a created',
      more: { type: 'create', initial: false },
    },
    {
      cause: causeOf({ type: 'update', objectOld: object, object: thing('a', '2', { labels: { x: 'y' } }) }),
      text: 'Thing default/a updated: metadata.labels.x',
      more: { type: 'update', resync: false, changed: ['metadata.labels.x'] },
    },
    {
      cause: causeOf({ type: 'update', objectOld: object, object }),
      text: 'Thing default/a resynced',
      more: { type: 'update', resync: true, changed: [] },
    },
    {
      // A restored backup: later objects have the versions of the lost ones.
      cause: causeOf({ type: 'update', objectOld: object, object: thing('a', '1', { labels: { x: 'y' } }) }),
      text: 'Thing default/a updated: metadata.labels.x',
      more: { type: 'update', resync: false, changed: ['metadata.labels.x'] },
    },
    {
      cause: causeOf({ type: 'delete', object, deleteStateUnknown: false }),
      text: 'Thing default/a deleted',
      more: { type: 'delete', kind: 'Thing', object: { namespace: 'default', name: 'a' } },
    },
    {
      cause: new EventCause('calls', undefined, genericEvent('anything')),
      text: 'calls',
      more: { type: 'generic', source: 'calls', kind: undefined, object: undefined, changed: [] },
    },
  ])('$text', ({ cause, text, more }) => {
    expect(String(cause)).toBe(text);
    expect(cause).toMatchObject(more);
  });

  test('a request of the last run', () => {
    expect([String(retryCause), String(requeueCause)]).toEqual(['retry after an error', 'requeue']);
  });
});

describe('the causes of queued keys', () => {
  const cause = (name: string): EventCause =>
    causeOf({ type: 'create', object: thing(name, '1'), isInInitialList: false });

  test('are kept in order, the same one once, until the key is handed out', () => {
    const causes = createCauses();
    const [a, b] = [cause('a'), cause('b')];
    for (const one of [a, a, b, b, retryCause]) causes.add('x', one);
    causes.add('y', b);
    expect(causes.take('x')).toEqual([a, b, retryCause]);
    expect(causes.take('x')).toEqual([]);
    expect(causes.take('y')).toEqual([b]);
  });

  test('are bounded', () => {
    const causes = createCauses();
    for (let index = 0; index < 100; index += 1) causes.add('x', cause(`${index}`));
    expect(causes.take('x')).toHaveLength(MAX_CAUSES);
  });

  test('that are put back precede later ones', () => {
    const causes = createCauses();
    const [a, b] = [cause('a'), cause('b')];
    causes.add('x', a);
    const taken = causes.take('x');
    causes.add('x', b);
    causes.putBack('x', taken);
    expect(causes.take('x')).toEqual([a, b]);
    causes.putBack('x', taken);
    causes.clear();
    expect(causes.take('x')).toEqual([]);
  });
});
