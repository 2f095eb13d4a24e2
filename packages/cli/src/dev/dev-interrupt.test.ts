import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFailed, onTestFinished, test } from 'vitest';
import { withProjectLock } from '../project-lock/with-project-lock.ts';
import { type TestFolder, testFolder } from '../test-support/run-kb.ts';
import { openPage } from '../../../dashboard/src/server/test-support/page-client.ts';
import { expectNoTraces, expectNothingLeft, processesOf } from '../test-support/left-behind.ts';
import { linkPackages, type RunningDev, runningDev } from '../test-support/running-dev.ts';

const TYPES = 'packages/api/src/shop/v1/shop.types.ts';
const CONTROLLER = 'packages/controller/src/shop.controller.ts';
const MAIN = 'packages/controller/src/main.ts';

/** Makes a terminal for a command. */
const SCRIPT = '/usr/bin/script';
if (!existsSync(SCRIPT)) console.warn(`SKIPPED: kb dev at a terminal, which needs ${SCRIPT} (util-linux)`);

let folder: TestFolder;
let original: Map<string, string>;
beforeAll(async () => {
  folder = testFolder();
  await folder.kb('init', '--domain', 'example.com');
  await folder.kb('create', 'api', '--group', 'shop', '--version', 'v1', '--kind', 'Shop');
  await folder.kb('generate');
  linkPackages(folder, 'shop');
  original = new Map([TYPES, CONTROLLER, MAIN].map((file) => [file, folder.read(file)]));
});
afterAll(() => folder[Symbol.dispose]());

/** Interrupts `kb dev` at a moment, and checks that nothing of it is left. */
async function interrupted(at: (dev: RunningDev) => Promise<unknown>): Promise<RunningDev> {
  await using dev = runningDev(folder);
  await at(dev);
  await expectNothingLeft(dev, folder);
  for (const [file, text] of original) folder.write(file, text);
  return dev;
}

const ready = (dev: RunningDev): Promise<unknown> => dev.next('operator-ready');

/** A moment, and what is written before. */
interface Moment {
  readonly name: string;
  readonly at: (dev: RunningDev) => Promise<unknown>;
  readonly files?: Readonly<Record<string, string>>;
}

const moments: readonly Moment[] = [
  { name: 'the files are generated, and the API server starts', at: (dev) => dev.next('generated') },
  { name: 'the API server runs, and the page starts', at: (dev) => dev.next('cluster') },
  { name: 'the page is served, and definitions are applied', at: (dev) => dev.next('page') },
  { name: 'definitions are installed, and the operator is imported', at: (dev) => dev.next('crd-applied') },
  { name: 'the operator starts', at: (dev) => dev.next('operator-started') },
  { name: 'the operator works, and a spare one starts', at: ready },
  {
    name: 'a controller was saved, and the operator is restarted',
    at: async (dev) => {
      await ready(dev);
      folder.edit(CONTROLLER, "reason: 'Reconciled'", "reason: 'Again'");
      await dev.next('saved');
    },
  },
  {
    name: 'types were saved, and files are generated',
    at: async (dev) => {
      await ready(dev);
      folder.edit(TYPES, '  foo?: string;', '  foo?: string;\n  size?: string;');
      await dev.next('saved');
    },
  },
  {
    name: 'changed definitions are applied',
    at: async (dev) => {
      await ready(dev);
      folder.edit(TYPES, '  foo?: string;', '  foo?: string;\n  size?: string;');
      await dev.next('generated', ({ changed }) => changed.length > 0);
    },
  },
  {
    name: 'types are checked',
    at: async (dev) => {
      await ready(dev);
      folder.edit(CONTROLLER, "reason: 'Reconciled'", "reason: 'Again'");
      await expect.poll(() => processesOf(folder.path).some((words) => words.includes('--noEmit'))).toBe(true);
    },
  },
  {
    name: 'the operator waits to be started again',
    at: (dev) => dev.next('operator-ended'),
    files: { [MAIN]: 'process.exit(4);\n' },
  },
  {
    name: 'the operator cannot be imported',
    at: (dev) => dev.next('operator-not-loaded'),
    files: { [MAIN]: "import './nothing.ts';\n" },
  },
  {
    name: 'the import of the operator hangs',
    at: (dev) => dev.next('sample-applied'),
    files: { [MAIN]: "import './hanging.ts';\n", 'packages/controller/src/hanging.ts': 'for (;;);\n' },
  },
  {
    name: 'the operator hangs, and does not hear SIGTERM',
    at: (dev) => dev.next('operator-log', ({ line }) => line.includes('hangs')),
    files: { [MAIN]: "console.log('it hangs');\nfor (;;);\n" },
  },
];

