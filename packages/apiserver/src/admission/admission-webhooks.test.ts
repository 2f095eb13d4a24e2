import { isJsonObject } from '@kb/apimachinery/codec';
import { expect, test, vi } from 'vitest';
import { Registry } from '../resources/registry.ts';
import { Collection } from '../storage/collection.ts';
import { configMap, configMaps, configureOn, patchOf, startLab } from '../test-support/webhook-lab.ts';

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

test('a webhook that renames an object does not rename the request: validating webhooks get its own name', async () => {
  const rename = patchOf({ op: 'replace', path: '/metadata/name', value: 'renamed' });
  const lab = startLab(({ oldObject, object }) =>
    oldObject === null && isJsonObject(object) && 'uid' in (isJsonObject(object.metadata) ? object.metadata : {})
      ? { allowed: true }
      : rename,
  );
  await lab.configure('Mutating');
  await lab.configure('Validating');
  const { body } = await lab.post(configMaps, configMap('sent'));
  expect(body.metadata.name).toBe('renamed');
  expect(lab.asked.map(({ name }) => name)).toEqual(['sent', 'sent']);
});

test('validating webhooks get the name that was generated', async () => {
  const lab = startLab();
  await lab.configure('Validating');
  const { body } = await lab.post(configMaps, { metadata: { generateName: 'made-' } });
  expect(lab.asked.map(({ name }) => name)).toEqual([body.metadata.name]);
});
