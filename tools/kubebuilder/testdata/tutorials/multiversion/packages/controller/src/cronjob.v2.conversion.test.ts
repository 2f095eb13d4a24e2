import type { CronJob as Hub } from '@project/client/batch/v1';
import type { CronJob } from '@project/client/batch/v2';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cronJobConverter } from './cronjob.conversion.ts';

const field = fc.constantFrom('0', '5', '*/2', '1-3', '1,4');
const policy = fc.constantFrom('Allow', 'Forbid', 'Replace');
const common = { suspend: fc.boolean(), concurrencyPolicy: policy, failedJobsHistoryLimit: fc.nat(10) };
const schedules = fc.record(
  { minute: field, hour: field, dayOfMonth: field, month: field, dayOfWeek: field },
  { requiredKeys: [] },
);
const texts = fc
  .array(fc.oneof(fc.constant('*'), field), { minLength: 5, maxLength: 5 })
  .map((fields) => fields.join(' '));
const specs: fc.Arbitrary<Partial<CronJob['spec']>> = fc.record(
  { schedule: schedules, ...common },
  { requiredKeys: ['schedule'] },
);
const hubSpecs: fc.Arbitrary<Partial<Hub['spec']>> = fc.record(
  { schedule: texts, ...common },
  { requiredKeys: ['schedule'] },
);

/** Converts an object to another version and back. */
async function thereAndBack(spec: object, version: string, other: string): Promise<[before: object, after: object]> {
  const metadata = { name: 'cronjob-sample', namespace: 'default' };
  const object = {
    apiVersion: `batch.tutorial.kubebuilder.io/${version}`,
    kind: 'CronJob',
    metadata,
    spec: { ...spec },
  };
  const converted = await cronJobConverter.convert(object, other);
  return [object, await cronJobConverter.convert(converted, version)];
}

test('CronJob of v2 keeps everything on its way to v1 and back', async () => {
  await fc.assert(
    fc.asyncProperty(specs, async (spec) => {
      const [before, after] = await thereAndBack(spec, 'v2', 'v1');
      expect(after).toEqual(before);
    }),
  );
});

test('CronJob of v1 keeps everything on its way to v2 and back', async () => {
  await fc.assert(
    fc.asyncProperty(hubSpecs, async (spec) => {
      const [before, after] = await thereAndBack(spec, 'v1', 'v2');
      expect(after).toEqual(before);
    }),
  );
});