/** Does what the key p does: the page has the same. */
async function pause(dev: RunningDev): Promise<void> {
  const page = dev.events.find((event) => event.event === 'page');
  if (page === undefined) throw new Error('there is no page');
  const { origin } = new URL(page.url);
  const client = await openPage({ url: page.url, origin });
  const close = (): void => client.close();
  // A session that ends does not answer.
  void client.call({ do: 'operator', action: 'pause' }).then(close, close);
}

const pausing: readonly Moment[] = [
  {
    name: 'the operator is being paused, and takes its time',
    at: async (dev) => {
      await dev.next('operator-log', ({ line }) => line.includes('runs'));
      await pause(dev);
      await dev.next('operator-log', ({ line }) => line.includes('is asked to end'));
    },
    files: {
      [MAIN]: `process.on('SIGTERM', () => console.log('is asked to end'));\nconsole.log('runs');\nsetInterval(() => undefined, 1e6);\n`,
    },
  },
  {
    name: 'the operator is paused while its code is imported',
    at: async (dev) => {
      await dev.next('sample-applied');
      await pause(dev);
      await dev.next('operator-paused');
    },
    files: { [MAIN]: "import './hanging.ts';\n", 'packages/controller/src/hanging.ts': 'for (;;);\n' },
  },
  {
    name: 'the operator is paused',
    at: async (dev) => {
      await ready(dev);
      await pause(dev);
      await dev.next('operator-paused');
    },
  },
];

test.each([...moments, ...pausing])('Ctrl-C leaves nothing when $name', async ({ at, files = {} }) => {
  for (const [file, text] of Object.entries(files)) folder.write(file, text);
  const dev = await interrupted(at);
  expect(dev.child.signalCode).toBeNull();
});

/** Runs `kb dev` at a terminal, which `script` of util-linux is. */
function atTerminal(): {
  readonly child: ChildProcess;
  readonly type: (text: string) => void;
  readonly shown: () => string;
  /** Resolves when it shows a text. */
  readonly until: (text: string) => Promise<void>;
} {
  const launcher = fileURLToPath(new URL('../../bin/kb.js', import.meta.url));
  const command = `${process.execPath} --conditions=@kb/source ${launcher} dev`;
  const child = spawn(SCRIPT, ['-qec', command, '/dev/null'], { cwd: folder.path, stdio: ['pipe', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill());
  let shown = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (shown += chunk.toString()));
  const until = async (text: string): Promise<void> => {
    while (!shown.includes(text)) await once(child.stdout, 'data');
  };
  onTestFailed(() => console.error(shown.slice(-2000)));
  return { child, shown: () => shown, until, type: (text) => void child.stdin.write(text) };
}

describe.skipIf(!existsSync(SCRIPT))('at a terminal', () => {
  test('the key p pauses the operator, and Ctrl-C, which is a key there, leaves nothing', async () => {
    const { child, shown, type, until } = atTerminal();
    const ended = once(child, 'exit');
    await until('? lists the keys');
    type('p');
    await until('p starts it again');
    type('\u0003');
    expect(await ended).toEqual([0, null]);
    expect(shown()).toContain('Stopping…');
    await expectNoTraces(folder);
  });

  test('a terminal that is closed leaves nothing', async () => {
    const { child, until } = atTerminal();
    await until('? lists the keys');
    child.kill('SIGKILL');
    await expectNoTraces(folder);
  });

  test('a second Ctrl-C ends at once an operator that is being paused and does not want to end', async () => {
    folder.write(
      MAIN,
      "process.on('SIGTERM', () => console.log('it stays'));\nconsole.log('it has begun');\nsetInterval(() => undefined, 1e6);\n",
    );
    const { child, type, until } = atTerminal();
    const ended = once(child, 'exit');
    await until('? lists the keys');
    await until('it has begun');
    type('p');
    await until('it stays');
    const began = performance.now();
    type('\u0003\u0003');
    expect(await ended).toEqual([130, null]);
    expect(performance.now() - began).toBeLessThan(4000);
    await expectNoTraces(folder);
    for (const [file, text] of original) folder.write(file, text);
  });
});

test('Ctrl-C ends the wait for another command', async () => {
  const onWait = (): void => undefined;
  await withProjectLock(folder.path, { command: 'kb generate', onWait }, async () => {
    await using dev = runningDev(folder);
    await expect.poll(() => dev.errors()).toContain('Waiting for "kb generate"');
    expect(await dev.interrupt()).toBe(130);
  });
});

test('a second Ctrl-C ends at once what does not want to end', async () => {
  folder.write(
    MAIN,
    "process.on('SIGTERM', () => undefined);\nconsole.log('it stays');\nsetInterval(() => undefined, 1e6);\n",
  );
  await using dev = runningDev(folder);
  await dev.next('operator-log', ({ line }) => line.includes('stays'));
  dev.child.kill('SIGINT');
  await dev.next('notice', ({ text }) => text === 'Stopping…');
  const began = performance.now();
  expect(await dev.interrupt()).toBe(130);
  expect(performance.now() - began).toBeLessThan(4000);
  await expectNoTraces(folder);
});
