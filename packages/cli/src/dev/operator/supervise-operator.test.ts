import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createVirtualClock } from '@kb/apimachinery';
import { expect, onTestFinished, test } from 'vitest';
import type { DevEvent } from '../events/dev-event.ts';
import { prepareOperator, type WaitingOperator } from './operator-process.ts';
import { type SupervisedOperator, superviseOperator } from './supervise-operator.ts';

/** The main module of an operator that says that it works, and runs until it is asked to end. */
const READY = `import './code.ts';
console.log(JSON.stringify({ level: 'info', msg: 'Starting workers' }));
setInterval(() => undefined, 1000);
`;

function operatorIn(main: string, code = `console.log('first');`, grace = 5000) {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'kb-supervise-')));
  writeFileSync(path.join(root, 'package.json'), '{"type":"module"}');
  const write = (name: string, text: string): void => writeFileSync(path.join(root, name), text);
  mkdirSync(path.join(root, 'node_modules'));
  write('main.ts', main);
  write('code.ts', code);
  const clock = createVirtualClock();
  const events: DevEvent[] = [];
  let arrived = Promise.withResolvers<void>();
  /** What is done with a process, by its number, when it is asked to import the code. */
  const atLoad = new Map<number, (process: WaitingOperator) => void>();
  const launched: WaitingOperator[] = [];
  const operator: SupervisedOperator = superviseOperator({
    root,
    clock,
    grace,
    isOwn: (file) => file.startsWith(root),
    tell(event) {
      events.push(event);
      arrived.resolve();
    },
    launch(handlers) {
      const prepared = prepareOperator({
        main: path.join(root, 'main.ts'),
        cwd: root,
        kubeconfig: path.join(root, 'none'),
        ...handlers,
      });
      launched.push(prepared);
      const number = launched.length;
      const load = (): void => {
        const otherwise = atLoad.get(number);
        if (otherwise) otherwise(prepared);
        else prepared.load();
      };
      return { ...prepared, load };
    },
  });
  onTestFinished(async () => {
    await operator.stop();
    rmSync(root, { recursive: true });
  });
  /** Waits for the next event of a kind, after those that were waited for before. */
  let seen = 0;
  const next = async <E extends DevEvent['event']>(kind: E): Promise<Extract<DevEvent, { event: E }>> => {
    for (;;) {
      while (seen < events.length) {
        const event = events[seen];
        seen += 1;
        if (event?.event === kind) return event as Extract<DevEvent, { event: E }>;
      }
      arrived = Promise.withResolvers();
      await arrived.promise;
    }
  };
  const printed = (): string[] => events.flatMap((event) => (event.event === 'operator-log' ? [event.line] : []));
  return { root, write, clock, events, operator, next, printed, atLoad, launched };
}

