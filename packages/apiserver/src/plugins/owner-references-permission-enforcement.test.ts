import { expect, test } from 'vitest';
import { firstRound, type WriteAttributes } from '../admission/admission-plugin.ts';
import type { Authorizer } from '../authorization/authorizer.ts';
import { builtInResources } from '../kinds/built-in-resources.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { Registry } from '../resources/registry.ts';
import { alwaysDeny } from './always-deny.ts';
import { ownerReferencesPermissionEnforcement } from './owner-references-permission-enforcement.ts';

const registry = new Registry(builtInResources());

interface Owner {
  readonly kind?: string;
  readonly uid?: string;
  readonly blocks?: boolean;
}

const objectWith = (owners: readonly Owner[]): ApiObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: 'c',
    namespace: 'n',
    ownerReferences: owners.map(({ kind = 'ReplicaSet', uid = 'u', blocks }) => ({
      apiVersion: kind === 'Node' ? 'v1' : 'apps/v1',
      kind,
      name: 'o',
      uid,
      ...(blocks !== undefined && { blockOwnerDeletion: blocks }),
    })),
  },
});

/** Gives the plugin an update, or a creation; returns what it asks, and its refusal. */
function judge(
  allowed: readonly string[],
  owners: readonly Owner[],
  before?: readonly Owner[],
  more: Partial<WriteAttributes> = {},
): { readonly asked: string[]; readonly refusal: string | undefined } {
  const asked: string[] = [];
  const authorizer: Authorizer = {
    mode: 'RBAC',
    rulesFor: () => ({ resourceRules: [], nonResourceRules: [], incomplete: false, error: '' }),
    authorize: (_, attributes) => {
      if (!attributes.isResource) throw new Error('not about a resource');
      const { verb, group, resource, subresource, namespace, name } = attributes;
      const text = `${verb} ${group}/${resource}/${subresource} ${namespace}/${name}`;
      asked.push(text);
      return { decision: allowed.includes(text) ? 'allow' : 'no opinion', reason: 'no role' };
    },
  };
  const resource = registry.find('', 'v1', 'configmaps');
  if (!resource) throw new Error('config maps are not served');
  const write = {
    caller: { user: { name: 'ann', groups: [] } },
    operation: before ? 'UPDATE' : 'CREATE',
    resource,
    subresource: undefined,
    namespace: 'n',
    name: 'c',
    object: objectWith(owners),
    old: before && objectWith(before),
    ...more,
  } as unknown as WriteAttributes;
  const plugin = ownerReferencesPermissionEnforcement({ authorizer, registry });
  try {
    void plugin.validate?.(write);
    return { asked, refusal: undefined };
  } catch (error) {
    return { asked, refusal: error instanceof Error ? error.message : String(error) };
  }
}

const DELETE = 'delete /configmaps/ n/c';
const ANYTHING = 'update */*/finalizers /*';
const OWNER = 'update apps/replicasets/finalizers n/o';
const NO_DELETE = 'configmaps "c" is forbidden: cannot set an ownerRef on a resource you can\'t delete: no role, <nil>';
const NO_FINALIZERS =
  'configmaps "c" is forbidden: cannot set blockOwnerDeletion if an ownerReference refers to a resource you can\'t set finalizers on: no role, <nil>';

test.each<[string, string[], Owner[], Owner[] | undefined, string[], string | undefined]>([
  ['a new object without owners', [], [], undefined, [], undefined],
  ['a new object with an owner', [], [{}], undefined, [], undefined],
  ['owners that stay', [], [{ blocks: true }], [{ blocks: true }], [], undefined],
  ['a change without permission to delete', [], [{}], [], [DELETE], NO_DELETE],
  ['a change with permission to delete', [DELETE], [], [{}], [DELETE], undefined],
  ['a new object that blocks', [], [{ blocks: true }], undefined, [ANYTHING, OWNER], NO_FINALIZERS],
  ['one that may block its owner', [OWNER], [{ blocks: true }], undefined, [ANYTHING, OWNER], undefined],
  ['one that may block anything', [ANYTHING], [{ blocks: true }], undefined, [ANYTHING], undefined],
  [
    'an owner that blocks from now on',
    [DELETE],
    [{ blocks: true }],
    [{ blocks: false }],
    [DELETE, ANYTHING, OWNER],
    NO_FINALIZERS,
  ],
  ['an owner that blocks no more', [DELETE], [{ blocks: false }], [{ blocks: true }], [DELETE], undefined],
  [
    'an owner in no namespace',
    ['update /nodes/finalizers /o'],
    [{ kind: 'Node', blocks: true }],
    undefined,
    [ANYTHING, 'update /nodes/finalizers /o'],
    undefined,
  ],
  [
    'an owner of an unknown kind',
    [],
    [{ kind: 'Thing', blocks: true }],
    undefined,
    [ANYTHING],
    'configmaps "c" is forbidden: cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion apps/v1 Kind Thing: no matches for kind "Thing" in version "apps/v1"',
  ],
])('%s', (_, allowed, owners, before, asked, refusal) => {
  expect(judge(allowed, owners, before)).toEqual({ asked, refusal });
});

test('the status of a Pod is not judged', () => {
  const resource = registry.find('', 'v1', 'pods');
  if (!resource) throw new Error('pods are not served');
  expect(judge([], [{}], [], { resource, subresource: 'status' }).asked).toEqual([]);
});

test('AlwaysDeny refuses every write', () => {
  const write = { resource: registry.find('', 'v1', 'pods'), name: '', object: objectWith([]) };
  expect(() => void alwaysDeny.mutate?.(write as unknown as WriteAttributes, firstRound())).toThrow(
    'pods "c" is forbidden: admission control is denying all modifications',
  );
});
