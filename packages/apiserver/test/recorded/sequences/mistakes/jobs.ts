import type { Area, RequestStep } from '../../sequence.ts';
import { del, get, mergePatch, post, sequence } from '../../steps.ts';

const jobs = '/apis/batch/v1/namespaces/${NS}/jobs';
const podSpec = { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] };
const template = { spec: podSpec };

const job = (name: string, spec: object, metadata: object = {}): object => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name, ...metadata },
  spec: { template, ...spec },
});
const creates = (specs: readonly object[]): RequestStep[] =>
  specs.map((spec, index) => post(jobs, job(`j${index}`, spec)));
const labelled = (labels: object, spec: object = {}): object => ({
  template: { ...template, metadata: { labels } },
  ...spec,
});
const indexed = { completionMode: 'Indexed', completions: 5 };
const failures = (...rules: object[]): object => ({ podFailurePolicy: { rules } });
const onExitCodes = (given: object): object => ({
  action: 'FailJob',
  onExitCodes: { operator: 'In', values: [1], ...given },
});
const success = (...rules: object[]): object => ({ ...indexed, successPolicy: { rules } });

/** Jobs that are refused. */
export const jobMistakes: Area = {
  name: 'mistakes in jobs',
  sequences: [
    sequence(
      'labels and selectors of jobs',
      ...creates([
        labelled({ 'controller-uid': 'mine' }),
        labelled({ 'job-name': 'other' }),
        labelled({ 'batch.kubernetes.io/controller-uid': 'mine' }),
        labelled({ 'batch.kubernetes.io/job-name': 'other' }),
        labelled({ 'job-name': 'j4', 'batch.kubernetes.io/job-name': 'j4', app: 'x' }),
        { selector: { matchLabels: { app: 'x' } } },
        labelled({ app: 'x' }, { selector: { matchLabels: { app: 'x' } } }),
        { selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': 'mine' } } },
        { selector: { matchExpressions: [{ key: 'job-name', operator: 'Exists' }] } },
        { manualSelector: true },
        { manualSelector: true, selector: {} },
        { manualSelector: true, selector: { matchLabels: { app: 'x' } } },
        labelled({ app: 'x' }, { manualSelector: true, selector: { matchLabels: { app: 'x' } } }),
        labelled(
          { app: 'x' },
          { manualSelector: true, selector: { matchExpressions: [{ key: 'app', operator: 'Is' }] } },
        ),
        labelled({ 'a b': 'x' }),
        { manualSelector: false, selector: null },
      ]),
      mergePatch(`${jobs}/j4`, { spec: { selector: { matchLabels: { app: 'x' } } } }),
      mergePatch(`${jobs}/j4`, { spec: { manualSelector: true } }),
      mergePatch(`${jobs}/j4`, { metadata: { labels: { more: 'y' } } }),
    ),
    sequence(
      'numbers and modes of jobs',
      ...creates([
        { parallelism: -1, completions: -1, activeDeadlineSeconds: -1, backoffLimit: -1, ttlSecondsAfterFinished: -1 },
        { backoffLimitPerIndex: 1 },
        { maxFailedIndexes: 1 },
        { ...indexed, maxFailedIndexes: 1 },
        { ...indexed, backoffLimitPerIndex: -1, maxFailedIndexes: -1 },
        { ...indexed, backoffLimitPerIndex: 1, maxFailedIndexes: 6 },
        { completionMode: 'Indexed' },
        { completionMode: 'Random' },
        { ...indexed, parallelism: 100_001 },
        { completionMode: 'Indexed', completions: 200_000, backoffLimitPerIndex: 1 },
        {
          completionMode: 'Indexed',
          completions: 200_000,
          backoffLimitPerIndex: 1,
          maxFailedIndexes: 20_000,
          parallelism: 20_000,
        },
        { completionMode: 'Indexed', completions: 200_000, backoffLimitPerIndex: 1, maxFailedIndexes: 200_000 },
        { completionMode: 'Indexed', completions: 200_000, parallelism: 20_000 },
        { managedBy: 'me' },
        { managedBy: 'example.com/me' },
        { managedBy: `example.com/${'x'.repeat(60)}` },
        { podReplacementPolicy: 'Never' },
        { podReplacementPolicy: 'TerminatingOrFailed', ...failures(onExitCodes({})) },
        { template: { spec: { ...podSpec, restartPolicy: 'Always' } } },
        { template: { spec: { containers: podSpec.containers } } },
        { template: { spec: { ...podSpec, restartPolicy: 'OnFailure' } }, ...failures(onExitCodes({})) },
        { template: { spec: { ...podSpec, restartPolicy: 'Sometimes' } } },
      ]),
      post(jobs, job(`n${'n'.repeat(61)}`, { ...indexed })),
      post(jobs, job('with.dots', {})),
      post(jobs, job('with.dots.indexed', { ...indexed })),
      post(jobs, job('n'.repeat(70), {})),
    ),
    sequence(
      'failure policies of jobs',
      ...creates([
        failures(),
        failures({}),
        failures({ action: 'Retry', onPodConditions: [{ type: 'DisruptionTarget' }] }),
        failures({ action: 'FailIndex', onPodConditions: [{ type: 'DisruptionTarget' }] }),
        {
          ...indexed,
          backoffLimitPerIndex: 1,
          ...failures({ action: 'FailIndex', onPodConditions: [{ type: 'DisruptionTarget' }] }),
        },
        failures({ ...onExitCodes({}), onPodConditions: [{ type: 'DisruptionTarget' }] }),
        failures({
          action: 'Ignore',
          onPodConditions: [
            { type: 'a b', status: 'Perhaps' },
            { type: '', status: '' },
          ],
        }),
        failures(onExitCodes({ operator: '' })),
        failures(onExitCodes({ operator: 'Equal' })),
        failures(onExitCodes({ containerName: 'other' })),
        failures(onExitCodes({ containerName: 'c' })),
        failures(onExitCodes({ values: [] })),
        failures(onExitCodes({ values: [0] })),
        failures(onExitCodes({ operator: 'NotIn', values: [0] })),
        failures(onExitCodes({ values: [2, 1, 2] })),
        failures(onExitCodes({ values: Array.from({ length: 256 }, (_, index) => index + 1) })),
        failures(...Array.from({ length: 21 }, () => onExitCodes({}))),
        failures({ action: 'Count', onPodConditions: Array.from({ length: 21 }, () => ({ type: 'Ready' })) }),
      ]),
    ),
    sequence(
      'success policies of jobs',
      ...creates([
        { successPolicy: { rules: [{ succeededCount: 1 }] } },
        success(),
        success({}),
        success({ succeededCount: -1 }),
        success({ succeededCount: 6 }),
        success({ succeededIndexes: '0-1', succeededCount: 3 }),
        success({ succeededIndexes: '0,2-4' }),
        success({ succeededIndexes: '' }),
        success({ succeededIndexes: '5' }),
        success({ succeededIndexes: '3-1' }),
        success({ succeededIndexes: '1,1' }),
        success({ succeededIndexes: '2-3,1' }),
        success({ succeededIndexes: '1-2-3' }),
        success({ succeededIndexes: 'x' }),
        success({ succeededIndexes: '1-x' }),
        success({ succeededIndexes: '-1' }),
        success({ succeededIndexes: '1,' }),
        success(...Array.from({ length: 21 }, () => ({ succeededCount: 1 }))),
      ]),
    ),
    sequence(
      'changes of jobs',
      post(jobs, job('plain', { completions: 2, parallelism: 2 }), { quiet: true }),
      mergePatch(`${jobs}/plain`, { spec: { completions: 3 } }),
      mergePatch(`${jobs}/plain`, { spec: { parallelism: 3 } }),
      mergePatch(`${jobs}/plain`, { spec: { parallelism: -1 } }),
      mergePatch(`${jobs}/plain`, { spec: { completionMode: 'Indexed' } }),
      mergePatch(`${jobs}/plain`, { spec: { managedBy: 'example.com/x' } }),
      mergePatch(`${jobs}/plain`, { spec: { ...failures(onExitCodes({})) } }),
      mergePatch(`${jobs}/plain`, { spec: { template: { spec: { nodeSelector: { a: 'b' } } } } }),
      mergePatch(`${jobs}/plain`, { spec: { suspend: true } }),
      mergePatch(`${jobs}/plain`, { spec: { template: { spec: { nodeSelector: { a: 'b' } } } } }),
      mergePatch(`${jobs}/plain`, { spec: { template: { metadata: { annotations: { a: 'b' } } } } }),
      mergePatch(`${jobs}/plain`, { spec: { template: { spec: { priorityClassName: 'x' } } } }),
      post(jobs, job('indexed', { ...indexed, parallelism: 5 }), { quiet: true }),
      mergePatch(`${jobs}/indexed`, { spec: { completions: 6 } }),
      mergePatch(`${jobs}/indexed`, { spec: { completions: 6, parallelism: 6 } }),
      mergePatch(`${jobs}/indexed`, { spec: { completions: null } }),
      mergePatch(`${jobs}/indexed`, { spec: { backoffLimitPerIndex: 1 } }),
      get(`${jobs}/indexed`),
      del(`${jobs}/indexed?propagationPolicy=Background`),
    ),
  ],
};
