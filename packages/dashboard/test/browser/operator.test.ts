import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TopicEvent } from '../../src/protocol/index.ts';
import { leftOf, rightOf, topOf } from './test-support/edges.ts';
import { expectSeen } from './test-support/expect-seen.ts';
import { chromePath } from './test-support/chromium.ts';
import { fakeTopics } from './test-support/fake-topics.ts';
import { forbiddenRun } from './test-support/forbidden-run.ts';
import { crashingTree, historyWrites, misbehavingOperator } from './test-support/misbehaving-operator.ts';
import { usePageFixture, widgets } from './test-support/page-fixture.ts';
import { widget } from './test-support/widgets.ts';

describe.skipIf(chromePath === undefined)('the operator in the browser', () => {
  const fixture = usePageFixture();
  const before = (page: Page): Promise<void> => {
    const now = Date.now();
    const writes = historyWrites(now, 50);
    const [first, last] = [writes[0], writes.at(-1)];
    const bounds = { ...(first && { first }), ...(last && { last }), limitBytes: 64_000_000, keptBytes: 1_000_000 };
    const topics = {
      operator: misbehavingOperator(now),
      tree: crashingTree(),
      history: { topic: 'history', reset: true, ...bounds, writes },
    } as const;
    return fakeTopics(topics)(page);
  };
  const open = (fragment: string): ReturnType<typeof fixture.open> => fixture.open(fragment, { before });
  beforeAll(async () => {
    for (const name of ['widget-1', 'widget-2', 'widget-3']) await fixture.client.create(widgets, widget(name, 3));
  });

  test('an endless loop is named, with the field that wakes it', async () => {
    const page = await open('#/operator');
    const problems = page.getByRole('group').filter({ hasText: 'problems' });
    await expectSeen(problems.getByText(/is woken by its own write, \d+ times in the last \d+s/));
    await expectSeen(page.getByRole('img', { name: 'endless loop' }));
    await problems.getByRole('link', { name: 'widget default/widget-1' }).click();
    const timeline = page.getByRole('list', { name: 'Time line' });
    await expectSeen(timeline.getByText('own write').first());
    const strip = page.getByRole('figure', { name: /^30 entries in .*, the last \d+s ago$/ });
    await expectSeen(strip.getByText('now', { exact: true }));
    await expectSeen(strip.getByText('run that its own write woke', { exact: true }));
    const newest = strip.locator('svg').first().locator('rect').first();
    await expect.poll(async () => (await rightOf(newest)) - (await leftOf(strip))).toBeLessThan(700);
    // The loop is one line, besides the run that began it.
    await expectSeen(timeline.getByText('loop ×29'));
    await expect.poll(() => timeline.getByRole('listitem').count()).toBe(2);
    await timeline.getByRole('button').first().click();
    await expectSeen(timeline.getByText('from watch source: Widget the run that wrote it'));
    await expectSeen(timeline.getByText('Writing when it was seen'));
    await expectSeen(timeline.getByRole('list', { name: 'Changed fields' }).getByText('status.lastSeen'));
    expect(page.url()).toContain('run=loop-29');
    await timeline.getByRole('button', { name: 'one by one' }).click();
    await expectSeen(timeline.getByRole('button', { name: /done/ }).nth(28));
  });

  test('on a narrow screen the problems are one line, which opens', async () => {
    const page = await open('#/operator');
    const problems = page.getByRole('group').filter({ hasText: 'problems' });
    const link = problems.getByRole('link', { name: 'gateway default/widget-2' });
    await expectSeen(link);
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(async () => (await problems.boundingBox())?.height).toBeLessThan(32);
    await problems.getByText('2 problems: forbidden, endless loop').click();
    await expectSeen(link);
    // Opened, it leaves the most of the screen to what is below.
    await expect.poll(async () => (await problems.boundingBox())?.height).toBeLessThanOrEqual(320);
  });

  test('a missing permission is shown with the marker that gives it', async () => {
    const page = await open('#/operator');
    await page.getByRole('link', { name: 'gateway default/widget-2' }).click();
    const timeline = page.getByRole('list', { name: 'Time line' });
    await expectSeen(timeline.getByText('403'));
    await expectSeen(timeline.getByText('+kubebuilder:rbac:groups=apps,resources=deployments,verbs=create'));
    await expectSeen(timeline.getByText('markers above the reconciler of gateway'));
    await expectSeen(timeline.getByText('packages/controller/src/gateway.controller.ts:14', { exact: true }));
    await expectSeen(timeline.getByRole('button', { name: 'Copy the marker' }));
    await expectSeen(timeline.getByText(/next try in \d/));
    await expect.poll(() => timeline.getByText('cannot create resource').count()).toBe(1);
    // That an object is not there is what was asked.
    await expectSeen(timeline.getByText('404 Not Found'));
    const look = (text: string): Promise<string | null> => timeline.getByText(text).getAttribute('class');
    await expect.poll(() => look('cannot create resource')).toContain('error');
    await expect.poll(() => look('deployments.apps "widget-2" not found')).not.toContain('error');
    // On a narrow screen what a step did stays below its name, beside its time.
    await page.setViewportSize({ width: 390, height: 800 });
    const name = timeline.getByText('request', { exact: true }).first();
    const verb = timeline.getByText('create', { exact: true }).first();
    await expect.poll(async () => (await leftOf(verb)) - (await leftOf(name))).toBe(0);
  });

  test('runs that one looks at stand still: newer ones are counted', async () => {
    const now = Date.now();
    const operator = misbehavingOperator(now);
    const send = Promise.withResolvers<(event: TopicEvent) => void>();
    const page = await fixture.open('#/operator?controller=gateway&key=default/widget-2', {
      before: fakeTopics({ operator }, send.resolve),
    });
    const items = page.getByRole('list', { name: 'Time line' }).getByRole('button', { name: 'failed' });
    await items.hover();
    (await send.promise)({ ...operator, reset: false, records: forbiddenRun(now + 1, 'forbidden-2') });
    await expectSeen(page.getByRole('button', { name: 'Show 1 new' }));
    await expect.poll(() => items.count()).toBe(1);
    await page.getByRole('button', { name: 'Show 1 new' }).click();
    await expect.poll(() => items.count()).toBe(2);
    await items.last().click();
    // The older one no longer says when the next try is.
    await expectSeen(page.getByText('the next try was planned 5m later'));
  });

  test('an object that could not be written says which run tried, and what was refused', async () => {
    const page = await open('#/objects/apps/v1/deployments/default/widget-2?tab=runs');
    const writers = page.getByRole('list', { name: 'Runs that wrote it' });
    await expectSeen(writers.getByText('403 Forbidden'));
    await expectSeen(writers.getByText(/A run of gateway default\/widget-2 tried to create it/));
    await expectSeen(writers.getByText('+kubebuilder:rbac:groups=apps,resources=deployments,verbs=create'));
    await expectSeen(
      page.getByText('The operator runs, and none of its controllers reconciles or watches Deployment.'),
    );
    await writers.getByRole('link', { name: 'gateway default/widget-2' }).click();
    await expect.poll(() => page.url()).toContain('run=forbidden-1');
  });

  test('tables and summaries show what the operator does wrong with an object', async () => {
    const page = await open('#/objects/example.com/v1/widgets');
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
    await expectSeen(row('widget-1').getByRole('img', { name: 'operator: endless loop' }));
    await expectSeen(row('widget-2').getByRole('img', { name: 'operator: last reconcile failed' }));
    await expectSeen(
      row('widget-3')
        .getByRole('img', { name: 'healthy' })
        .or(row('widget-3').getByRole('img', { name: 'unknown' })),
    );
    await expectSeen(
      row('widget-3').getByRole('img', { name: 'operator: last change filtered by generationChanged of widget' }),
    );
    await expect.poll(() => row('widget-1').getByRole('img').count()).toBe(1);
    await row('widget-1').click();
    const lines = page.getByRole('list', { name: 'The operator and this object' });
    await expectSeen(lines.getByText('Endless loop:'));
    await expectSeen(lines.getByText('status.lastSeen'));
    await expectSeen(page.getByRole('tab', { name: /^Reconciles \d+$/ }));
    await page.keyboard.press('Escape');
    await row('widget-2').click();
    await expectSeen(lines.getByText('Last reconcile failed'));
    await expectSeen(lines.getByText('cannot create resource "deployments"'));
    await page.keyboard.press('Escape');
    await row('widget-3').click();
    await expectSeen(lines.getByText(/The last change \(metadata.labels.tier\) did not wake widget: the predicate/));
    await expectSeen(lines.getByText('labels, annotations and status do not change metadata.generation'));
  });

  test('a key whose last change was filtered is marked, until a run begins', async () => {
    const now = Date.now();
    const operator = misbehavingOperator(now);
    const key = { namespace: 'default', name: 'widget-3' };
    const run = { type: 'reconcile-began', controller: 'widget', key, attempt: 0, priority: 0, causes: [] } as const;
    const records = [...operator.records, { ...run, reconcileID: 'before', time: now - 5000 }];
    const send = Promise.withResolvers<(event: TopicEvent) => void>();
    const page = await fixture.open('#/operator', {
      before: fakeTopics({ operator: { ...operator, records } }, send.resolve),
    });
    const line = page.getByRole('link', { name: /default\/widget-3/ });
    await expectSeen(line.getByRole('img', { name: 'last change filtered by generationChanged of widget' }));
    (await send.promise)({ ...operator, reset: false, records: [{ ...run, reconcileID: 'after', time: now }] });
    await expectSeen(line.getByRole('img', { name: 'done' }));
  });

  test('a filtered event is found from the object: who filtered which change', async () => {
    const page = await open('#/objects/example.com/v1/widgets/default/widget-3?tab=runs');
    const timeline = page.getByRole('list', { name: 'Time line' });
    await expectSeen(timeline.getByText('metadata.labels.tier').first());
    await expectSeen(timeline.getByText('the predicate “generationChanged” filtered the event').first());
    await page.getByRole('link', { name: 'Operator' }).click();
    await page.getByRole('tab', { name: 'Not called' }).click();
    const events = page.getByRole('list', { name: 'Events that woke nothing' });
    await events.getByRole('button', { name: '×2' }).click();
    await expectSeen(events.getByRole('list', { name: 'Changed fields' }).getByText('gold'));
    await expectSeen(events.getByText('labels, annotations and status do not change metadata.generation'));
    await expectSeen(events.getByText('No known run of this operator wrote it.'));
    // What the operator wrote to the status is apart.
    await expect.poll(() => events.getByText('status.conditions').count()).toBe(0);
    await page.getByText('1 of the status only').click();
    await expectSeen(page.getByRole('list', { name: 'Events of the status' }).getByText('status.conditions'));
  });

  test('a filter by namespace says what it hides', async () => {
    const page = await open('#/operator?namespace=kube-system');
    await expectSeen(page.getByText('No runs in kube-system'));
    await page.getByRole('tab', { name: 'Not called' }).click();
    await expectSeen(page.getByText('No such events in kube-system'));
    await page.getByRole('link', { name: 'History' }).click();
    await expectSeen(page.getByText('No write in kube-system'));
    await page.getByRole('link', { name: 'Show all namespaces' }).click();
    await expectSeen(page.getByRole('list', { name: 'Writes' }).getByText('widget-1').first());
    await page.getByRole('combobox', { name: 'Namespace' }).selectOption('kube-system');
    await page.getByRole('link', { name: 'Operator' }).click();
    await page.getByRole('link', { name: 'widget default/widget-1' }).click();
    await expectSeen(page.getByRole('list', { name: 'Time line' }));
    expect(page.url()).not.toContain('kube-system');
  });

  test('queues, caches, the leader and webhooks are there', async () => {
    const page = await open('#/operator?tab=controllers');
    await expectSeen(
      page.getByRole('table', { name: 'Reconcile requests that wait' }).getByText('failed 4 times in a row'),
    );
    const controllers = page.getByRole('table', { name: 'Controllers' });
    await expectSeen(controllers.getByText('Widget (predicate generationChanged)'));
    await expectSeen(controllers.getByText('labels, annotations and status do not change metadata.generation'));
    await expectSeen(
      page.getByRole('table', { name: 'Reconcile requests that wait' }).getByText('woken by its own write'),
    );
    await expectSeen(page.getByText('This operator leads'));
    await expectSeen(page.getByRole('columnheader', { name: 'Queued' }));
    await page.getByRole('tab', { name: 'Webhooks' }).click();
    await expectSeen(page.getByRole('list', { name: 'Calls of webhooks' }).getByText('spec.colour'));
  });

  test('the tree of an object leads to what is broken', async () => {
    const page = await open('#/objects/example.com/v1/widgets/default/widget-1');
    await expectSeen(page.getByText('CrashLoopBackOff'));
    await page.getByRole('link', { name: 'widget-1-0' }).click();
    await expectSeen(page.getByRole('heading', { name: 'widget-1-0', exact: true }));
  });

  test('the slider goes back in time, the address has the revision, and Now leads back', async () => {
    const page = await open('#/history');
    await expectSeen(page.getByRole('list', { name: 'Writes' }).getByText('in this run').first());
    await page.getByRole('slider', { name: 'Revision' }).press('ArrowLeft');
    await expect.poll(() => page.url()).toContain('at=1048');
    await expectSeen(page.getByText('As it was at'));
    // The chosen write is brought into view.
    await page.getByRole('slider', { name: 'Revision' }).press('Home');
    const chosen = page.locator('li[aria-current=true]');
    await expectSeen(chosen.getByRole('button', { name: /version 1000$/ }));
    await expect.poll(async () => (await topOf(chosen)) < 800).toBe(true);
    await page.getByRole('button', { name: 'Now' }).click();
    await expect.poll(() => page.url()).not.toContain('at=');
  });
});
