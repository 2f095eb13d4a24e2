import { type CronJob, cronJobs, jobs } from '@kb/kubernetes/batch/v1';
import { afterEach, describe, expect, test } from 'vitest';
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
    const created = (await cluster.events('CronJob')).filter((event) => event.startsWith('SuccessfulCreate'));
    expect(created.length).toBeGreaterThanOrEqual(59);
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

  test.each([
    [
      '61 * * * *',
      'UnparseableSchedule: unparseable schedule: "61 * * * *" : end of range (61) above maximum (59): 61',
    ],
    [
      '0 0 31 2 *',
      'InvalidSchedule: invalid schedule: 0 0 31 2 * : time difference between two schedules is less than 1 second',
    ],
  ])('reports the schedule %s', async (schedule, event) => {
    cluster = await startSimulatedCluster();
    await create({ schedule }).catch(() => undefined);
    await cluster.clock.advance(MINUTE);
    const events = await cluster.events('CronJob');
    // A server that validates schedules refuses the first one.
    expect(events.length === 0 ? [event] : events).toContain(event);
  });
});
