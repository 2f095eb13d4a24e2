import assert from 'node:assert/strict';
import { configMaps, secrets } from '@kb/kubernetes/core/v1';
import { gadgets } from './gadgets.ts';
import { expectGone, expectSeen } from './open-dashboard.ts';
import type { Scene, Stage } from './scene.ts';

/** An account of one namespace: it cannot list elsewhere, and the page leads to where it can. */
async function oneNamespace({ guest, client, namespace }: Stage): Promise<void> {
  await client.create(configMaps, { metadata: { namespace, name: 'visible' } });
  const page = await guest.open('#/objects/core/v1/configmaps');
  await expectSeen(page.getByRole('alert').getByText(/configmaps is forbidden: .* at the cluster scope/));
  await page.getByRole('link', { name: `Show those of ${namespace} only` }).click();
  await expectSeen(page.getByRole('row', { name: /visible/ }));
  await client.create(configMaps, { metadata: { namespace, name: 'second' } });
  await expectSeen(page.getByRole('row', { name: /second/ }));
  await page.close();
}

/** Who may only read gets the server's refusal, and nothing is written. */
async function refusedWrites({ guest, client, namespace }: Stage): Promise<void> {
  const key = { namespace, name: 'guarded' };
  await client.create(gadgets, { metadata: key, spec: { size: 4 } });
  const page = await guest.open(`#/objects/lab.example.com/v1/gadgets/${namespace}/guarded?namespace=${namespace}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Gadget guarded' });
  await editor.getByRole('spinbutton', { name: 'size' }).fill('5');
  for (const button of ['Dry run', 'Save']) {
    await editor.getByRole('button', { name: button }).click();
    await expectSeen(editor.getByRole('alert').getByText(/is forbidden: User .*guest" cannot update/));
  }
  await page.keyboard.press('Escape');
  await editor.getByRole('button', { name: 'Discard changes' }).click();
  await expectGone(editor);
  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectSeen(question.getByRole('alert').getByText(/cannot delete/));
  assert.equal((await client.get(gadgets, key)).spec.size, 4);
  await page.close();
}

async function hiddenSecret({ admin, guest, client, namespace }: Stage): Promise<void> {
  await client.create(secrets, { metadata: { namespace, name: 'token' }, stringData: { key: 'hunter2' } });
  const encoded = Buffer.from('hunter2').toString('base64');
  const address = `#/objects/core/v1/secrets/${namespace}/token?tab=yaml`;
  const page = await admin.open(address);
  await expectSeen(page.getByRole('button', { name: 'Show values' }));
  assert.equal((await page.content()).includes(encoded), false);
  await page.getByRole('button', { name: 'Show values' }).click();
  await expectSeen(page.getByText(encoded));
  await page.close();
  const refused = await guest.open(address);
  await expectSeen(refused.getByRole('alert').getByText(/secrets "token" is forbidden/));
  await refused.close();
}

/** What the page shows to whom. */
export const rightsScenes: readonly Scene[] = [
  { name: 'an account of one namespace finds its objects', run: oneNamespace },
  { name: 'writes that are forbidden are refused in the words of the server', run: refusedWrites },
  { name: 'a Secret is hidden until it is asked for, and from those who may not read it', run: hiddenSecret },
];
