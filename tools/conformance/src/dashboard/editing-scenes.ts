import assert from 'node:assert/strict';
import { isNotFound } from '@kb/apimachinery';
import { eventually } from '../patience.ts';
import { gadgets } from './gadgets.ts';
import { expectGone, expectSeen } from './open-dashboard.ts';
import type { Scene, Stage } from './scene.ts';

const tableIn = (namespace: string): string => `#/objects/lab.example.com/v1/gadgets?namespace=${namespace}`;
const pageOf = (namespace: string, name: string): string =>
  `#/objects/lab.example.com/v1/gadgets/${namespace}/${name}?namespace=${namespace}`;

/** A mistake is shown while one types, what the server would refuse at the dry run. */
async function createdByForm({ admin, namespace }: Stage): Promise<void> {
  const page = await admin.open(tableIn(namespace));
  await page.getByRole('button', { name: 'Create' }).click();
  const form = page.getByRole('dialog', { name: 'Create Gadget' });
  await form.getByRole('textbox', { name: 'name', exact: true }).fill('bolt');
  await form.getByRole('spinbutton', { name: 'size' }).fill('1000');
  await expectSeen(form.getByText('At most 100 is expected.'));
  await form.getByRole('spinbutton', { name: 'size' }).fill('70');
  await form.getByRole('combobox', { name: 'Add a field to spec' }).selectOption('colour');
  await form.getByRole('combobox', { name: 'colour' }).selectOption('blue');
  await form.getByRole('button', { name: 'Dry run' }).click();
  await expectSeen(form.getByRole('alert').getByText(/blue ones are small/));
  await form.getByRole('spinbutton', { name: 'size' }).fill('7');
  await form.getByRole('button', { name: 'Dry run' }).click();
  assert.match(await form.getByRole('region', { name: 'What would change' }).innerText(), /blue/);
  assert.equal(await page.getByRole('row', { name: /bolt/ }).count(), 0);
  await form.getByRole('button', { name: 'Create' }).click();
  await expectSeen(page.getByRole('row', { name: /bolt\s+7\s+blue/ }));
  await page.close();
}

async function editedAsYaml({ admin, client, namespace }: Stage): Promise<void> {
  const key = { namespace, name: 'cog' };
  await client.create(gadgets, { metadata: key, spec: { size: 4 } });
  const page = await admin.open(pageOf(namespace, 'cog'));
  await page.getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Gadget cog' });
  await editor.getByRole('tab', { name: 'YAML' }).click();
  const field = editor.getByRole('textbox', { name: 'YAML' });
  const yaml = await field.inputValue();
  await field.fill(yaml.replace('size: 4', 'size: [4'));
  await editor.getByRole('button', { name: 'Save' }).click();
  await expectSeen(editor.getByRole('alert'));
  await field.fill(yaml.replace('size: 4', 'size: 5\n  weight: 3'));
  await editor.getByRole('button', { name: 'Save' }).click();
  await expectSeen(editor.getByRole('alert').getByText(/unknown field "spec.weight"/));
  await field.fill(yaml.replace('size: 4', 'size: 55'));
  await editor.getByRole('button', { name: 'Dry run' }).click();
  assert.match(await editor.getByRole('region', { name: 'What would change' }).innerText(), /spec\.size[^]*55/);
  assert.equal((await client.get(gadgets, key)).spec.size, 4);
  await editor.getByRole('button', { name: 'Save' }).click();
  await expectGone(editor);
  assert.equal((await client.get(gadgets, key)).spec.size, 55);
  await page.close();
}

async function applied({ admin, client, namespace }: Stage): Promise<void> {
  const metadata = { namespace, name: 'dowel' };
  const shape = { apiVersion: 'lab.example.com/v1', kind: 'Gadget' };
  await client.apply(gadgets, { ...shape, metadata, spec: { size: 4 } }, { fieldManager: 'painter', force: false });
  const page = await admin.open(pageOf(namespace, 'dowel'));
  await page.getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Gadget dowel' });
  await editor.getByRole('spinbutton', { name: 'size' }).fill('6');
  await editor.getByRole('combobox', { name: 'How it is written' }).selectOption('apply');
  await editor.getByRole('button', { name: 'Apply' }).click();
  await expectSeen(editor.getByRole('alert').getByText(/conflict with "painter"/));
  assert.equal((await client.get(gadgets, metadata)).spec.size, 4);
  await editor.getByRole('checkbox', { name: 'take fields over from others' }).check();
  await editor.getByRole('button', { name: 'Apply' }).click();
  await expectGone(editor);
  assert.equal((await client.get(gadgets, metadata)).spec.size, 6);
  await page.close();
}

/** What others wrote in the meantime is not overwritten. */
async function conflict({ admin, client, namespace }: Stage): Promise<void> {
  const key = { namespace, name: 'easel' };
  await client.create(gadgets, { metadata: key, spec: { size: 4 } });
  const page = await admin.open(pageOf(namespace, 'easel'));
  await page.getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Gadget easel' });
  await editor.getByRole('spinbutton', { name: 'size' }).fill('5');
  await client.patch(gadgets, key, { type: 'merge', value: { spec: { size: 99 } } });
  await editor.getByRole('button', { name: 'Save' }).click();
  await expectSeen(editor.getByRole('alert').getByText(/has been modified/));
  assert.equal((await client.get(gadgets, key)).spec.size, 99);
  await page.close();
}

async function scaledAndDeleted({ admin, client, namespace }: Stage): Promise<void> {
  const key = { namespace, name: 'file' };
  await client.create(gadgets, { metadata: key, spec: { size: 4 } });
  const page = await admin.open(pageOf(namespace, 'file'));
  await page.getByRole('button', { name: 'Scale' }).click();
  await page.getByRole('spinbutton', { name: 'Replicas' }).fill('9');
  await page.getByRole('dialog').getByRole('button', { name: 'Scale' }).click();
  await expectGone(page.getByRole('dialog'));
  assert.equal((await client.get(gadgets, key)).spec.size, 9);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectSeen(page.getByText('Gadget file does not exist'));
  await eventually(() => assert.rejects(client.get(gadgets, key), isNotFound));
  await page.close();
}

/** What the page writes. */
export const editingScenes: readonly Scene[] = [
  { name: 'an object is created by a form, after a dry run', run: createdByForm },
  { name: 'an object is edited as YAML, after a dry run', run: editedAsYaml },
  { name: 'an object is applied, and its fields taken over', run: applied },
  { name: 'what others wrote meanwhile stays', run: conflict },
  { name: 'an object is scaled and deleted', run: scaledAndDeleted },
];
