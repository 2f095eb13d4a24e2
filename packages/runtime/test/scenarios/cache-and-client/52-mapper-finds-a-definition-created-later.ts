import assert from 'node:assert/strict';
import type { ObjectInput } from '@kb/apimachinery';
import { createRestMapper, NoMatchError } from '@kb/client';
import { type CustomResourceDefinition, customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import type { Scenario } from '../scenario.ts';

/** A definition with these versions, the last of them stored. */
function definition(group: string, kind: string, versions: readonly string[]): ObjectInput<CustomResourceDefinition> {
  const plural = `${kind.toLowerCase()}s`;
  return {
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: versions.map((name, index) => ({
        name,
        served: true,
        storage: index === versions.length - 1,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      })),
    },
  };
}

export const scenario: Scenario = {
  name: 'the mapper asks nothing before it is used, finds a kind whose definition came later, and drops a version that has gone',
  run: async (environment) => {
    const { client, namespace } = environment;
    const group = `mapped.${namespace}.example.com`;
    const asked: string[] = [];
    const mapper = createRestMapper({
      ...client,
      getJson: (path, options) => {
        asked.push(path);
        return client.getJson(path, options);
      },
    });
    const install = (kind: string, versions: readonly string[]): Promise<CustomResourceDefinition> =>
      client.create(customResourceDefinitions, definition(group, kind, versions));
    const uninstall = (kind: string): Promise<unknown> =>
      client.delete(customResourceDefinitions, `${kind.toLowerCase()}s.${group}`);

    assert.deepEqual(asked, []);
    await assert.rejects(mapper.resourceFor({ group, kind: 'Driver' }), NoMatchError);

    const drivers = await install('Driver', ['v1']);
    try {
      const found = await environment.eventually(() => mapper.resourceFor({ group, kind: 'Driver' }));
      assert.deepEqual(
        { version: found.version, plural: found.plural, namespaced: found.namespaced },
        { version: 'v1', plural: 'drivers', namespaced: true },
      );
      // Known resources are not requested again.
      asked.length = 0;
      await mapper.resourceFor({ group, kind: 'Driver' });
      await mapper.resourceFor({ group, kind: 'Driver', version: 'v1' });
      assert.deepEqual(asked, []);

      // Installed after the group was discovered.
      await install('Taxi', ['v1alpha1', 'v1']);
      try {
        await environment.eventually(() => mapper.resourceFor({ group, kind: 'Taxi' }));
        await environment.eventually(async () => {
          // A server publishes the versions one after the other, and discovery is cached.
          mapper.forget(group);
          assert.equal((await mapper.resourceFor({ group, kind: 'Taxi' })).version, 'v1');
          await mapper.resourceFor({ group, kind: 'Taxi', version: 'v1alpha1' });
        });

        const taxis = await client.get(customResourceDefinitions, `taxis.${group}`);
        const { status: _, ...rest } = taxis;
        await client.update(customResourceDefinitions, {
          ...rest,
          spec: { ...taxis.spec, versions: taxis.spec.versions.filter(({ name }) => name === 'v1') },
        });
        // The mapper does not know it yet: it requests discovery again only for unknown resources.
        asked.length = 0;
        await mapper.resourceFor({ group, kind: 'Taxi', version: 'v1alpha1' });
        assert.deepEqual(asked, []);
        await environment.eventually(async () => {
          await assert.rejects(mapper.resourceFor({ group, kind: 'Limo' }), NoMatchError);
          await assert.rejects(mapper.resourceFor({ group, kind: 'Taxi', version: 'v1alpha1' }), NoMatchError);
        });
        assert.equal((await mapper.resourceFor({ group, kind: 'Taxi' })).version, 'v1');
        assert.equal((await mapper.resourceOf({ apiVersion: `${group}/v1`, kind: 'Taxi' })).plural, 'taxis');
      } finally {
        await uninstall('Taxi');
      }
      // A group whose last version is removed is unknown after the next lookup.
      await uninstall('Driver');
      await environment.eventually(async () => {
        mapper.forget(group);
        await assert.rejects(mapper.resourceFor({ group, kind: 'Driver' }), NoMatchError);
      });
    } finally {
      await client
        .delete(customResourceDefinitions, drivers.metadata.name)
        .catch(() => undefined /* it is gone already when all went well */);
    }
  },
};
