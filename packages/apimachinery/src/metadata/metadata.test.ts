import { describe, expect, test } from 'vitest';
import type { Condition } from '../object/object.ts';
import { nameIsDns1035Label, nameIsDnsLabel, nameIsDnsSubdomain, nameIsPathSegment } from '../names/object-names.ts';
import {
  type AnyCondition,
  findCondition,
  isConditionFalse,
  isConditionTrue,
  removeCondition,
  setCondition,
} from './conditions.ts';
import {
  AlreadyOwnedError,
  controllerOf,
  isControlledBy,
  ownerReferenceTo,
  ownershipProblem,
  withOwnerReference,
} from './owner-references.ts';
import {
  TOTAL_ANNOTATION_SIZE_LIMIT,
  validateFieldManager,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from './validate-object-meta.ts';

describe('setCondition', () => {
  const now = Date.parse('2026-01-02T03:04:05.999Z');
  const ready: Condition = {
    type: 'Ready',
    status: 'True',
    reason: 'Up',
    message: '',
    lastTransitionTime: '2020-01-01T00:00:00Z',
  };
  const other: Condition = { ...ready, type: 'Other' };

  test('appends, and sets the time', () => {
    const { lastTransitionTime: _time, ...input } = ready;
    expect(setCondition(undefined, input, now)).toEqual([{ ...ready, lastTransitionTime: '2026-01-02T03:04:05Z' }]);
    expect(setCondition([other], ready, now)).toEqual([other, ready]);
  });

  test('keeps the time while the status stays, and the place', () => {
    const changed = { ...ready, reason: 'Better', lastTransitionTime: '2030-01-01T00:00:00Z' };
    expect(setCondition([ready, other], changed, now)).toEqual([{ ...ready, reason: 'Better' }, other]);
    expect(
      setCondition(
        [ready],
        { type: 'Ready', status: 'False', reason: 'Down', message: 'x', observedGeneration: 3 },
        now,
      ),
    ).toEqual([
      {
        type: 'Ready',
        status: 'False',
        reason: 'Down',
        message: 'x',
        observedGeneration: 3,
        lastTransitionTime: '2026-01-02T03:04:05Z',
      },
    ]);
  });

  test('returns the same list when nothing changes', () => {
    const list = [ready, other];
    expect(setCondition(list, { ...ready, lastTransitionTime: 'whatever' }, now)).toBe(list);
    expect(removeCondition(list, 'None')).toBe(list);
    expect(removeCondition(list, 'Ready')).toEqual([other]);
    expect(removeCondition(null, 'Ready')).toEqual([]);
  });

  test('finds', () => {
    expect(findCondition([ready], 'Ready')).toBe(ready);
    expect([
      isConditionTrue([ready], 'Ready'),
      isConditionFalse([ready], 'Ready'),
      isConditionTrue(undefined, 'Ready'),
    ]).toEqual([true, false, false]);
  });
});

describe('conditions of any kind', () => {
  interface OwnCondition {
    type: 'Ready' | 'Draining';
    status: string;
    percent?: number;
  }
  const own: OwnCondition[] = [
    { type: 'Ready', status: 'True', percent: 90 },
    { type: 'Draining', status: 'False' },
  ];

  test.each<[string, readonly AnyCondition[] | null | undefined, [boolean, boolean]]>([
    ["a Pod's, which need neither reason nor time", [{ type: 'Ready', status: 'True' }], [true, false]],
    ['those of a list that may be changed', own, [true, false]],
    ['those of a frozen list', Object.freeze([{ type: 'Ready', status: 'False' }]), [false, true]],
    ['those with a special status type', [{ type: 'Ready', status: 'Maybe' }], [false, false]],
    ['none', null, [false, false]],
  ])('%s are read', (_, conditions, want) => {
    expect([isConditionTrue(conditions, 'Ready'), isConditionFalse(conditions, 'Ready')]).toEqual(want);
  });

  test('are found and removed with their own types', () => {
    expect(findCondition(own, 'Ready')?.percent).toBe(90);
    expect(removeCondition(own, 'Ready')).toEqual([own[1]]);
    expect(removeCondition(own, 'None')).toBe(own);
  });
});

describe('owner references', () => {
  const owner = {
    apiVersion: 'batch.example.com/v1',
    kind: 'AppService',
    metadata: { name: 'web', namespace: 'ns', uid: 'u1' },
  };
  const reference = ownerReferenceTo(owner, owner, { controller: true, blockOwnerDeletion: true });

  test('are made from an object or a resource', () => {
    expect(reference).toEqual({
      apiVersion: 'batch.example.com/v1',
      kind: 'AppService',
      name: 'web',
      uid: 'u1',
      controller: true,
      blockOwnerDeletion: true,
    });
    expect(ownerReferenceTo({ group: '', version: 'v1', kind: 'Pod' }, owner)).toEqual({
      apiVersion: 'v1',
      kind: 'Pod',
      name: 'web',
      uid: 'u1',
    });
  });

  test('name one controller', () => {
    const plain = { ...reference, uid: 'u0', controller: false };
    const object = { metadata: { ownerReferences: [plain, reference] } };
    expect(controllerOf(object)).toBe(reference);
    expect(controllerOf({ metadata: {} })).toBeUndefined();
    expect([isControlledBy(object, owner), isControlledBy(object, { metadata: { uid: 'u0' } })]).toEqual([true, false]);
    expect(withOwnerReference({ metadata: { ownerReferences: [plain] } }, reference)).toEqual([plain, reference]);
    expect(withOwnerReference(object, { ...reference, blockOwnerDeletion: false })).toEqual([
      plain,
      { ...reference, blockOwnerDeletion: false },
    ]);
    expect(() => withOwnerReference(object, { ...reference, uid: 'u2' })).toThrow(AlreadyOwnedError);
    expect(() => withOwnerReference(object, { ...reference, uid: 'u2' })).toThrow(
      'already controlled by AppService web (uid u1)',
    );
    expect(withOwnerReference(object, { ...plain, uid: 'u2' })).toHaveLength(3);
  });

  test('must stay within a namespace', () => {
    expect(ownershipProblem(owner, { metadata: { namespace: 'ns' } })).toBeUndefined();
    expect(ownershipProblem({ metadata: { name: 'cluster' } }, { metadata: { namespace: 'ns' } })).toBeUndefined();
    expect(ownershipProblem(owner, { metadata: { namespace: 'other' } })).toContain(
      'must be in the same namespace or cluster-scoped',
    );
    expect(ownershipProblem(owner, { metadata: {} })).toContain(
      'a cluster-scoped object must not have an owner in a namespace',
    );
  });
});

describe('validateObjectMeta', () => {
  const texts = (errors: readonly { field: string; message: string }[]): string[] =>
    errors.map(({ field, message }) => `${field}: ${message}`);

  test('requires a namespace, or forbids one', () => {
    const validate = (meta: object, namespaced: boolean): string[] =>
      texts(validateObjectMeta({ name: 'a', ...meta }, { namespaced, nameCheck: nameIsDnsSubdomain }));
    expect(validate({}, true)).toEqual(['metadata.namespace: Required value']);
    expect(validate({ namespace: 'a.b' }, true)).toEqual([
      'metadata.namespace: Invalid value: "a.b": must not contain dots',
    ]);
    expect(validate({ namespace: 'a' }, false)).toEqual(['metadata.namespace: Forbidden: not allowed on this type']);
    expect(validate({ generation: -1 }, false)).toEqual([
      'metadata.generation: Invalid value: -1: must be greater than or equal to 0',
    ]);
  });

  test('limits the total size of annotations', () => {
    const validate = (length: number): string[] =>
      texts(
        validateObjectMeta(
          { name: 'a', annotations: { a: 'é'.repeat(length / 2) } },
          { namespaced: false, nameCheck: nameIsDnsSubdomain },
        ),
      );
    expect(validate(TOTAL_ANNOTATION_SIZE_LIMIT - 2)).toEqual([]);
    expect(validate(TOTAL_ANNOTATION_SIZE_LIMIT)).toEqual([
      'metadata.annotations: Too long: may not be more than 262144 bytes',
    ]);
  });

  test('validates managed fields', () => {
    const entry = { manager: 'a\u0007', operation: 'Foo', fieldsType: 'V2', subresource: 'x'.repeat(257) } as never;
    expect(
      texts(
        validateObjectMeta({ name: 'a', managedFields: [entry] }, { namespaced: false, nameCheck: nameIsDnsSubdomain }),
      ),
    ).toEqual([
      'metadata.managedFields[0].operation: Invalid value: "Foo": must be `Apply` or `Update`',
      'metadata.managedFields[0].fieldsType: Invalid value: "V2": must be `FieldsV1`',
      'metadata.managedFields[0].manager: Invalid value: "a\\a": invalid character U+0007 (at position 1)',
      'metadata.managedFields[0].subresource: Too long: may not be more than 256 bytes',
    ]);
    expect(texts(validateFieldManager('x'.repeat(129)))).toEqual([
      'fieldManager: Too long: may not be more than 128 bytes',
    ]);
  });

  test('enforces what updates may not change', () => {
    const old = {
      name: 'a',
      namespace: 'n',
      uid: 'u',
      resourceVersion: '1',
      generation: 3,
      deletionTimestamp: '2026-01-01T00:00:00Z',
      finalizers: ['a.b/c'],
    };
    const update = (meta: object): string[] => texts(validateObjectMetaUpdate({ ...old, ...meta }, old));
    expect(update({})).toEqual([]);
    expect(update({ finalizers: [] })).toEqual([]);
    expect(update({ finalizers: ['a.b/c', 'x/z', 'x/y'] })).toEqual([
      'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"x/y", "x/z"}',
    ]);
    expect(update({ resourceVersion: '' })).toEqual([
      'metadata.resourceVersion: Invalid value: "": must be specified for an update',
    ]);
    expect(update({ generation: 2 })).toEqual(['metadata.generation: Invalid value: 2: must not be decremented']);
    expect(update({ uid: 'v', deletionTimestamp: undefined })).toEqual([
      'metadata.uid: Invalid value: "v": field is immutable',
      'metadata.deletionTimestamp: Invalid value: null: field is immutable',
    ]);
  });
});

describe('names', () => {
  test.each([
    [nameIsDnsSubdomain('a-', true), []],
    [nameIsDnsSubdomain('-', true).length, 1],
    [nameIsDnsLabel('a.b'), ['must not contain dots']],
    [nameIsDns1035Label('1a').length, 1],
    [nameIsPathSegment('System:a b'), []],
    [nameIsPathSegment('..'), ["may not be '..'"]],
    [nameIsPathSegment('..', true), []],
    [nameIsPathSegment('a/%'), ["may not contain '/'", "may not contain '%'"]],
  ])('%# %j', (got, want) => {
    expect(got).toEqual(want);
  });
});