const isRunning = (pid: number | undefined): boolean => {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('an operator with new code takes the place of the one before, which is ended first', async () => {
  const { operator, write, next, printed } = operatorIn(READY);
  expect(await operator.restart('start')).toBe(true);
  const { pid } = await next('operator-ready');
  write('code.ts', `console.log('second');`);
  expect(await operator.restart('saved')).toBe(true);
  expect(isRunning(pid)).toBe(false);
  expect(await next('operator-ready')).toMatchObject({ reason: 'saved' });
  expect(printed()).toEqual(['first', 'Starting workers', 'second', 'Starting workers']);
});

test('the files that it imported are known, also those that it imports later', async () => {
  const { operator, root, write, next } = operatorIn(READY);
  write('later.ts', '');
  write(
    'code.ts',
    `void import('./later.ts').then(() => console.log(JSON.stringify({ level: 'info', msg: 'read' })));`,
  );
  await operator.restart('start');
  await next('operator-ready');
  await expect.poll(() => operator.files().has(path.join(root, 'later.ts'))).toBe(true);
  expect(operator.files().has(path.join(root, 'code.ts'))).toBe(true);
});

test.each([
  ['a mistake of the syntax', 'export const a = ;', { line: 1, column: 18 }, 'Expression expected'],
  ['an error at import', '\nthrow new Error("not today");', { line: 2, column: 7 }, 'Error: not today'],
])('%s is reported with its place, and the operator before stays', async (_name, code, place, message) => {
  const { operator, write, next } = operatorIn(READY);
  await operator.restart('start');
  const { pid } = await next('operator-ready');
  write('code.ts', code);
  expect(await operator.restart('saved')).toBe(false);
  expect(operator.stale()).toBe(true);
  const event = await next('operator-not-loaded');
  expect(event).toMatchObject({
    running: true,
    message: expect.stringContaining(message),
    place: { file: 'code.ts', ...place },
  });
  expect(event.frame.length).toBeGreaterThan(1);
  expect(isRunning(pid)).toBe(true);
  write('code.ts', '');
  expect(await operator.restart('saved')).toBe(true);
  expect(isRunning(pid)).toBe(false);
});

test('an operator that ends by itself is started again, each time later, and sooner after a save', async () => {
  const { operator, clock, write, next } = operatorIn(READY, `setTimeout(() => { throw new Error('lost') });`);
  await operator.restart('start');
  const first = await next('operator-ended');
  expect(first).toMatchObject({ code: 1, message: 'Error: lost', place: { file: 'code.ts', line: 1 }, retryIn: 1000 });
  await clock.advance(999);
  expect(operator.stale()).toBe(false);
  await clock.advance(1);
  expect((await next('operator-ended')).retryIn).toBe(2000);
  write('code.ts', '');
  expect(await operator.restart('saved')).toBe(true);
  expect(await next('operator-ready')).toMatchObject({ reason: 'saved' });
  expect(await operator.failed).toBe(1);
});

test('an operator that exits at once is reported with its code', async () => {
  const { operator, next } = operatorIn(`process.exit(3);`);
  await operator.restart('start');
  expect(await next('operator-ended')).toMatchObject({ code: 3, message: '', frame: [] });
});

test('an operator that does not end is killed after the grace', async () => {
  const { operator, write, next } = operatorIn(READY, `process.on('SIGTERM', () => undefined);`, 50);
  await operator.restart('start');
  const { pid } = await next('operator-ready');
  write('code.ts', '');
  await operator.pause();
  expect(isRunning(pid)).toBe(false);
  expect(operator.paused()).toBe(true);
});

test('a start while an operator is being paused waits for its end', async () => {
  const { operator, write, next, events, printed } = operatorIn(READY, `process.on('SIGTERM', () => undefined);`, 300);
  await operator.restart('start');
  const { pid } = await next('operator-ready');
  write('code.ts', `console.log('second');`);
  const pausing = operator.pause();
  expect(await operator.restart('resumed')).toBe(true);
  expect(isRunning(pid)).toBe(false);
  await pausing;
  await next('operator-ready');
  expect(printed()).toContain('second');
  expect(events.map(({ event }) => event)).not.toContain('operator-paused');
});

test('the end waits for an operator that is being paused', async () => {
  const { operator, next, events } = operatorIn(READY, `process.on('SIGTERM', () => undefined);`, 300);
  await operator.restart('start');
  const { pid } = await next('operator-ready');
  const pausing = operator.pause();
  await operator.stop();
  expect(isRunning(pid)).toBe(false);
  await pausing;
  expect(events.map(({ event }) => event)).not.toContain('operator-paused');
});

test.each([
  ['ignores SIGTERM', `process.on('SIGTERM', () => undefined);`],
  ['hangs', `process.on('SIGTERM', () => { for (;;); });`],
])('an operator that %s is killed at a restart, and at the end', async (_name, code) => {
  const { operator, write, next, events } = operatorIn(READY, code, 200);
  await operator.restart('start');
  const { pid } = await next('operator-ready');
  expect(await operator.restart('saved')).toBe(true);
  expect(isRunning(pid)).toBe(false);
  const second = await next('operator-ready');
  await operator.stop();
  expect(isRunning(second.pid)).toBe(false);
  write('code.ts', '');
  expect(events.filter(({ event }) => event === 'operator-ready')).toHaveLength(2);
});

test('what an operator that is killed has started is killed as well', async () => {
  const child = `import { spawn } from 'node:child_process';
process.on('SIGTERM', () => undefined);
const { pid } = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
console.log('child ' + pid);`;
  const { operator, next, printed } = operatorIn(READY, child, 50);
  await operator.restart('start');
  await next('operator-ready');
  const pid = Number(
    printed()
      .join(' ')
      .match(/child (\d+)/)?.[1],
  );
  expect(isRunning(pid)).toBe(true);
  await operator.stop();
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('a spare process that is killed is replaced by another one', async () => {
  const { operator, write, next, printed, atLoad } = operatorIn(READY);
  await operator.restart('start');
  await next('operator-ready');
  atLoad.set(2, (process) => void process.kill());
  write('code.ts', `console.log('second');`);
  expect(await operator.restart('saved')).toBe(true);
  await next('operator-ready');
  expect(printed()).toEqual(['first', 'Starting workers', 'second', 'Starting workers']);
});

test('code that cannot be imported is not forgotten because the code before it starts at last', async () => {
  const { operator, write, next, launched } = operatorIn(READY, `process.on('SIGTERM', () => undefined);`, 300);
  await operator.restart('start');
  await next('operator-ready');
  write('code.ts', '');
  const first = operator.restart('saved');
  // The first one is imported, and waits for the end of the operator before.
  await launched[1]?.loaded;
  await setImmediate();
  write('code.ts', `import './new.ts';`);
  write('new.ts', 'export const a = ;');
  const second = operator.restart('saved');
  expect(await Promise.all([first, second])).toEqual([true, false]);
  expect(operator.stale()).toBe(true);
  expect(await next('operator-not-loaded')).toMatchObject({ running: true });
});

test('an operator whose controllers never work is mentioned', async () => {
  const { operator, clock, next } = operatorIn(`setInterval(() => undefined, 1000);`);
  await operator.restart('start');
  await next('operator-started');
  await clock.advance(15_000);
  expect(await next('operator-not-ready')).toMatchObject({ milliseconds: 15_000 });
});

test('an operator that was paused, replaced or has crashed is not taken for one that hangs', async () => {
  const { operator, clock, write, next, events } = operatorIn(READY);
  await operator.restart('start');
  await next('operator-ready');
  await operator.restart('saved');
  await next('operator-ready');
  await operator.pause();
  await clock.advance(20_000);
  write('code.ts', `process.on('SIGUSR2', () => process.exit(3));`);
  await operator.restart('resumed');
  const { pid } = await next('operator-ready');
  process.kill(pid ?? 0, 'SIGUSR2');
  await next('operator-ended');
  await clock.advance(20_000);
  expect(events.map(({ event }) => event)).not.toContain('operator-hangs');
});

/** Code that blocks its event loop at SIGUSR2, until there is a file `go`. */
const BLOCKS = `import { existsSync } from 'node:fs';
import { open, url } from 'node:inspector';
process.on('SIGUSR2', () => {
  process._rawDebug('blocked');
  while (!existsSync('go'));
});
`;

test('an operator that hangs is reported while it does, and so is its next answer', async () => {
  const { operator, clock, write, next, events, printed } = operatorIn(READY, BLOCKS);
  await operator.restart('start');
  const { pid } = await next('operator-ready');
  process.kill(pid ?? 0, 'SIGUSR2');
  await expect.poll(() => printed()).toContain('blocked');
  await clock.advance(10_000);
  expect(await next('operator-hangs')).toMatchObject({ pid, reconciles: [] });
  expect(events.map(({ event }) => event)).not.toContain('operator-answers');
  write('go', '');
  expect((await next('operator-answers')).milliseconds).toBeGreaterThan(5000);
});

test('an operator to which a debugger is attached is not reported as one that hangs', async () => {
  const opens = `open(0, '127.0.0.1');\nconsole.log('inspector at ' + url());\n`;
  const { operator, clock, write, next, events, printed } = operatorIn(READY, `${BLOCKS}${opens}`);
  await operator.restart('start');
  const { pid } = await next('operator-ready');
  const address = /inspector at (\S+)/.exec(printed().join(' '))?.[1] ?? '';
  const attached = new WebSocket(address);
  onTestFinished(() => attached.close());
  await expect.poll(() => printed()).toContain('Debugger attached.');
  process.kill(pid ?? 0, 'SIGUSR2');
  await expect.poll(() => printed()).toContain('blocked');
  await clock.advance(20_000);
  write('go', '');
  expect(events.map(({ event }) => event)).not.toContain('operator-hangs');
});

test('code that never finishes its import is replaced by the next save', async () => {
  const { operator, write, next, events } = operatorIn(
    READY,
    `await new Promise(() => setInterval(() => undefined, 1000));`,
  );
  const hanging = operator.restart('start');
  write('code.ts', '');
  expect(await operator.restart('saved')).toBe(true);
  expect(await hanging).toBe(false);
  await next('operator-ready');
  expect(events.filter(({ event }) => event === 'operator-started')).toHaveLength(1);
});

test('saves in a quick row start the last code once', async () => {
  const { operator, write, next, printed } = operatorIn(READY);
  await operator.restart('start');
  await next('operator-ready');
  const restarts: Promise<boolean>[] = [];
  for (const name of ['a', 'b', 'c']) {
    write('code.ts', `console.log('${name}');`);
    restarts.push(operator.restart('saved'));
  }
  expect(await Promise.all(restarts)).toEqual([false, false, true]);
  await next('operator-ready');
  expect(printed()).toEqual(['first', 'Starting workers', 'c', 'Starting workers']);
});

test('nothing starts after the end, and no process and no timer is left', async () => {
  const { operator, clock, next } = operatorIn(READY);
  await operator.restart('start');
  const { pid } = await next('operator-ready');
  const restarting = operator.restart('saved');
  await operator.stop();
  expect(await restarting).toBe(false);
  expect(isRunning(pid)).toBe(false);
  expect(clock.pending()).toBe(0);
  expect(await operator.restart('saved')).toBe(false);
});
