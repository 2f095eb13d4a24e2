import assert from 'node:assert/strict';
import { formatObjectKey, keyOf } from '@kb/apimachinery';
import { type Client, interceptClient } from '@kb/client';
import { createOrPatch } from '../../../src/controllerutil/create-or-patch.ts';
import { createOrUpdate } from '../../../src/controllerutil/create-or-update.ts';
import { type Widget, widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

/** A client that records its writes. */
function noting(client: Client, written: string[]): Client {
  return interceptClient(client, {
    create: (through, resource, object, options) => {
      written.push('create');
      return through.create(resource, object, options);
    },
    update: (through, resource, object, options) => {
      written.push('update');
      return through.update(resource, object, options);
    },
    patch: (through, resource, key, patch, options) => {
      written.push(`patch ${JSON.stringify(patch.type === 'merge' ? patch.value : patch)}`);
      return through.patch(resource, key, patch, options);
    },
    subresource: {
      patch: (of, verbs, key, patch, options) => {
        written.push(`patch ${of.name} ${JSON.stringify(patch.type === 'merge' ? patch.value : patch)}`);
        return verbs.patch(key, patch, options);
      },
    },
  });
}

export const scenario: Scenario = {
  name: 'createOrUpdate and createOrPatch: created, updated, unchanged without a write, a rename is refused, and trouble with the first read ends it',
  run: async ({ client, namespace }) => {
    const written: string[] = [];
    const noted = noting(client, written);
    const key = `${namespace}/made`;
    const wants = (size: number) => (draft: { spec?: Widget['spec'] }) => {
      draft.spec = { ...draft.spec, size };
    };

    const first = await createOrUpdate(noted, widgets, key, wants(1));
    assert.deepEqual(
      [first.result, first.object.spec, formatObjectKey(keyOf(first.object))],
      ['created', { size: 1 }, key],
    );
    const second = await createOrUpdate(noted, widgets, key, wants(2));
    assert.deepEqual([second.result, second.object.spec.size], ['updated', 2]);
    const third = await createOrUpdate(noted, widgets, key, wants(2));
    assert.deepEqual([third.result, third.object], ['unchanged', second.object]);
    // An empty value counts as an absent one.
    const empty = await createOrUpdate(noted, widgets, key, (draft) => ({
      ...draft,
      metadata: { ...draft.metadata, labels: {} },
      spec: { size: 2, data: {} },
    }));
    assert.equal(empty.result, 'unchanged');
    assert.deepEqual(written.splice(0), ['create', 'update']);

    const rename = createOrUpdate(noted, widgets, key, (draft) => {
      draft.metadata.name = 'other';
    });
    await assert.rejects(rename, /must not change the name or namespace/);
    const renameNew = createOrUpdate(noted, widgets, `${namespace}/new`, (draft) => {
      draft.metadata.namespace = 'elsewhere';
    });
    await assert.rejects(renameNew, /must not change the name or namespace/);
    const failing = createOrUpdate(noted, widgets, key, () => {
      throw new Error('no idea what is wanted');
    });
    await assert.rejects(failing, /no idea what is wanted/);
    const unreadable = interceptClient(noted, { get: () => Promise.reject(new Error('cannot read')) });
    let ran = false;
    const unread = createOrUpdate(unreadable, widgets, key, () => {
      ran = true;
    });
    await assert.rejects(unread, /cannot read/);
    assert.deepEqual([ran, written], [false, []]);

    // Patches of the object, of its status, of both, and of neither.
    const patched = `${namespace}/patched`;
    const bring =
      (size: number, observedSize?: number) => (draft: { spec?: Widget['spec']; status?: Widget['status'] }) => {
        draft.spec = { size };
        if (observedSize !== undefined) draft.status = { observedSize };
      };
    const results: string[] = [];
    for (const [size, observed] of [[1], [1], [2], [2, 2], [3, 3], [3, 3]] as const) {
      const { result, object } = await createOrPatch(noted, widgets, patched, bring(size, observed));
      results.push(result);
      assert.deepEqual([object.spec.size, object.status?.observedSize], [size, observed]);
    }
    assert.deepEqual(results, ['created', 'unchanged', 'updated', 'updatedStatusOnly', 'updatedStatus', 'unchanged']);
    assert.deepEqual(written.splice(0), [
      'create',
      'patch {"spec":{"size":2}}',
      'patch status {"status":{"observedSize":2}}',
      'patch {"spec":{"size":3}}',
      'patch status {"status":{"observedSize":3}}',
    ]);
    await assert.rejects(
      createOrPatch(noted, widgets, patched, (draft) => {
        draft.metadata.name = 'other';
      }),
      /must not change the name or namespace/,
    );
    await assert.rejects(createOrPatch(unreadable, widgets, patched, bring(4)), /cannot read/);
    assert.deepEqual(written, []);
  },
};
