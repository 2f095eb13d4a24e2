import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodeDisk } from './disk.ts';
import { openStateFolder, tidyStateFolder } from './state-folder.ts';

let root = '';
beforeEach(() => void (root = mkdtempSync(path.join(tmpdir(), 'kb-state-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('an empty folder is removed, and not created again', () => {
  openStateFolder(root);
  tidyStateFolder(root);
  tidyStateFolder(root);
  expect(readdirSync(root)).toEqual([]);
});

test('a file of its name stays', () => {
  writeFileSync(path.join(root, '.kb'), 'mine');
  tidyStateFolder(root);
  expect(readFileSync(path.join(root, '.kb'), 'utf8')).toBe('mine');
});

test.each(['remove', 'removeFolder'] as const)(
  'what another command creates there just before the step %s stays, and out of version control',
  (step) => {
    const folder = openStateFolder(root);
    const key = path.join(folder, 'key.pem');
    const disk = {
      ...nodeDisk,
      [step](file: string): void {
        writeFileSync(key, 'secret');
        nodeDisk[step](file);
      },
    };
    tidyStateFolder(root, disk);
    expect(readFileSync(key, 'utf8')).toBe('secret');
    const ignore = path.join(folder, '.gitignore');
    expect(existsSync(ignore) && readFileSync(ignore, 'utf8')).toBe('*\n');
  },
);
