import { job, jobHas, jobIs, patchJob, quiet } from './jobs.ts';
import type { Scenario, Step } from './scenario.ts';
import { settle } from './steps.ts';

const jobGone: Step = { untilGone: 'Job', name: 'job' };
const held = { finalizers: ['example.com/held'] };
const onePod = { startsWith: 'job-' };
const ttl = (ttlSecondsAfterFinished: number | null): object => ({ ttlSecondsAfterFinished });
const complete = jobIs('Complete', 1);
/** Waits longer than the times that these Jobs have to live. */
const outlived: Step = { settle: true, quietMs: 5000 };
const release = (kind: 'Job' | 'Pod', name: typeof onePod | string): Step => ({
  patch: kind,
  name,
  with: { metadata: { finalizers: null } },
});

/** Jobs with a time to live after they have finished. */
export const finishedJobScenarios: readonly Scenario[] = [
  { name: 'finished-and-limited-later', steps: [job(), complete, settle, patchJob(ttl(1)), jobGone, settle] },
  {
    name: 'finished-and-limit-raised',
    steps: [job({ spec: ttl(4) }), complete, patchJob(ttl(3600)), outlived],
  },
  {
    name: 'finished-and-limit-lowered',
    steps: [job({ spec: ttl(3600) }), complete, settle, patchJob(ttl(1)), jobGone, settle],
  },
  { name: 'finished-and-limit-not-reached', steps: [job({ spec: ttl(3600) }), complete, outlived] },
  {
    name: 'finished-by-its-deadline',
    steps: [job({ image: 'runs', spec: { ...ttl(1), activeDeadlineSeconds: 2 } }), jobGone, settle],
  },
  {
    name: 'finished-indexes',
    steps: [job({ spec: { ...ttl(1), completionMode: 'Indexed', completions: 2, parallelism: 2 } }), jobGone, settle],
  },
  { name: 'unfinished', steps: [job({ image: 'runs', spec: ttl(0) }), jobHas('status.ready', 1), outlived] },
  { name: 'unfinished-suspended', steps: [job({ spec: { ...ttl(0), suspend: true } }), outlived] },
  {
    // It is deleted in the foreground: its Pods first.
    name: 'finished-and-held',
    steps: [job({ spec: ttl(1), metadata: held }), jobHas('metadata.deletionGracePeriodSeconds', 0), quiet],
  },
  {
    name: 'finished-and-released',
    steps: [
      job({ spec: ttl(1), metadata: held }),
      jobHas('metadata.deletionGracePeriodSeconds', 0),
      quiet,
      release('Job', 'job'),
      jobGone,
      settle,
    ],
  },
  {
    name: 'finished-and-its-pod-held',
    steps: [
      job({ spec: ttl(3600) }),
      complete,
      settle,
      { patch: 'Pod', name: onePod, with: { metadata: held } },
      patchJob(ttl(0)),
      jobHas('metadata.deletionGracePeriodSeconds', 0),
      quiet,
    ],
  },
  {
    name: 'finished-and-its-pod-released',
    steps: [
      job({ spec: ttl(3600) }),
      complete,
      settle,
      { patch: 'Pod', name: onePod, with: { metadata: held } },
      patchJob(ttl(0)),
      jobHas('metadata.deletionGracePeriodSeconds', 0),
      settle,
      release('Pod', onePod),
      jobGone,
      settle,
    ],
  },
  {
    name: 'finished-with-a-dependent',
    steps: [
      job({ spec: ttl(3600) }),
      {
        create: {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: {
            name: 'result',
            ...held,
            ownerReferences: [
              { apiVersion: 'batch/v1', kind: 'Job', name: 'job', uid: 'uid of Job job', blockOwnerDeletion: true },
            ],
          },
        },
      },
      complete,
      settle,
      patchJob(ttl(0)),
      jobHas('metadata.deletionGracePeriodSeconds', 0),
      quiet,
    ],
  },
  {
    name: 'finished-elsewhere',
    steps: [
      job({ spec: { ...ttl(1), managedBy: 'example.com/runner' } }),
      settle,
      {
        patch: 'Job',
        name: 'job',
        subresource: 'status',
        with: {
          status: {
            startTime: '2026-01-01T00:00:00Z',
            completionTime: '2026-01-01T00:00:05Z',
            conditions: ['SuccessCriteriaMet', 'Complete'].map((type) => ({
              type,
              status: 'True',
              lastTransitionTime: '2026-01-01T00:00:05Z',
            })),
          },
        },
      },
      jobGone,
      settle,
    ],
  },
  {
    // The user's deletion comes first: its Pods are left.
    name: 'finished-and-already-orphaned',
    steps: [
      job({ spec: ttl(3600), metadata: held }),
      complete,
      settle,
      { delete: 'Job', name: 'job', propagationPolicy: 'Orphan' },
      settle,
      patchJob(ttl(0)),
      quiet,
    ],
  },
];
