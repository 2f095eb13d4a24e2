import { type CronJob, cronJobs, jobs } from '@kb/kubernetes/batch/v1';
import { events } from '@kb/kubernetes/core/v1';
import { afterEach, describe, expect, test } from 'vitest';
import { refusingTransport } from '../../test-support/refusing-transport.ts';
import { type SimulatedCluster, startSimulatedCluster } from '../../test-support/simulated-cluster.ts';

let cluster: SimulatedCluster;

afterEach(async () => {
  await cluster.stop();
});

const key = { namespace: 'default', name: 'cron' };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const create = (spec: object): Promise<CronJob> =>
  cluster.client.create(cronJobs, {
    metadata: key,
    spec: {
      schedule: '* * * * *',
      jobTemplate: {
        spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'x' }] } } },
      },
      ...spec,
    },
  });
const get = (): Promise<CronJob> => cluster.client.get(cronJobs, key);
const starts = async (): Promise<string[]> =>
  (await cluster.client.list(jobs, { namespace: 'default' })).items
    .map(({ metadata }) => metadata.annotations?.['batch.kubernetes.io/cronjob-scheduled-timestamp'] ?? '')
    .toSorted();

describe('the CronJob controller', () => {
  test('starts a Job each time, and keeps as many as the history allows', async () => {
    cluster = await startSimulatedCluster();
    await create({ successfulJobsHistoryLimit: 2 });
    await cluster.clock.advance(HOUR + MINUTE / 2);
    const { items } = await cluster.client.list(events, { namespace: 'default' });
    const created = items.filter(
      ({ involvedObject, reason }) => involvedObject.kind === 'CronJob' && reason === 'SuccessfulCreate',
    );
    expect(created.reduce((sum, { count = 1 }) => sum + count, 0)).toBeGreaterThanOrEqual(59);
    expect(await starts()).toHaveLength(2);
    expect((await get()).status?.active).toBeUndefined();
  });

  test('follows the clocks of its zone', async () => {
    cluster = await startSimulatedCluster();
    await create({ schedule: '30 9 * * *', timeZone: 'Asia/Kolkata', successfulJobsHistoryLimit: 9 });
    await cluster.clock.advance(48 * HOUR);
    expect((await starts()).map((time) => time.slice(11))).toEqual(['09:30:00+05:30', '09:30:00+05:30']);
  });

  test('catches up with the last of the times that it missed', async () => {
    cluster = await startSimulatedCluster();
    await create({ schedule: '0 * * * *' });
    await cluster.restart(() => cluster.clock.advance(5 * HOUR));
    await cluster.clock.advance(10_000);
    expect(await starts()).toHaveLength(1);
  });

  test('reports a schedule that never comes, and the server refuses one that cannot be read', async () => {
    cluster = await startSimulatedCluster();
    await expect(create({ schedule: '61 * * * *' })).rejects.toThrow('end of range (61) above maximum (59): 61');
    await create({ schedule: '0 0 31 2 *' });
    await cluster.clock.advance(MINUTE);
    expect(await cluster.events('CronJob')).toEqual([
      'InvalidSchedule: invalid schedule: 0 0 31 2 * : time difference between two schedules is less than 1 second',
    ]);
  });

  test('reports a Job that is refused, and starts it when it is not any more', async () => {
    const state = { refuses: true };
    cluster = await startSimulatedCluster({
      intercept: (transport) => {
        const refusing = refusingTransport(transport, /^POST .*\/jobs/, 'no more jobs');
        return { send: (...request) => (state.refuses ? refusing : transport).send(...request) };
      },
    });
    await create({ schedule: '0 * * * *' });
    await cluster.clock.advance(HOUR);
    expect(await cluster.events('CronJob')).toEqual(['FailedCreate: Error creating job: no more jobs']);
    expect((await get()).status?.lastScheduleTime).toBeUndefined();
    state.refuses = false;
    await cluster.clock.advance(MINUTE);
    expect(await starts()).toEqual(['2026-01-01T01:00:00Z']);
  });
});
