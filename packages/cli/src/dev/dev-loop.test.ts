import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { type TestFolder, testFolder } from '../test-support/run-kb.ts';
import { linkPackages, runningDev } from '../test-support/running-dev.ts';

const TYPES = 'packages/api/src/shop/v1/shop.types.ts';
const CONTROLLER = 'packages/controller/src/shop.controller.ts';

async function newProject(): Promise<TestFolder> {
  const folder = testFolder();
  await folder.kb('init', '--domain', 'example.com');
  await folder.kb('create', 'api', '--group', 'shop', '--version', 'v1', '--kind', 'Shop');
  await folder.kb('generate');
  linkPackages(folder, 'shop');
  return folder;
}

/** Whether a process runs, and is not only waiting for its parent to read its exit code. */
function isRunning(pid: number | undefined): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test('a save of a controller restarts the operator, which reconciles with the new code', async () => {
  using folder = await newProject();
  await using dev = runningDev(folder);
  const { pid } = await dev.next('operator-ready');
  await expect.poll(() => dev.has('object', ({ text }) => text.includes('Ready=True'))).toBe(true);
  folder.edit(CONTROLLER, "reason: 'Reconciled'", "reason: 'Again'");
  folder.edit(CONTROLLER, "status: 'True'", "status: 'Unknown'");
  const { files } = await dev.next('saved');
  expect(files).toEqual([CONTROLLER]);
  const ready = await dev.next('operator-ready');
  expect(ready).toMatchObject({ reason: 'saved' });
  await expect.poll(() => dev.has('object', ({ text }) => text.includes('Ready=Unknown'))).toBe(true);
  expect(isRunning(pid)).toBe(false);
  // Nothing that is generated depends on what was saved.
  expect(dev.events.filter(({ event }) => event === 'generated')).toHaveLength(1);
  expect(await dev.interrupt()).toBe(0);
  expect([dev.errors(), isRunning(ready.pid)]).toEqual(['', false]);
});

test('a save of a type changes the definition, and what it means for kept objects is reported', async () => {
  using folder = await newProject();
  await using dev = runningDev(folder);
  await dev.next('operator-ready');
  await expect.poll(() => dev.has('sample-applied')).toBe(true);
  folder.edit(TYPES, '  foo?: string;', '  // +kubebuilder:validation:MaxLength=2\n  foo?: string;\n  size?: string;');
  expect((await dev.next('generated')).changed).toContain('config/crd/bases/shop.example.com_shops.yaml');
  const kept = await dev.next('object-kept');
  expect(kept).toMatchObject({ object: { kind: 'Shop' }, pruned: [], invalid: expect.stringContaining('spec.foo') });
  expect((await dev.next('crd-applied')).names).toEqual(['shops.shop.example.com']);
  expect(await dev.next('operator-ready')).toMatchObject({ reason: 'saved' });
});

test('a kind that is added during the session is installed, and changes of its objects are reported', async () => {
  using folder = await newProject();
  await using dev = runningDev(folder);
  await dev.next('operator-ready');
  await folder.kb('create', 'api', '--group', 'shop', '--version', 'v1', '--kind', 'Order');
  await dev.next('crd-applied', ({ names }) => names.includes('orders.shop.example.com'));
  await expect
    .poll(() => dev.has('object', ({ object, change }) => object.kind === 'Order' && change === 'created'))
    .toBe(true);
});

test('mistakes are reported with their places, and everything goes on as before until they are mended', async () => {
  using folder = await newProject();
  await using dev = runningDev(folder);
  const { pid } = await dev.next('operator-ready');
  const good = folder.read(CONTROLLER);
  folder.write(CONTROLLER, `${good}\nconst a = ;\n`);
  const line = good.split('\n').length + 1;
  const syntax = await dev.next('operator-not-loaded');
  expect(syntax).toMatchObject({ running: true, place: { file: CONTROLLER, line, column: 11 } });
  folder.edit(TYPES, 'foo?: string', 'foo?: symbol');
  const { diagnostics, failed } = await dev.next('diagnostics');
  expect([failed, diagnostics[0]?.file]).toEqual([true, TYPES]);
  expect(isRunning(pid)).toBe(true);
  folder.edit(TYPES, 'foo?: symbol', 'foo?: string');
  folder.write(CONTROLLER, `${good}\nexport const count: number = 'many';\n`);
  // The operator starts while the types are checked: either may come first.
  const { errors } = await dev.next('types', (event) => event.errors.some(({ code }) => code === 'TS2322'));
  expect(errors.find(({ code }) => code === 'TS2322')?.place.file).toBe(CONTROLLER);
  await expect.poll(() => dev.has('operator-ready', ({ reason }) => reason === 'saved')).toBe(true);
  folder.write(CONTROLLER, good);
  await dev.next('types', (event) => event.errors.every(({ code }) => code !== 'TS2322'));
});

test('a refused sample and an operator that crashes do not end the session', async () => {
  using folder = await newProject();
  folder.edit('config/samples/shop_v1_shop.yaml', 'spec:', 'specs:');
  folder.edit(
    'packages/controller/src/main.ts',
    'import { runManager',
    'if (true) process.exit(4);\nimport { runManager',
  );
  await using dev = runningDev(folder);
  expect(await dev.next('sample-refused')).toMatchObject({ file: 'config/samples/shop_v1_shop.yaml' });
  await expect.poll(() => dev.has('operator-ended', ({ code }) => code === 4)).toBe(true);
  folder.edit('config/samples/shop_v1_shop.yaml', 'specs:', 'spec:');
  await dev.next('sample-applied');
  folder.edit('packages/controller/src/main.ts', 'if (true) process.exit(4);\n', '');
  expect(await dev.next('operator-ready')).toMatchObject({ reason: 'saved' });
  expect(await dev.interrupt()).toBe(0);
});

test('kb dev --once fails with an operator that ends by itself', async () => {
  using folder = await newProject();
  folder.write('packages/controller/src/main.ts', 'process.exit(5);\n');
  await using dev = runningDev(folder, '--once');
  await expect(dev.next('object')).rejects.toThrow('KB_OPERATOR_ENDED');
  expect(dev.child.exitCode).toBe(1);
});

test('at the log level error the operator still becomes ready, and shows none of its other lines', async () => {
  using folder = await newProject();
  vi.stubEnv('LOG_LEVEL', 'error');
  await using dev = runningDev(folder);
  vi.unstubAllEnvs();
  await dev.next('operator-ready');
  await expect.poll(() => dev.has('object', ({ text }) => text.includes('Ready=True'))).toBe(true);
  expect(dev.events.filter(({ event }) => event === 'operator-log')).toEqual([]);
});
