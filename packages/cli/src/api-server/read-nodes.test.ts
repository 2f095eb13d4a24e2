import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readNodes } from './read-nodes.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'kb-nodes-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function read(text: string): ReturnType<typeof readNodes> {
  writeFileSync(path.join(folder, 'nodes.yaml'), text);
  return readNodes(undefined, '/', folder);
}

test('reads nodes as createTestEnvironment takes them', () => {
  const text = `
- { name: worker, count: 3, capacity: { cpu: 4, memory: 16Gi, pods: 110, example.com/gpu: '1' } }
- name: gpu
  labels: { gpu: 'true', topology.kubernetes.io/zone: a }
  taints: [{ key: gpu, effect: NoSchedule }, { key: example.com/team, value: ml, effect: NoExecute }]
---
- {}
`;
  expect(read(text)).toEqual([
    { name: 'worker', count: 3, capacity: { cpu: '4', memory: '16Gi', pods: '110', 'example.com/gpu': '1' } },
    {
      name: 'gpu',
      labels: { gpu: 'true', 'topology.kubernetes.io/zone': 'a' },
      taints: [
        { key: 'gpu', effect: 'NoSchedule' },
        { key: 'example.com/team', value: 'ml', effect: 'NoExecute' },
      ],
    },
    {},
  ]);
});

test('takes a number, the file of the flag before that of the project, and the default node without any', () => {
  expect(readNodes('3', folder)).toEqual([{ count: 3 }]);
  expect(readNodes('1', folder)).toBeUndefined();
  expect(readNodes(undefined, folder, folder)).toBeUndefined();
  expect(readNodes(undefined, folder)).toBeUndefined();
  expect(read('')).toBeUndefined();
  expect(read('[]')).toBeUndefined();
  read('- { name: a }');
  writeFileSync(path.join(folder, 'other.yaml'), '- { name: b }');
  expect(readNodes('other.yaml', folder, folder)).toEqual([{ name: 'b' }]);
  expect(() => readNodes('missing.yaml', folder)).toThrow('there is no file');
  for (const number of ['0', '5001', '99999999999999999999'])
    expect(() => readNodes(number, folder)).toThrow('--nodes takes a number from 1 to 5000, or a file');
});

test.each([
  ['a map', 'name: a', 'nodes.yaml:1:1: expected a list of maps of name, count, labels, taints, capacity'],
  ['a text', '- a', 'nodes.yaml:1:3: expected a map of name, count'],
  ['an unknown field', '- { size: 1 }', 'nodes.yaml:1:11: unknown field "size": expected name, count'],
  ['a name of every object', '- { constructor: 1 }', 'unknown field "constructor"'],
  ['a bad name', '- { name: Node_1 }', 'nodes.yaml:1:11: name: expected a name of lowercase letters'],
  ['no count', '- { count: 0 }', 'nodes.yaml:1:12: count: expected a number from 1 to 5000'],
  ['a fraction', '- { count: 1.5 }', 'count: expected a number'],
  ['too many in sum', '- { name: a, count: 4000 }\n- { name: b, count: 4000 }', 'nodes.yaml:2:21: expected at most'],
  ['one name twice', '- { name: a-1 }\n- { name: a, count: 2 }', 'nodes.yaml:2:11: two nodes have the name a-1'],
  ['the default name twice', '- {}\n- {}', 'two nodes have the name simulated'],
  ['labels as a list', '- { labels: [a] }', 'nodes.yaml:1:13: labels: expected a map of texts'],
  ['a label that is not a text', '- { labels: { a: true } }', "labels: a: expected a text, such as 'true' in quotes"],
  ['a bad label', '- { labels: { a/b/c: x } }', 'labels: "a/b/c": '],
  ['a bad value of a label', "- { labels: { a: '*' } }", 'nodes.yaml:1:18: labels: a: '],
  ['taints as a map', '- { taints: {} }', 'nodes.yaml:1:13: taints: expected a list of maps of key, value and effect'],
  ['a taint without a key', '- { taints: [{ effect: NoSchedule }] }', 'key: expected a name'],
  ['a bad effect', '- { taints: [{ key: a, effect: None }] }', 'nodes.yaml:1:32: effect: expected NoSchedule, Prefer'],
  [
    'an unknown field of a taint',
    '- { taints: [{ key: a, effect: NoExecute, x: 1 }] }',
    'unknown field "x": expected key',
  ],
  [
    'a taint whose value is not a text',
    '- { taints: [{ key: a, value: 1, effect: NoExecute }] }',
    'value: expected a text',
  ],
  ['capacity as a text', '- { capacity: large }', 'nodes.yaml:1:15: capacity: expected a map of quantities'],
  ['a bad quantity', '- { capacity: { cpu: many } }', 'nodes.yaml:1:22: capacity: cpu: expected a quantity'],
  ['a negative quantity', '- { capacity: { cpu: -1 } }', 'capacity: cpu: expected a quantity that is not negative'],
  ['no YAML', '- { name', 'nodes.yaml:1'],
])('refuses %s, with its place', (_what, text, message) => {
  expect(() => read(text)).toThrow(message);
});
