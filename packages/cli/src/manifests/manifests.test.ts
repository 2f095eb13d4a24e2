// Manifests are read as kubectl reads them; anything else is reported with its line.
import { expect, test } from 'vitest';
import { testFolder } from '../test-support/run-kb.ts';
import { readManifests } from './manifests.ts';

function read(text: string): unknown[] {
  using folder = testFolder();
  folder.write('a.yaml', text);
  return readManifests(`${folder.path}/a.yaml`).map(({ object }) => object);
}

/** Returns the error for a file, without the folder of the file. */
function refusal(text: string): { readonly message: string; readonly hint?: string } {
  using folder = testFolder();
  folder.write('a.yaml', text);
  try {
    readManifests(`${folder.path}/a.yaml`);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const hint = 'hint' in error && typeof error.hint === 'string' ? { hint: error.hint } : {};
    return { message: error.message.replace(`${folder.path}/`, ''), ...hint };
  }
  throw new Error('it was taken');
}

test("a quoted string may continue at its key's column, and yes is true", () => {
  const text = `apiVersion: v1\nkind: A\nmetadata:\n  name: a\n  note: 'one\n  two'\n---\napiVersion: v1\nkind: B\nmetadata: {}\nspec: {on: 0644, is: yes}\n`;
  expect(read(text)).toEqual([
    { apiVersion: 'v1', kind: 'A', metadata: { name: 'a', note: 'one two' } },
    { apiVersion: 'v1', kind: 'B', metadata: {}, spec: { true: 420, is: true } },
  ]);
});

test('ignores template lines that only decide whether others are included', () => {
  const text = `{{- if .Values.crds }}\napiVersion: v1\nkind: A\nmetadata: {}\n{{- end }}\n`;
  expect(read(text)).toEqual([{ apiVersion: 'v1', kind: 'A', metadata: {} }]);
});

const rendered = 'helm template RELEASE CHART --include-crds > FILE';

test.each([
  [
    'a value',
    'apiVersion: v1\nkind: A\nmetadata:\n  name: {{ .Release.Name }}\n',
    'a.yaml:4:9: there is a template here',
  ],
  [
    'a line',
    'apiVersion: v1\nkind: A\nmetadata:\n  labels:\n    {{- include "x" . | nindent 4 }}\n',
    String.raw`a.yaml:5:1: "{{- include \"x\" . | nindent 4 }}" is left out`,
  ],
])('reports a Helm template in the place of %s with its line, and how to render it', (_, text, message) => {
  const said = refusal(text);
  expect(said.message).toContain(message);
  expect(said.hint).toContain(rendered);
});

test.each([
  ['apiVersion: v1\nkind: A\nmetadata: {\n', 'a.yaml:4:1: it ends in the middle: '],
  ['# Nothing\n---\nkind: A\nkind: B\n', 'a.yaml:4:1: the key "kind" is there twice'],
  ['# Nothing\n---\nkind: A\n', 'a.yaml:3:1: expected an object with apiVersion, kind and metadata'],
  ['kind: A\n\tapiVersion: v1\n', 'a.yaml:2:1: this is not YAML: there is a tab where the line is indented'],
])('reports anything but a manifest with its line and column: %j', (text, message) => {
  expect(refusal(text).message).toContain(message);
});
