import {
  defineResource,
  type DeepReadonly,
  invalid,
  isStatusError,
  type KubernetesObject,
  type ObjectInput,
  type Resource,
  StatusError,
} from '@kb/apimachinery';
import { webhookFor } from '@kb/runtime/webhook';
import { describe, expect, test } from 'vitest';
import { admit } from './admit.ts';

interface Thing extends KubernetesObject {
  spec: { size?: number; zone: string };
}

const things: Resource<Thing> = defineResource({
  group: 'test.example.com',
  version: 'v1',
  kind: 'Thing',
  plural: 'things',
  namespaced: true,
});

const webhooks = webhookFor(things)
  .validates({
    create: ({ spec }, { warn, user }) => {
      if (spec.size === undefined) throw new Error('the defaulter was not asked first');
      if (spec.size === 13) throw new Error('13 brings bad luck');
      if (spec.size === 14) throw new StatusError(invalid(things, 'a', []));
      if (spec.size === 15) throw new TypeError('undefined is not a function');
      if (spec.size > 100) warn(`a large thing of ${user.username}`);
    },
    update: (thing, { old }) => {
      if (thing.spec.zone !== old.spec.zone) throw new Error('a thing does not move');
    },
    delete: ({ spec }) => {
      if (spec.zone === 'safe') throw new Error('it stays');
    },
  })
  .defaults((thing) => (thing.spec.size === undefined ? { ...thing, spec: { ...thing.spec, size: 1 } } : undefined));

type Input = DeepReadonly<ObjectInput<Thing>>;
const thing = (spec: Thing['spec']): Input => ({ metadata: { name: 'a', namespace: 'default' }, spec });

describe('the object that webhooks admit', () => {
  test('is defaulted, then validated', async () => {
    expect(await admit(things, webhooks, { object: thing({ zone: 'north' }) })).toEqual({
      object: { apiVersion: 'test.example.com/v1', kind: 'Thing', ...thing({ zone: 'north', size: 1 }) },
      warnings: [],
    });
  });

  test('is returned with warnings', async () => {
    const user = { username: 'jane' };
    const { warnings } = await admit(things, webhooks, { object: thing({ zone: 'north', size: 101 }), user });
    expect(warnings).toEqual(['a large thing of jane']);
  });

  test('is the old object of a delete', async () => {
    const { object } = await admit(things, webhooks, { old: thing({ zone: 'north' }) });
    expect(object.spec).toEqual({ zone: 'north' });
  });
});

test.each<{ what: string; object?: Input; old?: Input; code: number; reason: string; message: RegExp }>([
  {
    what: 'a CREATE',
    object: thing({ zone: 'n', size: 13 }),
    code: 403,
    reason: 'Forbidden',
    message: /^13 brings bad luck$/,
  },
  {
    what: 'a CREATE by a StatusError',
    object: thing({ zone: 'n', size: 14 }),
    code: 422,
    reason: 'Invalid',
    message: /"a" is invalid/,
  },
  {
    what: 'an UPDATE',
    object: thing({ zone: 'n' }),
    old: thing({ zone: 's' }),
    code: 403,
    reason: 'Forbidden',
    message: /^a thing does not move$/,
  },
  { what: 'a DELETE', old: thing({ zone: 'safe' }), code: 403, reason: 'Forbidden', message: /^it stays$/ },
])('$what that is refused rejects with the client’s error', async ({ object, old, code, reason, message }) => {
  const asked = { ...(object && { object }), ...(old && { old }) };
  const error: unknown = await admit(things, webhooks, asked).catch((thrown: unknown) => thrown);
  expect(isStatusError(error) && error.status).toMatchObject({ kind: 'Status', status: 'Failure', code, reason });
  expect(error).toHaveProperty('message', expect.stringMatching(message));
});

test('rejects with the error of a bug in a webhook', async () => {
  await expect(admit(things, webhooks, { object: thing({ zone: 'n', size: 15 }) })).rejects.toThrow(
    new TypeError('undefined is not a function'),
  );
});

test('requires an object', async () => {
  await expect(admit(things, webhooks, {})).rejects.toThrow('there must be an `object`');
});

describe('a cluster-scoped resource', () => {
  const zones = defineResource<Thing>({
    group: 'test.example.com',
    version: 'v1',
    kind: 'Zone',
    plural: 'zones',
    namespaced: false,
  });
  const object = { metadata: { name: 'a', namespace: 'default' }, spec: { zone: 'a' } };

  test('rejects an object in a namespace', async () => {
    const may: ObjectInput<Thing> = object;
    await expect(admit(zones, webhooks, { object: may })).rejects.toMatchObject({
      code: 'KB_NAMESPACE_NOT_ALLOWED',
      message: 'zones.test.example.com is cluster-scoped: leave the namespace "default" out',
    });
    // @ts-expect-error: the compiler knows it
    await expect(admit(zones, webhooks, { object })).rejects.toThrow('leave the namespace "default" out');
    // @ts-expect-error: the same of the old object
    await expect(admit(zones, webhooks, { old: object })).rejects.toThrow('leave the namespace "default" out');
  });
});
