import { type ObjectInput, type OwnerReference } from '@kb/apimachinery';
import { type ConfigMap, configMaps } from '@kb/kubernetes/core/v1';
import assert from 'node:assert/strict';
import { controllerFor, type ControllerBuilder } from '../../../src/controller/builder.ts';
import { createWidget } from '../scenario-widgets.ts';
import { racks, type Widget, widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'The owner handler: the controller only or every owner; owners without a namespace; old and new owners of a change, once each',
  run: async (environment) => {
    const { client, namespace } = environment;
    const rackName = `${namespace}-rack`;
    const a = await createWidget(environment, 'a');
    const b = await createWidget(environment, 'b');
    const rack = await client.create(racks, { metadata: { name: rackName }, spec: {} });
    const woken: Record<string, string[]> = { controller: [], every: [], rack: [] };
    const recording = (name: string, builder: ControllerBuilder) =>
      builder.named(name).reconcile(({ key, causes }) => {
        if (causes.some(({ kind }) => kind === 'ConfigMap')) woken[name]?.push(`${key.namespace ?? '-'}/${key.name}`);
      });
    try {
      await environment.start({
        controllers: [
          recording('controller', controllerFor(widgets).owns(configMaps)),
          recording('every', controllerFor(widgets).owns(configMaps, { matchEveryOwner: true })),
          recording('rack', controllerFor(racks).owns(configMaps)),
        ],
      });
      const wokenBy = async (
        change: () => Promise<unknown>,
        want: Readonly<Record<string, string[]>>,
      ): Promise<void> => {
        for (const name of Object.keys(woken)) woken[name] = [];
        await change();
        // The marker's event comes after the change for every controller: once it has come, the change causes no more
        // reconciles.
        const marker = await createMarker();
        await environment.eventually(() => {
          for (const [name, keys] of Object.entries(want)) {
            const last = name === 'rack' ? `-/${rackName}` : `${namespace}/${marker}`;
            assert.deepEqual(woken[name]?.toSorted(), [...keys, last].toSorted(), name);
          }
        });
      };
      let markers = 0;
      const createMarker = async (): Promise<string> => {
        markers += 1;
        const name = `marker-${markers}`;
        await client.create(configMaps, child(name, [{ ...ownerOf(a), name }]));
        await environment.settle();
        await client.create(configMaps, child(`rack-${name}`, [ownerOf(rack, 'Rack')]));
        await environment.settle();
        return name;
      };

      const [ofA, ofB] = [`${namespace}/a`, `${namespace}/b`];
      const create = (name: string, owners: readonly OwnerReference[]) => () =>
        client.create(configMaps, child(name, owners));
      await wokenBy(create('controlled', [ownerOf(a)]), { controller: [ofA], every: [ofA], rack: [] });
      await wokenBy(create('owned', [{ ...ownerOf(a), controller: false }]), {
        controller: [],
        every: [ofA],
        rack: [],
      });
      await wokenBy(create('both', [ownerOf(a), { ...ownerOf(b), controller: false }]), {
        controller: [ofA],
        every: [ofA, ofB],
        rack: [],
      });
      await wokenBy(create('other-group', [{ ...ownerOf(a), apiVersion: 'other.example.com/v1' }]), {
        controller: [],
        every: [],
        rack: [],
      });
      await wokenBy(create('other-version', [{ ...ownerOf(b), apiVersion: 'test.example.com/v2' }]), {
        controller: [ofB],
        every: [ofB],
        rack: [],
      });
      const change = (name: string, value: object) => () =>
        client.patch(configMaps, { namespace, name }, { type: 'merge', value });
      await wokenBy(change('controlled', { metadata: { ownerReferences: [ownerOf(b)] } }), {
        controller: [ofA, ofB],
        every: [ofA, ofB],
        rack: [],
      });
      await wokenBy(change('controlled', { data: { key: 'value' } }), { controller: [ofB], every: [ofB], rack: [] });
      await wokenBy(() => client.delete(configMaps, { namespace, name: 'controlled' }), {
        controller: [ofB],
        every: [ofB],
        rack: [],
      });
    } finally {
      await client.delete(racks, rackName);
    }

    function child(name: string, ownerReferences: readonly OwnerReference[]): ObjectInput<ConfigMap> {
      return { metadata: { name, namespace, ownerReferences: [...ownerReferences] } };
    }
  },
};

function ownerOf(owner: Widget, kind = 'Widget'): OwnerReference {
  const { name, uid } = owner.metadata;
  return { apiVersion: 'test.example.com/v1', kind, name, uid, controller: true };
}
