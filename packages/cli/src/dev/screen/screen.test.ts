import { createVirtualClock } from '@kb/apimachinery';
import type { InspectedCause, InspectionRecord } from '@kb/runtime/inspection';
import { describe, expect, test } from 'vitest';
import { createTerminal } from '../../terminal/terminal.ts';
import { terminalOf } from '../../test-support/shown-lines.ts';
import type { DevEvent, ObjectEvent, ObjectName } from '../events/dev-event.ts';
import { createJsonScreen, createTextScreen } from './screen.ts';

const clock = createVirtualClock({ now: Date.parse('2026-01-01T00:00:00Z') });

const named = (kind: string, name = 'web'): ObjectName => ({ apiVersion: 'v1', kind, namespace: 'default', name });

function changed(kind: string, text: string, by?: string): ObjectEvent {
  return { event: 'object', change: 'changed', object: named(kind), story: named('Shop'), text, by };
}

test('changes are grouped by the object whose story they are, with who made them', async () => {
  const { terminal, lines } = terminalOf();
  const screen = createTextScreen(terminal, clock);
  screen.tell(changed('Deployment', 'created, replicas 2', 'shop-controller'));
  screen.tell({ ...changed('Pod', 'created'), story: named('Job', 'other'), object: named('Pod', 'p') });
  screen.tell(changed('Deployment', '2 available', 'kube-controller-manager'));
  expect(lines).toEqual([]);
  await clock.advance(150);
  expect(lines).toEqual([
    '   0.1s  Shop/web',
    '           Deployment/web  created, replicas 2 → 2 available  (kube-controller-manager)',
    '   0.1s  Job/other',
    '           Pod/p  created',
  ]);
});

