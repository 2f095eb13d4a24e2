import { configMaps, events } from '@kb/kubernetes/core/v1';
import { beforeAll, describe, expect, test } from 'vitest';
import { chromePath } from './test-support/chromium.ts';
import { expectSeen } from './test-support/expect-seen.ts';
import { usePageFixture, widgets } from './test-support/page-fixture.ts';

const EVIL = '\u001b[31m<img src=x onerror=alert(1)> \u202egnp.exe';
const SHOWN = String.raw`\u001b[31m<img src=x onerror=alert(1)> \u202egnp.exe`;

describe.skipIf(chromePath === undefined)('texts from the cluster in the browser', () => {
  const fixture = usePageFixture();
  beforeAll(async () => {
    const { client } = fixture;
    const metadata = { name: 'evil', namespace: 'default', annotations: { evil: EVIL, long: 'x'.repeat(20_000) } };
    await client.create(widgets, { metadata, spec: { size: 1 } });
    const involvedObject = { apiVersion: 'example.com/v1', kind: 'Widget', name: 'evil', namespace: 'default' };
    await client.create(events, {
      metadata: { name: 'evil.1', namespace: 'default' },
      involvedObject,
      reason: 'Evil',
      message: EVIL,
      type: 'Normal',
      lastTimestamp: '2026-01-01T00:00:00Z',
    });
    await client.create(configMaps, { metadata: { name: 'evil', namespace: 'default' }, data: { a: `${EVIL}\nb` } });
  });

  test('cannot look like others: what is not seen is written out, in the summary and in YAML', async () => {
    const page = await fixture.open('#/objects/example.com/v1/widgets/default/evil');
    await expectSeen(page.getByText(`evil: ${SHOWN}`));
    await expectSeen(page.getByRole('listitem').filter({ hasText: 'Evil' }).getByText(SHOWN, { exact: true }));
    await page.getByRole('tab', { name: 'YAML' }).click();
    await expectSeen(page.getByRole('region', { name: 'YAML' }).getByText(`evil: "${SHOWN}"`));
    const other = await fixture.open('#/objects/core/v1/configmaps/default/evil?tab=yaml');
    await expectSeen(other.getByText(String.raw`a: "${SHOWN}\nb"`));
  });

  test('that are long leave room for the others', async () => {
    const page = await fixture.open('#/objects/example.com/v1/widgets/default/evil');
    await expectSeen(page.getByText('20,000 characters: the YAML has them all.'));
    const uid = page.getByRole('term').filter({ hasText: 'uid' });
    await expect.poll(async () => (await uid.boundingBox())?.y).toBeLessThan(800);
  });
});
