import { expect, test, vi } from 'vitest';
import { Registry } from '../resources/registry.ts';
import { Collection } from '../storage/collection.ts';
import { configMap, configMaps, configureOn, startLab } from '../test-support/webhook-lab.ts';

test('writes do not read configurations, and look for other versions of a kind only for webhooks', async () => {
  const walk = vi.spyOn(Collection.prototype, 'walk');
  const all = vi.spyOn(Registry.prototype, 'all');
  try {
    const lab = startLab();
    await lab.post(configMaps, configMap('first'));
    const write = async (name: string): Promise<number> => {
      walk.mockClear();
      all.mockClear();
      await lab.post(configMaps, configMap(name));
      await lab.merge(`${configMaps}/${name}`, { data: { a: '1' } });
      await lab.del(`${configMaps}/${name}`);
      return walk.mock.calls.length + all.mock.calls.length;
    };
    const without = await write('a');
    expect(await write('b')).toBe(without);
    const rules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['secrets'] }];
    await configureOn(lab, 'Validating', { rules });
    await configureOn(lab, 'Mutating', { rules });
    await write('c');
    // The configurations were read once; no webhook is for these requests.
    expect(await write('d')).toBe(without);
    expect(lab.asked).toEqual([]);
  } finally {
    walk.mockRestore();
    all.mockRestore();
  }
});
