import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileSystemReader } from '../read/source-reader.ts';
import { applyPlan } from './apply-plan.ts';
import { diffLines } from './diff-lines.ts';
import { formatPlan } from './format-plan.ts';
import { planWrites, type WritePlan } from './plan-writes.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kb-write-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

/** Every file and folder, with its modification time, its text or the target of the link. */
function snapshot(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    names.map((name) => {
      const file = path.join(folder, name);
      const stat = lstatSync(file);
      if (stat.isDirectory()) return [name, 'folder'];
      return [name, stat.isSymbolicLink() ? readlinkSync(file) : `${stat.mtimeMs} ${readFileSync(file, 'utf8')}`];
    }),
  );
}

const isRoot = process.getuid?.() === 0;

describe('a plan', () => {
  test('creates, updates and removes files, and leaves others alone', () => {
    put('same', 's');
    put('old', 'o');
    put('gone/deep/file', 'g');
    put('kept/by-hand', 'h');
    put('kept/generated', 'x');
    const plan = planWrites({
      root,
      reader: fileSystemReader(root),
      files: [
        { path: 'same', content: 's' },
        { path: 'old', content: 'n' },
        { path: 'new/deep', content: 'd' },
      ],
      generatedBefore: ['gone/deep/file', 'kept/generated', 'same', 'not-there'],
    });
    expect(plan).toEqual({
      root,
      unchanged: ['same'],
      changes: [
        { kind: 'delete', path: 'gone/deep/file', before: 'g' },
        { kind: 'delete', path: 'kept/generated', before: 'x' },
        { kind: 'create', path: 'new/deep', after: 'd' },
        { kind: 'update', path: 'old', before: 'o', after: 'n' },
      ],
    });
    applyPlan(plan);
    expect(readFileSync(path.join(root, 'old'), 'utf8')).toBe('n');
    expect(readFileSync(path.join(root, 'new/deep'), 'utf8')).toBe('d');
    expect(existsSync(path.join(root, 'gone'))).toBe(false);
    expect(readdirSync(path.join(root, 'kept'))).toEqual(['by-hand']);
  });

  test('leaves every file unchanged if one cannot be written', () => {
    put('a', 'before');
    put('blocked', 'a file where a folder belongs');
    const files = [
      { path: 'a', content: 'after' },
      { path: 'blocked/b', content: 'x' },
    ];
    const plan = planWrites({ root, reader: fileSystemReader(root), files, generatedBefore: ['blocked'] });
    expect(() => applyPlan(plan)).toThrow(/ENOTDIR|EEXIST/);
    expect(readFileSync(path.join(root, 'a'), 'utf8')).toBe('before');
    expect(readdirSync(root).sort()).toEqual(['a', 'blocked']);
  });

  describe('when it fails', () => {
    test.each<[name: string, prepare: () => void, path: string]>([
      ['a folder where a file should be', () => put('z/folder/x', 'x'), 'z/folder'],
      ['a file where a folder should be', () => put('z', 'x'), 'z/file'],
      ['a link that leads nowhere', () => symlinkSync('nowhere/at/all', path.join(root, 'z')), 'z'],
    ])('%s: everything is restored', (_, prepare, blocked) => {
      put('a', 'before');
      put('gone', 'before');
      prepare();
      const before = snapshot(root);
      const change = { kind: 'create', path: blocked, after: 'x' } as const;
      const plan: WritePlan = {
        root,
        unchanged: [],
        changes: [
          { kind: 'update', path: 'a', before: 'before', after: 'after' },
          { kind: 'create', path: 'new/deep/file', after: 'x' },
          { kind: 'delete', path: 'gone', before: 'before' },
          change,
        ],
      };
      expect(() => applyPlan(plan)).toThrow(/E[A-Z]+/);
      expect(snapshot(root)).toEqual(before);
    });

    test('a removal that fails restores what was written before it', () => {
      put('a', 'before');
      const before = snapshot(root);
      const plan: WritePlan = {
        root,
        unchanged: [],
        changes: [
          { kind: 'update', path: 'a', before: 'before', after: 'after' },
          { kind: 'create', path: 'new/file', after: 'x' },
          { kind: 'delete', path: 'not/there', before: 'x' },
        ],
      };
      expect(() => applyPlan(plan)).toThrow(/ENOENT/);
      expect(snapshot(root)).toEqual(before);
    });

    if (isRoot) console.warn('SKIPPED: no folder is read-only for root, as whom these tests run');
    test.skipIf(isRoot)('a folder that is read-only', () => {
      put('a', 'before');
      put('closed/b', 'before');
      chmodSync(path.join(root, 'closed'), 0o555);
      const before = snapshot(root);
      const files = ['a', 'closed/b'].map((file) => ({ path: file, content: 'after' }));
      const plan = planWrites({ root, reader: fileSystemReader(root), files, generatedBefore: [] });
      expect(() => applyPlan(plan)).toThrow(/EACCES/);
      expect(snapshot(root)).toEqual(before);
      chmodSync(path.join(root, 'closed'), 0o755);
    });
  });

  test('writes the target of a link, and keeps the link', () => {
    put('real/file', 'before');
    symlinkSync('real/file', path.join(root, 'link'));
    symlinkSync('real', path.join(root, 'folder'));
    const files = ['link', 'folder/other'].map((file) => ({ path: file, content: 'after' }));
    applyPlan(planWrites({ root, reader: fileSystemReader(root), files, generatedBefore: [] }));
    expect(readlinkSync(path.join(root, 'link'))).toBe('real/file');
    expect(readFileSync(path.join(root, 'real/file'), 'utf8')).toBe('after');
    expect(readFileSync(path.join(root, 'real/other'), 'utf8')).toBe('after');
  });

  test('throws for two files with the same path', () => {
    const files = [
      { path: 'a', content: '1' },
      { path: 'a', content: '2' },
    ];
    expect(() => planWrites({ root, reader: fileSystemReader(root), files, generatedBefore: [] })).toThrow(
      /two generated files/,
    );
  });

  test('is printed as lines, or as differences', () => {
    const plan = {
      root,
      unchanged: [],
      changes: [
        { kind: 'create', path: 'a', after: '1\n' },
        { kind: 'update', path: 'b', before: '1\n2\n3\n', after: '1\n4\n3\n' },
      ],
    } as const;
    expect(formatPlan(plan)).toBe('create a\nupdate b');
    expect(formatPlan(plan, { diff: true })).toBe(
      'create a\n@@ -0,0 +1,1 @@\n+1\nupdate b\n@@ -1,3 +1,3 @@\n 1\n-2\n+4\n 3',
    );
    expect(formatPlan({ root, unchanged: [], changes: [] })).toBe('Nothing to change.');
  });
});

test('a difference, applied to the first text, gives the second', () => {
  const lines = fc
    .array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 30 })
    .map((all) => all.map((line) => `${line}\n`).join(''));
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      expect(patched(before, diffLines(before, after))).toBe(after);
      expect(diffLines(before, before)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

function patched(before: string, hunks: readonly string[]): string {
  const old = before === '' ? [] : before.slice(0, -1).split('\n');
  const result: string[] = [];
  let next = 0;
  for (const line of hunks) {
    const header = /^@@ -(\d+),(\d+) \+\d+,\d+ @@$/.exec(line);
    if (header !== null) {
      const start = Number(header[2]) === 0 ? Number(header[1]) : Number(header[1]) - 1;
      while (next < start) result.push(old[next++] ?? '');
    } else if (line.startsWith('+')) result.push(line.slice(1));
    else {
      if (line.slice(1) !== old[next])
        throw new Error(`line ${next + 1} is ${old[next] ?? 'missing'}, not ${line.slice(1)}`);
      if (line.startsWith(' ')) result.push(line.slice(1));
      next++;
    }
  }
  return [...result, ...old.slice(next)].map((line) => `${line}\n`).join('');
}