describe('what caused changes', () => {
  const key = { namespace: 'default', name: 'web' };
  const operator: InspectionRecord = {
    type: 'operator',
    time: 0,
    controllers: [{ name: 'shop', groupKind: 'Shop.example.com', sources: [], workers: 1 }],
    webhooks: [],
  };
  const cause = (type: InspectedCause['type'], more: Partial<InspectedCause> = {}): InspectedCause => ({
    type,
    source: 'watch source: Deployment',
    kind: 'Deployment',
    object: key,
    changed: [],
    resync: false,
    initial: false,
    text: '',
    ...more,
  });
  const retry: InspectedCause = {
    type: 'retry',
    source: '',
    changed: [],
    resync: false,
    initial: false,
    text: 'retry after an error',
  };
  const began = (reconcileID: string, ...causes: InspectedCause[]): InspectionRecord => ({
    type: 'reconcile-began',
    time: 0,
    reconcileID,
    controller: 'shop',
    key,
    causes,
    attempt: 0,
    priority: 0,
  });
  const ended = (reconcileID: string): InspectionRecord => ({
    type: 'reconcile-ended',
    time: 0,
    reconcileID,
    controller: 'shop',
    key,
    durationMs: 1,
    result: 'success',
  });

  async function linesOf(...records: InspectionRecord[]): Promise<string[]> {
    const { terminal, lines } = terminalOf();
    const screen = createTextScreen(terminal, clock);
    for (const record of [operator, ...records]) screen.tell({ event: 'inspection', record });
    screen.tell({ ...changed('Service', 'created', 'shop'), change: 'created' });
    await clock.advance(150);
    return lines.slice(1).map((line) => line.trim());
  }

  test.each<{ what: string; causes: InspectedCause[]; line: string | undefined }>([
    {
      what: 'an update, with its fields',
      causes: [cause('update', { changed: ['status.availableReplicas'] })],
      line: 'Deployment/web updated: status.availableReplicas',
    },
    {
      what: 'two updates of one object, and more fields than fit',
      causes: [cause('update', { changed: ['a', 'b'] }), cause('update', { changed: ['b', 'c', 'd', 'e'] })],
      line: 'Deployment/web updated: a, b, c, and 2 more',
    },
    {
      what: "the operator's own write",
      causes: [cause('update', { changed: ['status.seen'], writtenBy: 'run-0' })],
      line: 'Deployment/web updated (own write): status.seen',
    },
    {
      what: 'no own write beside another cause',
      causes: [cause('update', { changed: ['status.seen'], writtenBy: 'run-0' }), cause('delete')],
      line: 'Deployment/web deleted',
    },
    {
      what: 'a retry',
      causes: [retry],
      line: 'retry after an error',
    },
    {
      what: 'more causes than fit',
      causes: ['a', 'b', 'c', 'd'].map((name) => cause('delete', { object: { ...key, name } })),
      line: 'Deployment/a deleted; Deployment/b deleted; Deployment/c deleted; and 1 more',
    },
    { what: 'nothing of a watch that began', causes: [cause('create', { initial: true })], line: undefined },
    { what: 'nothing that a change says', causes: [cause('create', { kind: 'Service' })], line: undefined },
  ])('$what', async ({ causes, line }) => {
    const change = 'Service/web  created  (shop)';
    const reason = line === undefined ? [] : [`reconciled by shop: ${line}`];
    expect(await linesOf(began('run-1', ...causes))).toEqual([...reason, change]);
  });

  test('is shown once, and not after a reconcile that changed nothing', async () => {
    const { terminal, lines } = terminalOf();
    const screen = createTextScreen(terminal, clock);
    const tell = (record: InspectionRecord): void => screen.tell({ event: 'inspection', record });
    tell(operator);
    tell(began('run-1', cause('update', { changed: ['spec.a'] })));
    for (let index = 0; index < 2; index += 1) {
      screen.tell(changed('Service', `changed ${index}`, 'shop'));
      await clock.advance(150);
    }
    tell(began('run-2', cause('update', { changed: ['spec.b'] })));
    tell(ended('run-2'));
    await clock.advance(1000);
    screen.tell(changed('Service', 'changed by hand'));
    await clock.advance(150);
    expect(lines.slice(1).map((line) => line.trim())).toEqual([
      'reconciled by shop: Deployment/web updated: spec.a',
      'Service/web  changed 0  (shop)',
      'Service/web  changed 1  (shop)',
      'Service/web  changed by hand',
    ]);
  });
});

test('a story of one object is one line, and what happens next in a story has no second heading', async () => {
  const { terminal, lines } = terminalOf();
  const screen = createTextScreen(terminal, clock);
  screen.tell(changed('Shop', 'created'));
  await clock.advance(150);
  screen.tell(changed('Pod', 'Pending'));
  await clock.advance(150);
  screen.tell(changed('Pod', 'Running'));
  await clock.advance(150);
  expect(lines.map((line) => line.trim())).toEqual([
    '0.1s  Shop/web  created',
    '0.3s  Shop/web',
    'Pod/web  Pending',
    'Pod/web  Running',
  ]);
});

test('another event comes after the changes that were before it', () => {
  const { terminal, lines } = terminalOf();
  const screen = createTextScreen(terminal, clock);
  screen.tell(changed('Shop', 'created'));
  screen.tell({ event: 'saved', files: ['a.ts'] });
  expect(lines.map((line) => line.trim())).toEqual(['0.0s  Shop/web  created', 'Saved       a.ts']);
});

test('lines that repeat the last one are counted', () => {
  const { terminal, lines } = terminalOf();
  const screen = createTextScreen(terminal, clock);
  const log: DevEvent = { event: 'operator-log', line: 'again', level: 'info', routine: false };
  for (let index = 0; index < 4; index += 1) screen.tell(log);
  screen.tell({ ...log, line: 'other' });
  screen.tell({ ...log, line: 'other' });
  screen.close();
  expect(lines).toEqual([
    '  operator | again',
    '            … 3 more times',
    '  operator | other',
    '            … 1 more time',
  ]);
});

