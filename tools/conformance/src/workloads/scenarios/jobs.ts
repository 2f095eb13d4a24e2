import type { Scenario, Step } from './scenario.ts';
import { pod, settle } from './steps.ts';

/** Differences from the default Job, which succeeds. */
interface JobShape {
  readonly spec?: object;
  /** The image of its container: see `scenarioImages`. */
  readonly image?: string;
  readonly metadata?: object;
  readonly restartPolicy?: 'Never' | 'OnFailure';
  readonly pod?: object;
}

/** Creates the Job `job`. */
export function job({
  spec,
  image = 'succeeds',
  metadata,
  restartPolicy = 'Never',
  pod: podSpec,
}: JobShape = {}): Step {
  const containers = [{ name: 'work', image: `example.com/${image}:1` }];
  return {
    create: {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'job', ...metadata },
      spec: { template: { spec: { restartPolicy, containers, ...podSpec } }, ...spec },
    },
  };
}

/** Changes the spec of the Job. */
export const patchJob = (spec: object): Step => ({ patch: 'Job', name: 'job', with: { spec } });

/** Waits until a field of the Job has a value. */
export const jobHas = (field: string, equals: unknown): Step => ({ until: 'Job', name: 'job', field, equals });

/** Waits until the Job has a condition at a place of its list. */
export const jobIs = (type: string, place: number): Step => jobHas(`status.conditions.${place}.type`, type);

/** Waits longer than one sync of the Job controller, and one run of a container. */
export const quiet: Step = { settle: true, quietMs: 4000 };

/** Deletes the Pod, and waits until another one runs in its place, after the back-off. */
const replacePod: readonly Step[] = [
  { delete: 'Pod', name: { startsWith: 'job-' } },
  jobHas('status.failed', 1),
  jobHas('status.ready', 1),
];

