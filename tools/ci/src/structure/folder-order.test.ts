import { expect, test } from 'vitest';
import { type FolderRules, wrongFolders, wrongRules } from './folder-order.ts';

const rules: FolderRules = {
  store: [],
  http: ['store'],
  'client.ts': ['http'],
  server: ['store', 'http', 'client.ts'],
};
const entries = new Set(['index.ts']);

/** Returns the problems of a source with these imports. */
function problemsOf(path: string, imports: readonly string[], isTest = false): string[] {
  return wrongFolders(rules, { path, imports, isTest }, entries);
}

test('lets a folder import itself, the folders that its rule names and shared files', () => {
  expect(problemsOf('server/start.ts', ['./stop.ts', '../http/answer.ts', '../client.ts', '../version.ts'])).toEqual(
    [],
  );
  expect(problemsOf('store/deep/a.ts', ['../b.ts', '../../version.ts', 'node:fs', '@kb/client'])).toEqual([]);
});

test('lets every folder import plain files of the package beside its sources', () => {
  expect(problemsOf('store/put.ts', ['../../data/table.js'])).toEqual([]);
  expect(problemsOf('version.ts', ['../data/table.js'])).toEqual([]);
});

test('reports an import of a folder that the rule does not name', () => {
  expect(problemsOf('http/answer.ts', ['../server/start.ts', '../store/put.ts'])).toEqual([
    'http may not import server/start.ts',
  ]);
  expect(problemsOf('store/deep/a.ts', ['../../http/answer.ts'])).toEqual(['store may not import http/answer.ts']);
});

test('treats a listed file like a folder', () => {
  expect(problemsOf('client.ts', ['./http/answer.ts', './version.ts'])).toEqual([]);
  expect(problemsOf('client.ts', ['./server/start.ts'])).toEqual(['client.ts may not import server/start.ts']);
  expect(problemsOf('http/answer.ts', ['../client.ts'])).toEqual(['http may not import client.ts']);
});

test('lets other files beside the folders import none of them', () => {
  expect(problemsOf('version.ts', ['./refuse.ts'])).toEqual([]);
  expect(problemsOf('version.ts', ['./store/put.ts'])).toEqual(['what all folders use may not import store/put.ts']);
});

test('lets entries and tests import everything, and nothing import an entry', () => {
  expect(problemsOf('index.ts', ['./server/start.ts'])).toEqual([]);
  expect(problemsOf('store/put.test.ts', ['../server/start.ts'], true)).toEqual([]);
  expect(problemsOf('server/start.ts', ['../index.ts'])).toEqual(['server may not import index.ts']);
});

test('reports a folder without a rule', () => {
  expect(problemsOf('other/a.ts', [])).toEqual(['the folder other is not in the table of folder-order.ts']);
});

test('reports rules that are out of order', () => {
  expect(wrongRules(rules)).toEqual([]);
  expect(wrongRules({ a: ['b'], b: ['a', 'b'] })).toEqual(['b does not stand before a', 'b does not stand before b']);
});
