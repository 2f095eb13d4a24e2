import assert from 'node:assert/strict';
import { configMaps } from '@kb/kubernetes/core/v1';
import { controllerFor } from '../../../src/controller/builder.ts';
import { makeConfigMap } from '../../../src/test-support/scenario-cache.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'a change of a cached object is refused where it happens, or found out and named',
  run: async (environment) => {
    const { client, namespace } = environment;
    await makeConfigMap(client, namespace, 'shared', { data: { value: 'of the server' } });
    const changeIn = (mutation: 'freeze' | 'detect') => {
      const refused: unknown[] = [];
      const controller = controllerFor(configMaps)
        .named(mutation)
        .reconcile(({ key, client: cached }) => {
          if (key.name !== 'shared') return;
          const found = cached.cached(configMaps).get(key) as { data?: Record<string, string> } | undefined;
          try {
            if (found?.data) found.data['value'] = 'of the program';
          } catch (error) {
            refused.push(error);
          }
        });
      return { controller, refused };
    };

    const frozen = changeIn('freeze');
    await environment.start({
      controllers: [frozen.controller],
      cache: { namespaces: [namespace], mutation: 'freeze' },
    });
    await environment.eventually(() => assert.equal(frozen.refused.length, 1));
    assert.ok(frozen.refused[0] instanceof TypeError);

    const detected = changeIn('detect');
    await environment.start({
      controllers: [detected.controller],
      cache: { namespaces: [namespace], mutation: 'detect' },
    });
    const line = await environment.eventually(() => {
      const found = environment.lines.find(({ message }) => message === 'Cached object changed');
      assert.ok(found);
      return found;
    });
    assert.deepEqual(detected.refused, []);
    assert.equal(line.values['field'], '.data.value');
    assert.equal(line.values['name'], 'shared');
    assert.equal(line.values['kind'], 'ConfigMap');
    assert.match(String(line.error), /^Error: \.data\.value of a cached object was changed by the program/);
  },
};
