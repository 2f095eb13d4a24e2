import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { journalRootOf } from './journal-root.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kb-root-'));
  mkdirSync(path.join(root, 'work/types'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = (folder: string): string => path.join(root, folder);
const interrupted = (folder: string): void => {
  mkdirSync(at(`${folder}/.kb`), { recursive: true });
  writeFileSync(at(`${folder}/.kb/journal`), '');
};

test("is the project's folder, in a project", () => {
  writeFileSync(at('work/PROJECT'), '');
  expect(journalRootOf(at('work/types/shop'), at('work'))).toBe(at('work'));
});

test('otherwise is the folder, or its nearest existing parent', () => {
  expect(journalRootOf(at('work/types'))).toBe(at('work/types'));
  expect(journalRootOf(at('work/more/types'))).toBe(at('work'));
});

test('skips a folder that an interrupted write created: the one above has its journal', () => {
  interrupted('work');
  expect(journalRootOf(at('work/types'), at('work'))).toBe(at('work'));
});

test('ignores a journal above the folder that a command works in', () => {
  interrupted('.');
  expect(journalRootOf(at('work/types'), at('work'))).toBe(at('work/types'));
});
