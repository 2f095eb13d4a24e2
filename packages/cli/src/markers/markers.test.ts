import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listMarkers } from '@kb/codegen/list-markers';
import { expect, test } from 'vitest';
import { testFolder } from '../test-support/run-kb.ts';
import { headingOf } from './describe-markers.ts';
import { findMarkers } from './find-markers.ts';
import { markerPage } from './markers-as-markdown.ts';

test('lists all in columns, by section', async () => {
  using folder = testFolder();
  const { code, out } = await folder.kb('markers');
  expect(code).toBe(0);
  const lines = out.split('\n');
  expect(lines.filter((line) => line.startsWith('  +'))).toHaveLength(listMarkers().length);
  const headings = lines.filter((line) => /^\S/.test(line)).slice(0, -1);
  expect(headings).toEqual([...new Set(listMarkers().map(({ category }) => headingOf(category)))]);
});

test('describes one in detail', async () => {
  using folder = testFolder();
  expect(await folder.kb('markers', 'kubebuilder:webhookconfiguration')).toEqual({
    code: 0,
    err: '',
    out: `+kubebuilder:webhookconfiguration  (webhook)
  The name of the MutatingWebhookConfiguration, or of the ValidatingWebhookConfiguration.
  On:        a folder; may be there several times
  Takes:
    mutating  bool                     true: the MutatingWebhookConfiguration. false: the ValidatingWebhookConfiguration.
    name      string  optional  The object's name.
  Example:   // +kubebuilder:webhookconfiguration:mutating=true,name=shop-mutating-webhooks
`,
  });
});

test.each([
  ['kubebuilder:validation:Minimum', ['kubebuilder:validation:Minimum']],
  ['+kubebuilder:rbac:groups=apps,verbs=get', ['kubebuilder:rbac']],
  ['MINIMUM', ['kubebuilder:validation:Minimum', 'kubebuilder:validation:items:Minimum']],
  ['printcol', ['kubebuilder:printcolumn']],
  ['listMapKey', ['listMapKey']],
])('%s finds %j', (word, want) => {
  expect(findMarkers(word, listMarkers()).map(({ name }) => name)).toEqual(want);
});

test.each([
  ['MinLenght', 'Did you mean +kubebuilder:validation:MinLength?'],
  ['kubebuilder:webhok', 'Did you mean +kubebuilder:webhook?'],
  ['xyzzy', 'Run "kb markers" for a list.'],
  ['', 'Run "kb markers" for a list.'],
])('"%s" is not a marker', (word, hint) => {
  expect(() => findMarkers(word, listMarkers())).toThrow(
    expect.objectContaining({ code: 'KB_UNKNOWN_MARKER', hint, exitCode: 1 }),
  );
});

test('prints JSON for tools', async () => {
  using folder = testFolder();
  const { out } = await folder.kb('markers', 'kubebuilder:webhookconfiguration', '--format', 'json');
  expect(JSON.parse(out)).toMatchObject([
    {
      name: 'kubebuilder:webhookconfiguration',
      category: 'webhook',
      targets: ['folder'],
      repeatable: true,
      arguments: [
        { name: 'mutating', type: 'bool', optional: false, summary: expect.any(String) },
        { name: 'name', type: 'string', optional: true, summary: expect.any(String) },
      ],
    },
  ]);
});

test('refuses an unknown format', async () => {
  using folder = testFolder();
  expect(await folder.kb('markers', '--format', 'yaml')).toMatchObject({ code: 2, out: '' });
});

test('docs/markers.md is the output of "kb markers --format markdown"', () => {
  const page = path.join(import.meta.dirname, '../../../../docs/markers.md');
  const text = markerPage(listMarkers());
  if (process.env['KB_UPDATE'] === '1') writeFileSync(page, text);
  expect(readFileSync(page, 'utf8'), 'run: kb markers --format markdown > docs/markers.md').toBe(text);
});
