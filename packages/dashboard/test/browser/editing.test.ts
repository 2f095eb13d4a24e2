import { beforeAll, describe, expect, test } from 'vitest';
import { resourceOf } from '../../src/server/cluster/resource-of.ts';
import { expectGone, expectSeen } from './test-support/expect-seen.ts';
import { chromePath } from './test-support/chromium.ts';
import { usePageFixture, widgets } from './test-support/page-fixture.ts';
import { widget, widgetKind } from './test-support/widgets.ts';

const WIDGETS = '#/objects/example.com/v1/widgets';

describe.skipIf(chromePath === undefined)('editing in the browser', () => {
  const fixture = usePageFixture();
  const { client } = fixture;
  const sizeOf = async (name: string): Promise<unknown> => {
    const { spec } = await client.get(widgets, `default/${name}`);
    return spec.size;
  };
  beforeAll(async () => {
    for (const name of ['anvil', 'bolt', 'cog']) await client.create(widgets, widget(name, 4));
  });

  test('a form checks while one types, a dry run shows the difference, and then the object is there', async () => {
    const page = await fixture.open(WIDGETS);
    await page.getByRole('button', { name: 'Create' }).click();
    const form = page.getByRole('dialog', { name: 'Create Widget' });
    const name = form.getByRole('textbox', { name: 'name', exact: true });
    await expectSeen(form.getByText('1 field is missing or wrong'));
    await expect.poll(() => form.getByText('It must not be empty.').count()).toBe(0);
    await name.focus();
    await name.press('Tab');
    await expectSeen(form.getByText('It must not be empty.'));
    await name.fill('fresh');
    await form.getByRole('spinbutton', { name: 'size' }).fill('1000');
    await expectSeen(form.getByText('At most 100 is expected.'));
    await expect.poll(() => form.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true);
    await form.getByRole('spinbutton', { name: 'size' }).fill('42');
    await form.getByRole('combobox', { name: 'Add a field to spec' }).selectOption('colour');
    await form.getByRole('combobox', { name: 'colour' }).selectOption('green');
    // A pattern that JavaScript's own engine does not know.
    await form.getByRole('combobox', { name: 'Add a field to spec' }).selectOption('label');
    await form.getByRole('textbox', { name: 'label' }).fill('a1');
    await expectSeen(form.getByText('It does not match (?i)^[A-Z]+$.'));
    await form.getByRole('textbox', { name: 'label' }).fill('aB');
    await expectGone(form.getByText('It does not match'));
    await form.getByRole('button', { name: 'Dry run' }).click();
    const difference = form.getByRole('region', { name: 'What would change' });
    await expectSeen(difference);
    await expect.poll(() => difference.innerText()).toMatch(/spec[^]*green/);
    await form.getByRole('button', { name: 'Create' }).click();
    await expectSeen(page.getByRole('row', { name: /fresh.*42.*green/ }));
  });

  test('YAML is edited; a mistake in it is placed, and nothing is written', async () => {
    const page = await fixture.open(`${WIDGETS}/default/anvil`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const editor = page.getByRole('dialog', { name: 'Edit Widget anvil' });
    await editor.getByRole('tab', { name: 'YAML' }).click();
    const field = editor.getByRole('textbox', { name: 'YAML' });
    const yaml = await field.inputValue();
    await field.fill(yaml.replace('size: 4', 'size: [4'));
    await editor.getByRole('button', { name: 'Save' }).click();
    await expectSeen(editor.getByRole('alert'));
    expect(await sizeOf('anvil')).toBe(4);
    await field.fill(yaml.replace('size: 4', 'size: 1000'));
    await editor.getByRole('button', { name: 'Save' }).click();
    await expectSeen(editor.getByRole('alert').getByText(/100/));
    await field.fill(yaml.replace('size: 4', 'size: 55'));
    await editor.getByRole('button', { name: 'Save' }).click();
    await expectGone(editor);
    expect(await sizeOf('anvil')).toBe(55);
  });

  test('changes that are not saved are discarded after a question only', async () => {
    const page = await fixture.open(`${WIDGETS}/default/anvil`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const editor = page.getByRole('dialog', { name: 'Edit Widget anvil' });
    await expectSeen(editor.getByRole('spinbutton', { name: 'size' }));
    await page.keyboard.press('Escape');
    await expectGone(editor);
    await page.getByRole('button', { name: 'Edit' }).click();
    const size = editor.getByRole('spinbutton', { name: 'size' });
    await size.fill('61');
    const question = editor.getByText('Your changes are not saved.');
    // A second Esc keeps what was typed.
    await page.keyboard.press('Escape');
    await expectSeen(question);
    await page.keyboard.press('Escape');
    await expectGone(question);
    await expect.poll(() => size.inputValue()).toBe('61');
    await editor.getByRole('button', { name: 'Close', exact: true }).click();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Keep editing');
    await editor.getByRole('button', { name: 'Discard changes' }).click();
    await expectGone(editor);
    expect(await sizeOf('anvil')).not.toBe(61);
  });

  test('what others wrote in the meantime is not overwritten', async () => {
    const page = await fixture.open(`${WIDGETS}/default/bolt`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const editor = page.getByRole('dialog', { name: 'Edit Widget bolt' });
    await editor.getByRole('spinbutton', { name: 'size' }).fill('5');
    await client.patch(widgets, 'default/bolt', { type: 'merge', value: { spec: { size: 99 } } });
    await editor.getByRole('button', { name: 'Save' }).click();
    await expectSeen(editor.getByRole('alert').getByText(/modified/));
    expect(await sizeOf('bolt')).toBe(99);
  });

  test('an object is scaled, and deleted after a question', async () => {
    const status = { type: 'merge', value: { status: { size: 3 } } } as const;
    await client.subresource(resourceOf(widgetKind), 'status').patch('default/cog', status);
    const page = await fixture.open(`${WIDGETS}/default/cog`);
    await page.getByRole('button', { name: 'Scale' }).click();
    const dialog = page.getByRole('dialog', { name: 'Scale Widget cog' });
    const replicas = dialog.getByRole('spinbutton', { name: 'Replicas' });
    await expectSeen(dialog.getByText('Desired: 4 (spec.replicas), current: 3 (status.replicas)'));
    await expect.poll(() => replicas.inputValue()).toBe('4');
    for (const [text, mistake] of [
      ['-1', 'At least 0 is expected.'],
      ['1.5', 'A whole number is expected.'],
      ['', 'A number is expected.'],
      ['2147483648', 'At most 2147483647 is expected.'],
    ] as const) {
      await replicas.fill(text);
      await expectSeen(dialog.getByText(mistake));
      await expect.poll(() => dialog.getByRole('button', { name: 'Scale' }).isDisabled()).toBe(true);
    }
    await replicas.fill('9');
    await dialog.getByRole('button', { name: 'Scale' }).click();
    await expectGone(page.getByRole('dialog'));
    expect(await sizeOf('cog')).toBe(9);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expectSeen(page.getByText('Widget cog does not exist'));
  });
});
