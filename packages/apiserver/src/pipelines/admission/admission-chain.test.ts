import { alwaysAllow } from '../../authorization/always-allow.ts';
import { expect, test } from 'vitest';
import type { AdmissionPlugin, WriteAttributes } from '../../admission/admission-plugin.ts';
import type { ApiObject } from '../../objects/api-object.ts';
import { builtInResources } from '../../kinds/built-in-resources.ts';
import { createAdmissionChain } from './admission-chain.ts';

const resources = builtInResources();

function resourceOf(plural: string, group = ''): (typeof resources)[number] {
  const found = resources.find((resource) => resource.plural === plural && resource.group === group);
  if (!found) throw new Error(`${plural} are not served`);
  return found;
}

function write(plural = 'pods', more: Partial<WriteAttributes> = {}): WriteAttributes {
  const resource = resourceOf(plural, more.kind?.group);
  return {
    caller: {
      authorizer: alwaysAllow,
      user: { name: 'ann', groups: [] },
      options: {},
      dryRun: false,
      warn: () => undefined,
      annotate: () => undefined,
      deadline: Infinity,
      signal: undefined,
    },
    operation: 'CREATE',
    resource,
    subresource: undefined,
    kind: resource,
    codec: resource.codec,
    namespace: 'default',
    name: 'a',
    object: { apiVersion: 'v1', kind: resource.kind, metadata: { name: 'a', labels: {} } },
    old: undefined,
    ...more,
  };
}

/** A plugin that appends its name to a label of the object. */
function marking(name: string, more: Partial<AdmissionPlugin> = {}): AdmissionPlugin {
  return { name, mutate: ({ object }) => void mark(object, name), ...more };
}

function mark(object: ApiObject, name: string): ApiObject {
  const { labels = {} } = object.metadata;
  object.metadata.labels = { ...labels, seen: `${labels.seen ?? ''}${name}` };
  return object;
}

const seenBy = (object: ApiObject): string | undefined => object.metadata.labels?.seen;

test('plugins run in order, and nothing waits if none does', () => {
  const chain = createAdmissionChain([marking('a'), marking('b'), marking('c')]);
  const result = chain.mutate(write());
  expect(result).not.toBeInstanceOf(Promise);
  expect(seenBy(result as ApiObject)).toBe('abc');
});

test('a plugin that waits may replace the object, and the next ones get that', async () => {
  const replacing = marking('b', { mutate: async ({ object }) => mark(structuredClone(object), 'B') });
  const chain = createAdmissionChain([marking('a'), replacing, marking('c')]);
  const given = write();
  const result = await chain.mutate(given);
  expect([seenBy(result), seenBy(given.object)]).toEqual(['aBc', 'a']);
});

test('all plugins run again, once, after one that asks for it', async () => {
  const rounds: boolean[] = [];
  const asking: AdmissionPlugin = {
    name: 'b',
    mutate: async ({ object }, round) => {
      rounds.push(round.isReinvoke);
      round.isDue = true;
      return mark(object, 'b');
    },
  };
  const chain = createAdmissionChain([marking('a'), asking, marking('c')]);
  expect(seenBy(await chain.mutate(write()))).toBe('abcabc');
  expect(rounds).toEqual([false, true]);
});

test.each([
  [['pods'], 'pods', undefined, true],
  [['pods'], 'pods', 'status', false],
  [['pods/status'], 'pods', 'status', true],
  [['pods/status'], 'pods', undefined, false],
  [['pods/*'], 'pods', 'resize', true],
  [['pods/*'], 'pods', undefined, true],
  [['pods/*'], 'podtemplates', undefined, false],
  [undefined, 'nodes', 'status', true],
])('a plugin for %j acts on %s, subresource %s: %s', (of, plural, subresource, acts) => {
  const chain = createAdmissionChain([marking('a', of && { resources: of })]);
  const given = write(plural, { subresource });
  expect(seenBy(chain.mutate(given) as ApiObject)).toBe(acts ? 'a' : undefined);
});

test('resources of groups are selected with the group', () => {
  const chain = createAdmissionChain([marking('a', { resources: ['deployments.apps'] })]);
  const deployments = resourceOf('deployments', 'apps');
  expect(seenBy(chain.mutate(write('deployments', { kind: deployments })) as ApiObject)).toBe('a');
});

test('a plugin runs for its operations, and while it is active', () => {
  let isActive = false;
  const chain = createAdmissionChain([
    marking('a', { operations: ['UPDATE'] }),
    marking('b', { isActive: () => isActive }),
  ]);
  expect([seenBy(chain.mutate(write()) as ApiObject), chain.mayWait()]).toEqual([undefined, false]);
  isActive = true;
  const updated = chain.mutate(write('pods', { operation: 'UPDATE' }));
  expect([seenBy(updated as ApiObject), chain.mayWait()]).toEqual(['ab', true]);
});

test('the object is shown only if a plugin judges it', () => {
  let shown = 0;
  const show = (): ApiObject => ((shown += 1), write().object);
  expect(createAdmissionChain([marking('a')]).validate(write(), show)).toBeUndefined();
  expect(shown).toBe(0);
  const judge: AdmissionPlugin = { name: 'b', validate: () => undefined };
  expect(createAdmissionChain([judge, judge]).validate(write(), show)).toBeUndefined();
  expect(shown).toBe(1);
});

test('a deletion is mutated by all plugins before any judges it, and the first refusal ends it', async () => {
  const calls: string[] = [];
  const plugin = (name: string, refuses = false): AdmissionPlugin => ({
    name,
    resources: ['pods'],
    mutateDeletion: async () => void calls.push(`mutate ${name}`),
    validateDeletion: () => {
      calls.push(`validate ${name}`);
      if (refuses) throw new Error(`${name} refuses`);
    },
  });
  const chain = createAdmissionChain([plugin('a'), plugin('b', true), plugin('c')]);
  expect([chain.handlesDeletion(resourceOf('pods')), chain.handlesDeletion(resourceOf('nodes'))]).toEqual([
    true,
    false,
  ]);
  const deletion = { ...write(), operation: 'DELETE', object: undefined } as const;
  await expect(chain.admitDeletion(deletion)).rejects.toThrow('b refuses');
  expect(calls).toEqual(['mutate a', 'mutate b', 'mutate c', 'validate a', 'validate b']);
});

test('it says once that a plugin waits', async () => {
  let waits = 0;
  const onWaiting = (): void => void (waits += 1);
  await createAdmissionChain([marking('a')], onWaiting).mutate(write());
  expect(waits).toBe(0);
  const judge: AdmissionPlugin = { name: 'judge', validate: () => Promise.resolve() };
  const chain = createAdmissionChain([marking('a'), judge], onWaiting);
  for (const _ of [1, 2]) await chain.validate(write(), () => write().object);
  expect(waits).toBe(1);
});
