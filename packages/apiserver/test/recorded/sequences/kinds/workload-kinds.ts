import type { Area } from '../../sequence.ts';
import { fullPodSpec, fullTemplate, template } from './full-pod-spec.ts';
import { inNamespace, lifeOf } from './life.ts';

const labels = { app: 'x' };
const selector = { matchLabels: labels };
const conditions = [
  { type: 'Available', status: 'True', reason: 'R', message: 'm', lastTransitionTime: '2026-01-01T00:00:00Z' },
];
const jobTemplate = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } };

/** The life of an object of each workload kind. */
export const workloadKinds: Area = {
  name: 'kinds of workloads',
  sequences: [
    lifeOf({
      kind: 'Pod',
      path: inNamespace('v1', 'pods'),
      minimal: { spec: { containers: [{ name: 'c', image: 'i' }] } },
      full: { metadata: { labels }, spec: { ...fullPodSpec, schedulingGates: [{ name: 'a.b/gate' }] } },
      change: { spec: { activeDeadlineSeconds: 9 } },
      replacement: { spec: { containers: [{ name: 'c', image: 'new' }], activeDeadlineSeconds: 5 } },
      status: {
        phase: 'Running',
        podIPs: [{ ip: '10.1.1.1' }],
        hostIP: '1.2.3.4',
        startTime: '2026-01-01T00:00:00Z',
        conditions: [{ type: 'Ready', status: 'True' }],
        containerStatuses: [
          {
            name: 'c',
            image: 'i',
            imageID: '',
            ready: true,
            restartCount: 1,
            state: { running: { startedAt: '2026-01-01T00:00:00Z' } },
          },
        ],
      },
    }),
    lifeOf({
      kind: 'Deployment',
      path: inNamespace('apps/v1', 'deployments'),
      minimal: { spec: { selector, template: template(labels) } },
      full: {
        metadata: { labels, annotations: { 'deployment.kubernetes.io/revision': '7' } },
        spec: {
          replicas: 3,
          selector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['x', 'y'] }] },
          template: fullTemplate(labels),
          strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } },
          minReadySeconds: 5,
          revisionHistoryLimit: 0,
          paused: true,
          progressDeadlineSeconds: 60,
        },
      },
      change: { spec: { replicas: 5 } },
      status: { replicas: 1, updatedReplicas: 1, observedGeneration: 1, conditions },
      scale: true,
    }),
    lifeOf({
      kind: 'ReplicaSet',
      path: inNamespace('apps/v1', 'replicasets'),
      minimal: { spec: { selector, template: template(labels) } },
      full: { spec: { replicas: 0, minReadySeconds: 3, selector, template: fullTemplate(labels) } },
      change: { spec: { replicas: 5 } },
      status: { replicas: 1, readyReplicas: 1, observedGeneration: 1 },
      scale: true,
    }),
    lifeOf({
      kind: 'StatefulSet',
      path: inNamespace('apps/v1', 'statefulsets'),
      minimal: { spec: { selector, template: template(labels) } },
      full: {
        spec: {
          replicas: 2,
          serviceName: 's',
          selector,
          template: fullTemplate(labels),
          podManagementPolicy: 'Parallel',
          updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 2 } },
          revisionHistoryLimit: 3,
          minReadySeconds: 1,
          ordinals: { start: 5 },
          persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' },
          volumeClaimTemplates: [
            {
              metadata: { name: 'data' },
              spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
            },
          ],
        },
      },
      change: { spec: { replicas: 5 } },
      status: { replicas: 1, readyReplicas: 1, currentRevision: 'r', collisionCount: 1 },
      scale: true,
    }),
    lifeOf({
      kind: 'DaemonSet',
      path: inNamespace('apps/v1', 'daemonsets'),
      minimal: { spec: { selector, template: template(labels) } },
      full: {
        metadata: { annotations: { 'deprecated.daemonset.template.generation': '7' } },
        spec: {
          selector,
          template: fullTemplate(labels),
          updateStrategy: { type: 'OnDelete' },
          minReadySeconds: 4,
          revisionHistoryLimit: 2,
        },
      },
      change: { spec: { minReadySeconds: 9 } },
      status: { numberReady: 1, desiredNumberScheduled: 2, currentNumberScheduled: 1, numberMisscheduled: 0 },
    }),
    lifeOf({
      kind: 'Job',
      path: inNamespace('batch/v1', 'jobs'),
      minimal: { spec: { manualSelector: true, selector, template: { metadata: { labels }, ...jobTemplate } } },
      full: {
        metadata: { labels: { mine: 'y' } },
        spec: {
          parallelism: 2,
          completions: 4,
          completionMode: 'Indexed',
          backoffLimitPerIndex: 1,
          maxFailedIndexes: 2,
          activeDeadlineSeconds: 50,
          ttlSecondsAfterFinished: 10,
          suspend: true,
          podReplacementPolicy: 'Failed',
          podFailurePolicy: {
            rules: [
              { action: 'FailJob', onExitCodes: { containerName: 'main', operator: 'In', values: [1] } },
              { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] },
            ],
          },
          successPolicy: { rules: [{ succeededIndexes: '0-1', succeededCount: 1 }] },
          template: {
            metadata: { labels },
            spec: { ...fullPodSpec, restartPolicy: 'Never' },
          },
        },
      },
      change: { spec: { parallelism: 3 } },
      status: { active: 1, ready: 1, startTime: '2026-01-01T00:00:00Z', uncountedTerminatedPods: {} },
    }),
    lifeOf({
      kind: 'CronJob',
      path: inNamespace('batch/v1', 'cronjobs'),
      minimal: { spec: { schedule: '@daily', jobTemplate: { spec: { template: jobTemplate } } } },
      full: {
        spec: {
          schedule: '*/5 1-3 * * MON',
          timeZone: 'Etc/UTC',
          startingDeadlineSeconds: 30,
          concurrencyPolicy: 'Forbid',
          suspend: true,
          successfulJobsHistoryLimit: 0,
          failedJobsHistoryLimit: 5,
          jobTemplate: {
            metadata: { labels, annotations: { a: 'b' } },
            spec: { completions: 3, template: { spec: { ...fullPodSpec, restartPolicy: 'OnFailure' } } },
          },
        },
      },
      change: { spec: { suspend: true } },
      status: {
        lastScheduleTime: '2026-01-01T00:00:00Z',
        active: [{ kind: 'Job', name: 'j', namespace: '${NS}', apiVersion: 'batch/v1' }],
      },
    }),
    lifeOf({
      kind: 'ReplicationController',
      path: inNamespace('v1', 'replicationcontrollers'),
      minimal: { spec: { template: template(labels) } },
      full: { spec: { replicas: 2, minReadySeconds: 3, selector: labels, template: fullTemplate(labels) } },
      change: { spec: { replicas: 5 } },
      status: { replicas: 1, observedGeneration: 1 },
      scale: true,
    }),
    lifeOf({
      kind: 'PodTemplate',
      path: inNamespace('v1', 'podtemplates'),
      minimal: { template: template(labels) },
      full: { template: fullTemplate(labels) },
      change: { template: { metadata: { labels: { x: 'y' } } } },
    }),
    lifeOf({
      kind: 'ControllerRevision',
      path: inNamespace('apps/v1', 'controllerrevisions'),
      minimal: { data: { a: 'b' }, revision: 1 },
      full: { revision: 2, data: { kind: 'Foo', spec: { a: [1] } } },
      change: { revision: 3 },
    }),
  ],
};
