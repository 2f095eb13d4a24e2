import type { Area, RequestStep } from '../../sequence.ts';
import { del, get, asTable, sequence } from '../../steps.ts';
import { inNamespace, row, table } from './rows.ts';

const pods = inNamespace('pods');
const NEVER = '2099-01-01T00:00:00Z';

const containers = (...names: string[]): object[] => names.map((name) => ({ name, image: `image-${name}` }));
const spec = (more: object = {}): object => ({ spec: { containers: containers('a'), ...more } });
const init = (...names: string[]): object => spec({ initContainers: containers(...names) });
const sidecar = (...names: string[]): object =>
  spec({ initContainers: containers(...names).map((container) => ({ ...container, restartPolicy: 'Always' })) });

const state = (name: string, more: object): object => ({
  name,
  image: `image-${name}`,
  imageID: '',
  ready: false,
  restartCount: 0,
  ...more,
});
const running = (name: string, more: object = {}): object =>
  state(name, { ready: true, started: true, state: { running: { startedAt: NEVER } }, ...more });
const waiting = (name: string, reason: string, more: object = {}): object =>
  state(name, { state: { waiting: { reason } }, ...more });
const ended = (name: string, terminated: object, more: object = {}): object =>
  state(name, { state: { terminated: { exitCode: 0, ...terminated } }, ...more });

const condition = (type: string, status: string, reason?: string): object => ({
  type,
  status,
  ...(reason !== undefined && { reason }),
});

const pod = (name: string, object: object, status?: object): RequestStep[] => row(pods, name, object, status);