test('wide lines of the operator and of objects fit the terminal', async () => {
  const { terminal, lines } = terminalOf(30);
  const screen = createTextScreen(terminal, clock);
  screen.tell({ event: 'operator-log', line: 'x'.repeat(100), routine: false });
  screen.tell({ event: 'operator-log', line: 'x'.repeat(101), routine: false });
  screen.tell(changed('Shop', 'y'.repeat(100)));
  await clock.advance(150);
  expect(lines.map(({ length }) => length)).toEqual([30, 30, 30]);
});

test('lines fit a terminal that is resized', () => {
  const lines: string[] = [];
  const stdout = { isTTY: true, columns: 30, write: (text: string) => void lines.push(text.trimEnd()) };
  const stderr = { write: () => undefined };
  const screen = createTextScreen(
    createTerminal({ stdout, stderr, env: { NO_COLOR: '1' }, pid: 0, kill: () => undefined }),
    clock,
  );
  for (const columns of [30, 60, 20]) {
    stdout.columns = columns;
    screen.tell({ event: 'operator-log', line: `${columns} ${'x'.repeat(100)}`, routine: false });
  }
  expect(lines.map(({ length }) => length)).toEqual([30, 60, 20]);
});

test('the start of the operator is one line, unless all lines are wanted', () => {
  const { terminal, lines } = terminalOf();
  const screen = createTextScreen(terminal, clock);
  const start: DevEvent = { event: 'operator-log', line: 'Starting workers', level: 'info', routine: true };
  screen.tell(start);
  screen.tell({ event: 'operator-ready', pid: 7, reason: 'saved', milliseconds: 120 });
  screen.showRoutine(true);
  screen.tell(start);
  expect(lines).toEqual(['Operator    restarted in 120 ms', '  operator | Starting workers']);
});

test('an operator that hangs is one line, with what it may be, and another one when it answers', () => {
  const { terminal, lines } = terminalOf();
  const { tell } = createTextScreen(terminal, clock);
  const running = (controller: string, name: string) => ({ reconcileID: name, controller, key: { ...key, name } });
  const key = { namespace: 'default' };
  const reconciles = [running('shop', 'a'), running('shop', 'b'), running('gate', 'c'), running('gate', 'd')];
  tell({ event: 'operator-hangs', pid: 7, milliseconds: 5004, reconciles: [] });
  tell({ event: 'operator-hangs', pid: 7, milliseconds: 5004, reconciles });
  tell({ event: 'operator-answers', pid: 7, milliseconds: 12_345 });
  expect(lines).toEqual([
    'Operator    has not answered for 5 s: its event loop is blocked; a save restarts it, or in a terminal the key r',
    'Operator    has not answered for 5 s: its event loop is blocked, while reconciling shop default/a, ' +
      'shop default/b, gate default/c, and 1 more; a save restarts it, or in a terminal the key r',
    'Operator    answers again: it was blocked for 12 s',
  ]);
});

test('an error has its place and its lines', () => {
  const { terminal, lines } = terminalOf();
  const place = { file: 'a.ts', line: 2, column: 3 };
  const frame = ['> 2 | no', '    |   ^'];
  createTextScreen(terminal, clock).tell({
    event: 'operator-not-loaded',
    message: 'Error: no',
    place,
    frame,
    running: true,
  });
  expect(lines).toEqual([
    'Operator    a.ts:2:3 Error: no',
    '            > 2 | no',
    '                |   ^',
    '            the code before still runs',
  ]);
});

test('as JSON each event is a line with its time', () => {
  const { terminal, lines } = terminalOf();
  createJsonScreen(terminal, createVirtualClock({ now: Date.parse('2026-01-01T00:00:00Z') })).tell({
    event: 'saved',
    files: ['a\nb.ts'],
  });
  expect(lines).toEqual(['{"time":"2026-01-01T00:00:00.000Z","event":"saved","files":["a\\nb.ts"]}']);
});
