import type { InspectionRecord } from '@kb/runtime/inspection';
import { expect, test } from 'vitest';
import { linkPackages, runningDev } from '../../test-support/running-dev.ts';
import { testFolder } from '../../test-support/run-kb.ts';

test('every record of the operator is a line of kb dev --json', async () => {
  using folder = testFolder();
  await folder.kb('init', '--domain', 'example.com');
  await folder.kb('create', 'api', '--group', 'shop', '--version', 'v1', '--kind', 'Shop');
  await folder.kb('generate');
  linkPackages(folder, 'shop');
  await using dev = runningDev(folder);
  const recordOf = async (type: InspectionRecord['type']) => {
    const { record } = await dev.next('inspection', (event) => event.record.type === type);
    return record;
  };
  expect(await recordOf('operator')).toMatchObject({
    controllers: [
      {
        groupKind: 'Shop.shop.example.com',
        sources: ['watch source: Shop'],
        workers: 1,
        definedAt: expect.stringMatching(/^packages\/controller\/src\/shop\.controller\.ts:\d+$/),
      },
    ],
  });
  const began = await recordOf('reconcile-began');
  expect(began).toMatchObject({ key: { namespace: 'default' }, causes: [{ kind: 'Shop' }] });
  expect(await recordOf('reconcile-request')).toMatchObject({ verb: 'apply', subresource: 'status', status: 200 });
  expect(await recordOf('reconcile-ended')).toMatchObject({ result: 'success' });
  expect(await recordOf('operator-state')).toMatchObject({ caches: [{ groupKind: 'Shop.shop.example.com' }] });
  expect(await dev.interrupt()).toBe(0);
  expect(dev.errors()).toBe('');
});