/** Jobs without indexes. */
export const jobScenarios: readonly Scenario[] = [
  { name: 'job', steps: [job(), jobIs('Complete', 1), settle] },
  {
    name: 'job-of-several',
    steps: [job({ spec: { completions: 5, parallelism: 2 } }), jobIs('Complete', 1), settle],
  },
  { name: 'job-queue', steps: [job({ spec: { parallelism: 3 } }), jobIs('Complete', 1), settle] },
  { name: 'job-running', steps: [job({ image: 'runs', spec: { completions: 3, parallelism: 2 } }), quiet] },
  { name: 'job-without-parallelism', steps: [job({ spec: { parallelism: 0 } }), quiet] },
  { name: 'job-fails', steps: [job({ image: 'fails', spec: { backoffLimit: 0 } }), jobIs('Failed', 1), settle] },
  { name: 'job-retries', steps: [job({ image: 'fails', spec: { backoffLimit: 1 } }), jobIs('Failed', 1), settle] },
  {
    name: 'job-fails-beside-others',
    steps: [
      job({ image: 'fails', spec: { backoffLimit: 1, completions: 4, parallelism: 3 } }),
      jobIs('Failed', 1),
      settle,
    ],
  },
  {
    name: 'job-restarts-containers',
    steps: [job({ image: 'fails-once', restartPolicy: 'OnFailure' }), jobIs('Complete', 1), settle],
  },
  {
    name: 'job-restarts-too-often',
    steps: [job({ image: 'fails', restartPolicy: 'OnFailure', spec: { backoffLimit: 1 } }), jobIs('Failed', 1), settle],
  },
  {
    name: 'job-deadline',
    steps: [job({ image: 'runs', spec: { activeDeadlineSeconds: 3 } }), jobIs('Failed', 1), settle],
  },
  { name: 'job-suspended', steps: [job({ spec: { suspend: true } }), jobIs('Suspended', 0), settle] },
  {
    name: 'job-resumed',
    steps: [
      job({ spec: { suspend: true, activeDeadlineSeconds: 60 } }),
      jobIs('Suspended', 0),
      settle,
      patchJob({ suspend: false }),
      jobIs('Complete', 2),
      settle,
    ],
  },
  {
    name: 'job-interrupted',
    steps: [
      job({ image: 'runs', spec: { completions: 3, parallelism: 2 } }),
      jobHas('status.ready', 2),
      settle,
      patchJob({ suspend: true }),
      quiet,
    ],
  },
  {
    name: 'job-parallelism-changed',
    steps: [
      job({ image: 'runs', spec: { completions: 9, parallelism: 1 } }),
      jobHas('status.ready', 1),
      settle,
      patchJob({ parallelism: 4 }),
      jobHas('status.ready', 4),
      settle,
      patchJob({ parallelism: 2 }),
      quiet,
    ],
  },
  {
    name: 'job-pod-deleted',
    steps: [job({ image: 'works' }), jobHas('status.ready', 1), settle, ...replacePod, settle],
  },
  {
    name: 'job-pod-deleted-and-awaited',
    steps: [
      job({ image: 'works', spec: { podReplacementPolicy: 'Failed' } }),
      jobHas('status.ready', 1),
      settle,
      ...replacePod,
      settle,
    ],
  },
  {
    name: 'job-policy-fails',
    steps: [
      job({
        image: 'exits-42',
        spec: {
          parallelism: 2,
          completions: 2,
          podFailurePolicy: { rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [42] } }] },
        },
      }),
      jobIs('Failed', 1),
      settle,
    ],
    varies: [
      { pattern: /(?<=for pod NAMESPACE\/job-)[\da-z*]+/, why: 'either of the Pods may be the first that is found' },
    ],
  },
  {
    name: 'job-policy-ignores',
    steps: [
      job({
        image: 'first-exits-42',
        spec: {
          backoffLimit: 0,
          podFailurePolicy: {
            rules: [
              {
                action: 'Ignore',
                onExitCodes: { containerName: 'work', operator: 'NotIn', values: [1, 2] },
              },
            ],
          },
        },
      }),
      // Another Pod, after the back-off.
      jobHas('status.ready', 1),
      settle,
    ],
  },
  {
    name: 'job-policy-on-conditions',
    steps: [
      job({
        image: 'fails',
        spec: {
          podFailurePolicy: {
            rules: [{ action: 'FailJob', onPodConditions: [{ type: 'ContainersReady', status: 'False' }] }],
          },
        },
      }),
      jobIs('Failed', 1),
      settle,
    ],
  },
  {
    name: 'job-removed-after-its-end',
    steps: [job({ spec: { ttlSecondsAfterFinished: 2 } }), { untilGone: 'Job', name: 'job' }, settle],
  },
  {
    name: 'job-removed-at-once',
    steps: [
      job({ image: 'fails', spec: { ttlSecondsAfterFinished: 0, backoffLimit: 0 } }),
      { untilGone: 'Job', name: 'job' },
      settle,
    ],
  },
  { name: 'job-managed-elsewhere', steps: [job({ spec: { managedBy: 'example.com/other' } }), quiet] },
  {
    name: 'job-deleted',
    steps: [
      job({ image: 'runs', spec: { parallelism: 2 } }),
      jobHas('status.ready', 2),
      settle,
      { delete: 'Job', name: 'job', propagationPolicy: 'Background' },
      quiet,
    ],
  },
  {
    name: 'job-deleted-in-foreground',
    steps: [
      job({ image: 'runs' }),
      jobHas('status.ready', 1),
      settle,
      { delete: 'Job', name: 'job', propagationPolicy: 'Foreground' },
      quiet,
    ],
  },
  {
    name: 'job-orphaned',
    steps: [
      job({ image: 'runs' }),
      jobHas('status.ready', 1),
      settle,
      { delete: 'Job', name: 'job', propagationPolicy: 'Orphan' },
      quiet,
    ],
  },
  {
    name: 'job-adopts',
    steps: [
      pod('lonely', { app: 'web' }),
      settle,
      job({
        image: 'runs',
        spec: {
          manualSelector: true,
          parallelism: 2,
          completions: 2,
          selector: { matchLabels: { app: 'web' } },
          template: {
            metadata: { labels: { app: 'web' } },
            spec: { restartPolicy: 'Never', containers: [{ name: 'work', image: 'example.com/runs:1' }] },
          },
        },
      }),
      quiet,
    ],
  },
  { name: 'job-refused-pods', steps: [job({ pod: { priorityClassName: 'nope' } }), quiet] },
  { name: 'job-never-pulled', steps: [job({ image: 'never-pulled' }), quiet] },
];
