import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileSystemReader } from '../read/source-reader.ts';
import { applyPlan } from './apply-plan.ts';
import { planWrites, type WritePlan } from './plan-writes.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kb-apply-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const list = (): string => path.join(root, 'list.ts');
const plan = (): WritePlan =>
  planWrites({
    root,
    reader: fileSystemReader(root),
    files: [
      { path: 'a.ts', content: 'a\n' },
      { path: 'list.ts', content: 'one\ntwo\n' },
    ],
    generatedBefore: [],
  });

test('a file that was saved since it was read stays, and nothing else is written', () => {
  writeFileSync(list(), 'one\n');
  const made = plan();
  writeFileSync(list(), 'mine\n');
  expect(() => applyPlan(made)).toThrow(expect.objectContaining({ code: 'KB_FILE_CHANGED' }));
  expect(readFileSync(list(), 'utf8')).toBe('mine\n');
  expect(readdirSync(root)).toEqual(['list.ts']);
});

test('a file that was created since it was found missing stays', () => {
  const made = plan();
  writeFileSync(list(), 'mine\n');
  expect(() => applyPlan(made)).toThrow(expect.objectContaining({ code: 'KB_FILE_CHANGED' }));
  expect(readdirSync(root)).toEqual(['list.ts']);
});