/** Tables of pods, whose status is summarized in one word. */
export const podTables: Area = {
  name: 'tables of pods',
  sequences: [
    sequence(
      'phases of pods',
      ...pod('pending', spec()),
      ...pod('running', spec(), { phase: 'Running', containerStatuses: [running('a')] }),
      ...pod('succeeded', spec(), { phase: 'Succeeded', containerStatuses: [ended('a', { reason: 'Completed' })] }),
      ...pod('failed', spec(), { phase: 'Failed', containerStatuses: [ended('a', { exitCode: 1, reason: 'Error' })] }),
      ...pod('unknown', spec(), { phase: 'Unknown' }),
      ...pod('evicted', spec(), { phase: 'Failed', reason: 'Evicted' }),
      ...pod('gated', spec({ schedulingGates: [{ name: 'g' }] })),
      ...pod('gated-condition', spec(), { conditions: [condition('PodScheduled', 'False', 'SchedulingGated')] }),
      ...pod('two', spec({ containers: containers('a', 'b') }), {
        phase: 'Running',
        containerStatuses: [running('a'), running('b', { ready: false })],
      }),
      table(pods),
    ),
    sequence(
      'states of containers',
      ...pod('waiting', spec(), { containerStatuses: [waiting('a', 'CrashLoopBackOff', { restartCount: 3 })] }),
      ...pod('waiting-no-reason', spec(), { containerStatuses: [state('a', { state: { waiting: {} } })] }),
      ...pod('signal', spec(), { phase: 'Running', containerStatuses: [ended('a', { exitCode: 137, signal: 9 })] }),
      ...pod('exit-code', spec(), { phase: 'Running', containerStatuses: [ended('a', { exitCode: 3 })] }),
      ...pod('first-wins', spec({ containers: containers('a', 'b') }), {
        phase: 'Running',
        containerStatuses: [waiting('a', 'ImagePullBackOff'), ended('b', { exitCode: 1, reason: 'Error' })],
      }),
      ...pod('second-ends', spec({ containers: containers('a', 'b') }), {
        phase: 'Running',
        containerStatuses: [running('a'), ended('b', { exitCode: 1, reason: 'Error' })],
      }),
      ...pod('completed-and-running', spec({ containers: containers('a', 'b') }), {
        phase: 'Running',
        conditions: [condition('Ready', 'True')],
        containerStatuses: [ended('a', { reason: 'Completed' }), running('b')],
      }),
      ...pod('completed-not-ready', spec({ containers: containers('a', 'b') }), {
        phase: 'Running',
        conditions: [condition('Ready', 'False')],
        containerStatuses: [ended('a', { reason: 'Completed' }), running('b')],
      }),
      ...pod('completed-and-error', spec({ containers: containers('a', 'b') }), {
        phase: 'Running',
        containerStatuses: [ended('a', { reason: 'Completed' }), ended('b', { exitCode: 2, reason: 'Error' })],
      }),
      ...pod('ready-not-running', spec(), {
        phase: 'Running',
        containerStatuses: [waiting('a', 'X', { ready: true })],
      }),
      table(pods),
    ),
    sequence(
      'init containers',
      ...pod('none-started', init('i', 'j')),
      ...pod('waiting', init('i', 'j'), {
        initContainerStatuses: [waiting('i', 'PodInitializing'), waiting('j', 'PodInitializing')],
      }),
      ...pod('second', init('i', 'j'), {
        initContainerStatuses: [ended('i', { reason: 'Completed' }), waiting('j', 'PodInitializing')],
      }),
      ...pod('crash', init('i', 'j'), {
        initContainerStatuses: [waiting('i', 'CrashLoopBackOff', { restartCount: 2 })],
      }),
      ...pod('error', init('i'), { initContainerStatuses: [ended('i', { exitCode: 1, reason: 'Error' })] }),
      ...pod('signal', init('i'), { initContainerStatuses: [ended('i', { exitCode: 137, signal: 9 })] }),
      ...pod('exit-code', init('i'), { initContainerStatuses: [ended('i', { exitCode: 5 })] }),
      ...pod('running', init('i', 'j'), { phase: 'Pending', initContainerStatuses: [running('i')] }),
      ...pod('done', init('i'), {
        phase: 'Running',
        initContainerStatuses: [ended('i', { reason: 'Completed' }, { restartCount: 4 })],
        containerStatuses: [running('a', { restartCount: 1 })],
      }),
      ...pod('initialized', init('i'), {
        phase: 'Running',
        conditions: [condition('Initialized', 'True')],
        initContainerStatuses: [waiting('i', 'CrashLoopBackOff')],
        containerStatuses: [running('a')],
      }),
      ...pod(
        'blocked-sidecar',
        spec({
          initContainers: [
            { name: 'i', image: 'x' },
            { name: 's', image: 'y', restartPolicy: 'Always' },
          ],
        }),
        {
          initContainerStatuses: [
            waiting('i', 'CrashLoopBackOff', { restartCount: 1 }),
            running('s', { restartCount: 9 }),
          ],
          containerStatuses: [running('a', { restartCount: 4 })],
        },
      ),
      ...pod('sidecar-starting', sidecar('s'), { initContainerStatuses: [running('s', { started: false })] }),
      ...pod('sidecar-ready', sidecar('s'), {
        phase: 'Running',
        initContainerStatuses: [running('s', { restartCount: 2 })],
        containerStatuses: [running('a', { restartCount: 1 })],
      }),
      ...pod('sidecar-not-ready', sidecar('s'), {
        phase: 'Running',
        initContainerStatuses: [running('s', { ready: false })],
        containerStatuses: [running('a')],
      }),
      ...pod('sidecar-crashes', sidecar('s'), {
        initContainerStatuses: [waiting('s', 'CrashLoopBackOff', { restartCount: 7 })],
      }),
      table(pods),
    ),
    sequence(
      'restarts of pods',
      ...pod('never', spec(), { containerStatuses: [running('a')] }),
      ...pod('without-end', spec(), { containerStatuses: [running('a', { restartCount: 3 })] }),
      ...pod('with-end', spec(), {
        containerStatuses: [
          running('a', { restartCount: 2, lastState: { terminated: { exitCode: 1, finishedAt: NEVER } } }),
        ],
      }),
      ...pod('ended-once-restarted-never', spec(), {
        containerStatuses: [running('a', { lastState: { terminated: { exitCode: 1, finishedAt: NEVER } } })],
      }),
      ...pod('sum', spec({ containers: containers('a', 'b') }), {
        containerStatuses: [running('a', { restartCount: 2 }), running('b', { restartCount: 5 })],
      }),
      ...pod('of-init', init('i'), {
        initContainerStatuses: [
          waiting('i', 'CrashLoopBackOff', {
            restartCount: 2,
            lastState: { terminated: { exitCode: 1, finishedAt: NEVER } },
          }),
        ],
      }),
      table(pods),
    ),
    sequence(
      'wide columns of pods',
      ...pod('addresses', spec({ nodeName: 'n1' }), {
        phase: 'Running',
        podIP: '10.0.0.1',
        podIPs: [{ ip: '10.0.0.1' }, { ip: 'fd00::1' }],
      }),
      ...pod('nominated', spec(), { nominatedNodeName: 'n2' }),
      ...pod('gates', spec({ readinessGates: [{ conditionType: 'a/b' }, { conditionType: 'c/d' }] }), {
        conditions: [condition('a/b', 'True'), condition('c/d', 'False')],
      }),
      ...pod('no-addresses', spec()),
      table(pods),
    ),
    sequence(
      'pods that end',
      ...pod('terminating', spec({ nodeName: 'n' }), { phase: 'Running', containerStatuses: [running('a')] }),
      ...pod('lost', spec({ nodeName: 'n' }), { phase: 'Running', reason: 'NodeLost' }),
      ...row(
        pods,
        'succeeded',
        { ...spec({ nodeName: 'n' }), metadata: { finalizers: ['example.com/wait'] } },
        { phase: 'Succeeded', containerStatuses: [ended('a', { reason: 'Completed' })] },
      ),
      ...['terminating', 'lost', 'succeeded'].map((name) => del(`${pods}/${name}`, undefined, { quiet: true })),
      table(pods),
      get(`${pods}/succeeded`, asTable),
    ),
  ],
};
