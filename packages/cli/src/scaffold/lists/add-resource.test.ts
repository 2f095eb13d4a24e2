import { expect, test } from 'vitest';
import { addResource } from './add-resource.ts';

test.each<[name: string, before: string, after: string]>([
  ['none yet', '# Mine.\nresources: []\n', '# Mine.\nresources:\n- bases/m.yaml\n'],
  [
    'in order',
    'resources:\n- bases/a.yaml\n- bases/z.yaml\n',
    'resources:\n- bases/a.yaml\n- bases/m.yaml\n- bases/z.yaml\n',
  ],
  ['before the first', 'resources:\n- bases/z.yaml\n', 'resources:\n- bases/m.yaml\n- bases/z.yaml\n'],
  [
    'in another order, at the end',
    'resources:\n- z.yaml\n- a.yaml\npatches: []\n',
    'resources:\n- z.yaml\n- a.yaml\n- bases/m.yaml\npatches: []\n',
  ],
  [
    'comments, indentation, quotes and other keys',
    '# Head.\nnamePrefix: a-   # why\nresources:   # these\n  # the first\n  - "bases/a.yaml"  # since 2024\n\n  # +kubebuilder:scaffold\nconfigMapGenerator:\n    - name: b\n',
    '# Head.\nnamePrefix: a-   # why\nresources:   # these\n  # the first\n  - "bases/a.yaml"  # since 2024\n  - bases/m.yaml\n\n  # +kubebuilder:scaffold\nconfigMapGenerator:\n    - name: b\n',
  ],
  ['CRLF', 'resources:\r\n- bases/a.yaml\r\n', 'resources:\r\n- bases/a.yaml\r\n- bases/m.yaml\r\n'],
  ['no line break at its end', 'resources:\n- bases/a.yaml', 'resources:\n- bases/a.yaml\n- bases/m.yaml'],
  ['in brackets', 'resources: [bases/a.yaml] # c\n', 'resources: [bases/a.yaml, bases/m.yaml] # c\n'],
  [
    'without a value',
    'resources: # none yet\nnamePrefix: a-\n',
    'resources: # none yet\n- bases/m.yaml\nnamePrefix: a-\n',
  ],
  ['without the key', '# c\nnamePrefix: a-\n', '# c\nnamePrefix: a-\nresources:\n  - bases/m.yaml\n'],
  ['empty', '', 'resources:\n  - bases/m.yaml\n'],
  [
    'a mark at its beginning',
    '\uFEFFresources:\n- bases/a.yaml\n',
    '\uFEFFresources:\n- bases/a.yaml\n- bases/m.yaml\n',
  ],
  [
    'a resource that is an URL',
    'resources:\n- https://example.com/x?ref=1\n',
    'resources:\n- bases/m.yaml\n- https://example.com/x?ref=1\n',
  ],
])('%s', (_name, before, after) => {
  expect(addResource(before, 'bases/m.yaml')).toEqual({ text: after });
  expect(addResource(after, 'bases/m.yaml')).toEqual({ text: after });
});

test('adds a file after the one that it must follow', () => {
  expect(addResource('resources:\n- z.yaml\n- a.yaml\n- b.yaml\n', 'm.yaml', 'z.yaml')).toEqual({
    text: 'resources:\n- z.yaml\n- m.yaml\n- a.yaml\n- b.yaml\n',
  });
});

test.each(['./bases/m.yaml', '"bases/m.yaml"', "'bases/m.yaml'"])('does not add a file that is listed: %s', (file) => {
  const text = `resources:\n- ${file}\n`;
  expect(addResource(text, 'bases/m.yaml')).toEqual({ text });
});

test('does not add a file to a list with an alias that has it', () => {
  const text = 'a: &a [bases/m.yaml]\nresources: *a\n';
  expect(addResource(text, 'bases/m.yaml')).toEqual({ text });
});

test.each<[text: string, problem: object]>([
  ['resources: []\n---\na: 1\n', { problem: 'it has several YAML documents', line: 2 }],
  ['resources: [\n', { problem: 'it is not valid YAML' }],
  ['a: &a [x]\nresources: *a\n', { problem: 'its resources are not a plain list' }],
  ['resources: bases\n', { problem: 'its resources are not a plain list' }],
  ['- a\n', { problem: 'it is not a kustomization' }],
])('does not edit %j', (text, problem) => {
  expect(addResource(text, 'bases/m.yaml')).toMatchObject(problem);
});
