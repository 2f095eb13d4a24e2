import { nodes, pods } from '@kb/kubernetes/core/v1';
import { beforeAll, describe, expect, test } from 'vitest';
import { chromePath } from './test-support/chromium.ts';
import { expectSeen } from './test-support/expect-seen.ts';
import { usePageFixture } from './test-support/page-fixture.ts';

describe.skipIf(chromePath === undefined)('faults by the browser', () => {
  const fixture = usePageFixture();
  beforeAll(async () => {
    await fixture.client.create(nodes, { metadata: { name: 'worker' } });
    const spec = { containers: [{ name: 'app', image: 'app' }] };
    await fixture.client.create(pods, { metadata: { name: 'web', namespace: 'default' }, spec });
  });

  test('a node stops and starts, and the page says what follows', async () => {
    const page = await fixture.open('#/objects/core/v1/nodes/-/worker');
    await page.getByRole('button', { name: 'Stop the node' }).click();
    await expectSeen(page.getByText('Stopped. Ready is Unknown in less than a minute'));
    expect(fixture.troubles.at(-1)).toEqual({ kind: 'stop-node', node: 'worker' });
    await page.getByRole('button', { name: 'Start the node' }).click();
    await expectSeen(page.getByText('Started. Ready is True as soon as it reports.'));
    expect(fixture.troubles.at(-1)).toEqual({ kind: 'start-node', node: 'worker' });
  });

  test('a Pod fails with an exit code, watches end, and time passes', async () => {
    const page = await fixture.open('#/objects/core/v1/pods/default/web');
    await page.getByRole('button', { name: 'Let it fail' }).click();
    const dialog = page.getByRole('dialog', { name: 'Let Pod web fail' });
    await dialog.getByRole('spinbutton').fill('3');
    await dialog.getByRole('button', { name: /fail/i }).click();
    await expect.poll(() => fixture.troubles.at(-1)).toMatchObject({ kind: 'fail-pod', exitCode: 3 });
    await page.getByRole('button', { name: 'Inject faults' }).click();
    await page.getByRole('button', { name: 'Cut all watches of the operator' }).click();
    await expectSeen(page.getByText('Done: Cut all watches of the operator.'));
    expect(fixture.troubles.at(-1)).toEqual({ kind: 'cut-watches' });
    await page.getByRole('button', { name: 'Let an hour pass' }).click();
    await expectSeen(page.getByText('Done: Let an hour pass.'));
    expect(fixture.troubles.at(-1)).toEqual({ kind: 'advance-clock', ms: 3_600_000 });
  });
});
