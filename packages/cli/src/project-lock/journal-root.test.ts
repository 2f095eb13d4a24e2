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

test('in a project it is the project', () => {
  writeFileSync(at('work/PROJECT'), '');
  expect(journalRootOf(at('work/types/shop'), at('work'))).toBe(at('work'));
});

test('without one it is the folder, or the nearest one above that is there', () => {
  expect(journalRootOf(at('work/types'))).toBe(at('work/types'));
  expect(journalRootOf(at('work/more/types'))).toBe(at('work'));
});

test('a folder that an interrupted write made is not asked: the one above has its journal', () => {
  interrupted('work');
  expect(journalRootOf(at('work/types'), at('work'))).toBe(at('work'));
});

test('a journal above the folder that a command works in is not looked at', () => {
  interrupted('.');
  expect(journalRootOf(at('work/types'), at('work'))).toBe(at('work/types'));
});
