import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readImages } from './read-image-behaviors.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'kb-images-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function read(text: string): ReturnType<typeof readImages> {
  writeFileSync(path.join(folder, 'images.yaml'), text);
  return readImages(undefined, '/', folder);
}

test('reads the behavior of each pattern, in order', () => {
  const text = `
# what tests need
example.com/migrate:*: { exitCode: [1, 0], exitAfterMs: 5000 }
'*/broken:*': { exitCode: 1 }
---
example.com/missing: { pullError: not found }
example.com/slow: { unready: true, startMs: 20 }
`;
  expect(read(text)).toEqual({
    'example.com/migrate:*': { exitCode: [1, 0], exitAfterMs: 5000 },
    '*/broken:*': { exitCode: 1 },
    'example.com/missing': { pullError: 'not found' },
    'example.com/slow': { unready: true, startMs: 20 },
  });
  expect(Object.keys(read(text))[0]).toBe('example.com/migrate:*');
});

test('reads how containers start, stop and end', () => {
  const text = `
a: { startError: no such file, terminationMessage: done, stopMs: 10 }
b: { postStartMs: 1, postStartError: exit 1, preStopMs: 2, preStopError: exit 2 }
`;
  expect(read(text)).toEqual({
    a: { startError: 'no such file', terminationMessage: 'done', stopMs: 10 },
    b: { postStartMs: 1, postStartError: 'exit 1', preStopMs: 2, preStopError: 'exit 2' },
  });
});

test('reads logs, programs and ports', () => {
  const text = `
web: { logs: [a, b], exec: { date: { output: today, exitCode: 1 }, tar: { run: [tar], directory: /tmp } }, ports: { 80: 3000 } }
`;
  expect(read(text)).toEqual({
    web: {
      logs: ['a', 'b'],
      exec: { date: { output: 'today', exitCode: 1 }, tar: { run: ['tar'], directory: '/tmp' } },
      ports: { 80: 3000 },
    },
  });
});

test('reads nothing without a file, and the file of the flag before that of the project', () => {
  expect(readImages(undefined, folder, folder)).toEqual({});
  expect(readImages(undefined, folder)).toEqual({});
  read('a: { runs: true }');
  writeFileSync(path.join(folder, 'other.yaml'), 'b: { runs: true }');
  expect(readImages('other.yaml', folder, folder)).toEqual({ b: { runs: true } });
  expect(read('')).toEqual({});
});

test.each([
  ['a list', '- a', 'images.yaml:1:1: expected a map from patterns of images to behaviors'],
  ['a text', 'a: crash', 'images.yaml:1:4: expected a map of exitCode, exitAfterMs'],
  ['an unknown field', 'a: { exit: 1 }', 'unknown field "exit": expected exitCode, exitAfterMs'],
  ['a name of every object', 'a: { constructor: 1 }', 'unknown field "constructor"'],
  ['a large code', 'a: { exitCode: 256 }', 'images.yaml:1:16: exitCode: expected a number from 0 to 255'],
  ['no code', 'a: { exitCode: [] }', 'exitCode: expected a number from 0 to 255, or a list of them'],
  ['a negative time', 'a: { startMs: -1 }', 'startMs: expected milliseconds'],
  ['a text for a flag', 'a: { runs: "yes" }', 'runs: expected true or false'],
  ['logs of numbers', 'a: { logs: [1] }', 'logs: expected a text, or a list of lines'],
  ['an empty command', 'a: { exec: { tar: { run: [] } } }', 'exec: expected a map from programs'],
  ['a command with an output', 'a: { exec: { tar: { run: [tar], output: x } } }', 'exec: expected a map from programs'],
  ['a port of 0', 'a: { ports: { 80: 0 } }', 'ports: expected a map from ports'],
  ['a port without a number', 'a: { ports: { web: 80 } }', 'ports: expected a map from ports'],
  ['no YAML', 'a: { runs', 'images.yaml:1'],
])('refuses %s with its place', (_, text, message) => {
  expect(() => read(text)).toThrow(message);
});

test('refuses a file that does not exist', () => {
  expect(() => readImages('none.yaml', folder)).toThrow(`there is no file ${path.join(folder, 'none.yaml')}`);
});
