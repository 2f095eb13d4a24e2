import assert from 'node:assert/strict';
import { configMaps } from '@kb/kubernetes/core/v1';
import { type ClientCase, type ClientEnv, clientOf } from './client-case.ts';

/** Creates one object for each name, labelled with the case that it belongs to. */
async function createAll(env: ClientEnv, owner: string, labels: readonly Record<string, string>[]): Promise<void> {
  const client = clientOf(env);
  for (const [index, own] of labels.entries()) {
    const metadata = { name: `${owner}-${index}`, namespace: env.namespace, labels: { case: owner, ...own } };
    await client.create(configMaps, { metadata });
  }
}

/** Lists. */
export const listCases: readonly ClientCase[] = [
  {
    name: 'a list has a version, and items with their kind',
    run: async (env) => {
      await createAll(env, 'list-kind', [{}, {}]);
      const list = await clientOf(env).list(configMaps, { namespace: env.namespace, labelSelector: 'case=list-kind' });
      assert.equal(list.kind, 'ConfigMapList');
      assert.match(list.metadata.resourceVersion, /^[1-9]\d*$/);
      assert.deepEqual(
        list.items.map(({ apiVersion, kind, metadata }) => [apiVersion, kind, metadata.name]),
        [
          ['v1', 'ConfigMap', 'list-kind-0'],
          ['v1', 'ConfigMap', 'list-kind-1'],
        ],
      );
    },
  },
  {
    name: 'label selectors',
    run: async (env) => {
      await createAll(env, 'list-labels', [{ tier: 'web' }, { tier: 'cache' }, {}]);
      const client = clientOf(env);
      for (const [selector, want] of [
        ['tier=web', [0]],
        ['tier==web', [0]],
        ['tier!=web', [1, 2]],
        ['tier in (web,cache)', [0, 1]],
        ['tier notin (web)', [1, 2]],
        ['tier', [0, 1]],
        ['!tier', [2]],
        ['tier=web,tier!=web', []],
      ] as const) {
        const labelSelector = `case=list-labels,${selector}`;
        const { items } = await client.list(configMaps, { namespace: env.namespace, labelSelector });
        assert.deepEqual(
          items.map(({ metadata }) => metadata.name),
          want.map((index) => `list-labels-${index}`),
          selector,
        );
      }
    },
  },
  {
    name: 'field selectors',
    run: async (env) => {
      await createAll(env, 'list-fields', [{}, {}]);
      const fieldSelector = 'metadata.name=list-fields-1';
      const { items } = await clientOf(env).list(configMaps, { namespace: env.namespace, fieldSelector });
      assert.deepEqual(
        items.map(({ metadata }) => metadata.name),
        ['list-fields-1'],
      );
    },
  },
  {
    name: 'pages give every object once, all of one version',
    run: async (env) => {
      await createAll(env, 'list-pages', [{}, {}, {}, {}, {}]);
      const client = clientOf(env);
      const options = { namespace: env.namespace, labelSelector: 'case=list-pages', limit: 2 };
      const first = await client.list(configMaps, options);
      assert.equal(first.items.length, 2);
      assert.ok(first.metadata.continue);
      await createAll(env, 'list-pages-late', [{ case: 'list-pages' }]);
      const names = first.items.map(({ metadata }) => metadata.name);
      let token = first.metadata.continue;
      while (token) {
        const page = await client.list(configMaps, { ...options, continue: token });
        assert.equal(page.metadata.resourceVersion, first.metadata.resourceVersion);
        names.push(...page.items.map(({ metadata }) => metadata.name));
        token = page.metadata.continue ?? '';
      }
      assert.deepEqual(
        names,
        [0, 1, 2, 3, 4].map((index) => `list-pages-${index}`),
      );
    },
  },
  {
    name: 'a list over all namespaces',
    run: async (env) => {
      await createAll(env, 'list-all', [{}]);
      const { items } = await clientOf(env).list(configMaps, { labelSelector: 'case=list-all' });
      assert.deepEqual(
        items.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`),
        [`${env.namespace}/list-all-0`],
      );
    },
  },
];
