// kubebuilder's plugins that bring files beside the operator: dashboards, and the workflow that updates kb.
import path from 'node:path';
import { check } from 'prettier';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { type TestFolder, testFolder } from '../test-support/run-kb.ts';

const RUNTIME = 'grafana/controller-runtime-metrics.json';
const METRICS = 'grafana/custom-metrics/config.yaml';
const DASHBOARD = 'grafana/custom-metrics/custom-metrics-dashboard.json';
const WORKFLOW = '.github/workflows/auto_update.yml';
const BOTH = '--plugins=grafana.kubebuilder.io/v1-alpha,autoupdate/v1-alpha';

async function project(...flags: readonly string[]): Promise<TestFolder> {
  const folder = testFolder();
  const { code, err } = await folder.kb('init', '--domain', 'example.com', ...flags);
  if (code !== 0) throw new Error(err);
  return folder;
}

test('bring the files of kubebuilder, and an entry in PROJECT; a second time nothing changes', async () => {
  using folder = await project();
  expect(await folder.kb('edit', BOTH, '--use-gh-models')).toMatchObject({ code: 0, err: '' });
  expect(parse(folder.read('PROJECT'))).toMatchObject({
    plugins: { 'grafana.kubebuilder.io/v1-alpha': {}, 'autoupdate.kubebuilder.io/v1-alpha': {} },
  });
  const before = folder.snapshot();
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining([RUNTIME, 'grafana/controller-resources-metrics.json', METRICS, WORKFLOW]),
  );
  expect(await folder.kb('edit', BOTH)).toMatchObject({ code: 0, out: 'Nothing to change.\n' });
  expect(await folder.kb('update')).toMatchObject({ code: 0, out: expect.stringContaining('Nothing to change.') });
  expect(folder.snapshot()).toEqual(before);
});

test('kb init with them makes what kb edit makes of a project', async () => {
  using edited = await project();
  await edited.kb('edit', BOTH);
  using made = await project('--plugins=go/v4,grafana/v1-alpha,autoupdate/v1-alpha');
  expect(made.snapshot()).toEqual(edited.snapshot());
  expect(await made.kb('init', '--domain', 'example.com', BOTH)).toMatchObject({ code: 0 });
});

test('kb init of a project without them says how to add them', async () => {
  using folder = await project();
  const { code, err } = await folder.kb('init', '--domain', 'example.com', BOTH);
  expect([code, err]).toEqual([1, expect.stringContaining('"kb edit --plugins grafana/v1-alpha,autoupdate/v1-alpha"')]);
});

test('the files are formatted as the project formats them', async () => {
  using folder = await project(BOTH);
  folder.write(METRICS, 'customMetrics:\n- metric: shop_orders_total\n  type: counter\n');
  await folder.kb('edit', BOTH);
  const style = { singleQuote: true, printWidth: 120 };
  for (const file of Object.keys(folder.snapshot()).filter((name) => /^grafana.*json$|auto_update/.test(name)))
    expect([file, await check(folder.read(file), { ...style, filepath: path.join(folder.path, file) })]).toEqual([
      file,
      true,
    ]);
});

test('what was there stays, and is replaced on request only', async () => {
  using folder = await project();
  folder.write(RUNTIME, '{}\n');
  expect(await folder.kb('edit', BOTH)).toMatchObject({ code: 0, out: expect.stringContaining(`Kept ${RUNTIME}`) });
  expect(folder.read(RUNTIME)).toBe('{}\n');
  folder.remove(WORKFLOW);
  const before = folder.snapshot();
  const refused = await folder.kb('edit', BOTH, '--force');
  expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/KB_NEEDS_YES[^]*-\{\}/)]);
  expect(folder.snapshot()).toEqual(before);
  expect(await folder.kb('edit', BOTH)).toMatchObject({ code: 0, out: expect.stringContaining(WORKFLOW) });
  expect(await folder.kb('edit', BOTH, '--force', '--yes')).toMatchObject({ code: 0 });
  expect(folder.read(RUNTIME)).toContain('"Controller-Runtime-Metrics"');
});

test('the dashboard of own metrics follows their list', async () => {
  using folder = await project(BOTH);
  folder.write(METRICS, 'customMetrics:\n  - metric: shop_orders_total\n    type: Counter\n    unit: null\n');
  expect(await folder.kb('edit', '--plugins', 'grafana/v1-alpha')).toMatchObject({ code: 0 });
  expect(folder.read(DASHBOARD)).toContain('rate(shop_orders_total{');
  folder.write(METRICS, 'customMetrics:\n');
  expect(await folder.kb('edit', '--plugins', 'grafana/v1-alpha')).toMatchObject({ code: 0 });
  expect(folder.read(DASHBOARD)).not.toContain('shop_orders_total');
});

describe('a list of metrics that cannot be read is an error with its place', () => {
  test.each([
    ['customMetrics: {}', '1:1: there is no list customMetrics'],
    ['- a', '1:1: there is no list customMetrics'],
    ['customMetrics:\n- a', '2:3: a metric is not a map'],
    ['customMetrics:\n- metric: a\n  type: summary', '2:3: the metric a needs a type'],
    ['customMetrics:\n- type: counter', '2:3: a metric needs its name'],
    ['customMetrics:\n- metric: "a b"\n  type: gauge', '2:3: a metric needs its name'],
    ['customMetrics:\n- metric: a\n  type: gauge\n  expr: [a]', '4:9: expr is not a text'],
    ['customMetrics:\n- metric: a\n  type: gauge\n  units: s', '4:3: unknown field units'],
    ['customMetrics: [', '1:17: '],
  ])('%j', async (text, message) => {
    using folder = await project(BOTH);
    folder.write(METRICS, text);
    const before = folder.snapshot();
    const { code, err } = await folder.kb('edit', '--plugins', 'grafana/v1-alpha');
    expect([code, err]).toEqual([1, expect.stringContaining(`KB_CUSTOM_METRICS_INVALID: ${METRICS}:${message}`)]);
    expect(folder.snapshot()).toEqual(before);
  });
});

test.each([
  [['edit', '--plugins', 'grafana/v2'], 'kb has grafana/v1-alpha, autoupdate/v1-alpha, helm/v2-alpha'],
  [['edit', '--plugins', 'grafana/v1-alpha', '--output-dir', 'a'], '--output-dir belongs to --plugins helm/v2-alpha'],
  [['edit', '--plugins', ''], 'kb has no plugin ""'],
  [['init', '--plugins', 'helm/v2-alpha'], 'Run "kb edit --plugins helm/v2-alpha"'],
  [['create', 'api', '--kind', 'A', '--plugins', 'deploy-image/v1-alpha'], 'needs --image'],
])('kb %j is refused with the way out', async (args, hint) => {
  using folder = await project();
  const before = folder.snapshot();
  const { code, err } = await folder.kb(...args);
  expect([code, err]).toEqual([2, expect.stringContaining(hint)]);
  expect(folder.snapshot()).toEqual(before);
});
