import type { Area, RequestStep } from '../../sequence.ts';
import { sequence } from '../../steps.ts';
import { inNamespace, row, table, tableOfOne } from './rows.ts';

const core = inNamespace('events');
const grouped = inNamespace('events', 'events.k8s.io/v1');
const NEVER = '2099-01-01T00:00:00Z';
const NEVER_MICRO = '2099-01-01T00:00:00.000000Z';

const pod = { kind: 'Pod', namespace: '${NS}', name: 'p' };
const event = (name: string, object: object = {}): RequestStep[] =>
  row(core, name, { involvedObject: pod, type: 'Normal', reason: 'Why', message: 'text', ...object });
const newEvent = (name: string, object: object = {}): RequestStep[] =>
  row(grouped, name, {
    regarding: pod,
    type: 'Warning',
    reason: 'Why',
    action: 'Doing',
    note: 'text',
    eventTime: NEVER_MICRO,
    reportingController: 'example.com/c',
    reportingInstance: 'c-1',
    ...object,
  });

/** Tables of events of both groups. */
export const eventTables: Area = {
  name: 'tables of events',
  sequences: [
    sequence(
      'table of events',
      ...event('bare'),
      ...event('first', { firstTimestamp: NEVER }),
      ...event('last', { firstTimestamp: NEVER, lastTimestamp: NEVER, count: 5 }),
      ...event('source', { source: { component: 'kubelet', host: 'n1' } }),
      ...event('source-without-host', { source: { component: 'kubelet' } }),
      ...event('host-only', { source: { host: 'n1' } }),
      ...event('field', { involvedObject: { ...pod, fieldPath: 'spec.containers{a}' } }),
      ...event('no-name', { involvedObject: { kind: 'Node', namespace: '${NS}' } }),
      ...event('message', { message: '  two\nlines  \n' }),
      ...event('no-type', { type: '', reason: '' }),
      table(core),
      table(grouped),
    ),
    sequence(
      'table of new events',
      ...newEvent('plain'),
      ...newEvent('series', { series: { count: 7, lastObservedTime: NEVER_MICRO } }),
      table(grouped),
      table(core),
      tableOfOne(grouped, 'series'),
    ),
  ],
};
