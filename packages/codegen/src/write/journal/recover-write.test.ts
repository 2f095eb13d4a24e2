import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileSystemReader } from '../../read/source-reader.ts';
import { applyPlan } from '../apply-plan.ts';
import { planWrites, type WritePlan } from '../plan-writes.ts';
import { dyingDisk } from '../test-support/dying-disk.ts';
import { type Journal, parseJournal } from './journal.ts';
import { recoverWrite } from './recover-write.ts';
import { hasUnfinishedWrite } from './unfinished-write.ts';

let parent = '';
let root = '';
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'kb-journal-'));
  root = path.join(parent, 'project');
  start();
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** Creates the project before each write. */
function start(): void {
  rmSync(root, { recursive: true, force: true });
  put('PROJECT', 'one\n');
  put('src/controllers.ts', 'list of one\n');
  put('src/stale/deep.ts', 'stale\n');
  put('kept/by-hand', 'h');
  put('linked/real.ts', 'before\n');
  symlinkSync('../linked/real.ts', path.join(root, 'src/link.ts'));
}

function put(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

/** A plan with one change of each sort. */
function smallPlan(): WritePlan {
  const { changes, ...rest } = plan();
  return { ...rest, changes: changes.filter(({ path: file }) => !/src.(?:link|controllers)|sample/.test(file)) };
}

function plan(): WritePlan {
  return planWrites({
    root,
    reader: fileSystemReader(root),
    files: [
      { path: 'PROJECT', content: 'one\ntwo\n' },
      { path: 'src/controllers.ts', content: 'list of two\n' },
      { path: 'src/link.ts', content: 'after\n' },
      { path: 'new/deep/er/types.ts', content: 'types\n' },
      { path: 'new/deep/sample.yaml', content: 'sample\n' },
    ],
    generatedBefore: ['src/stale/deep.ts'],
  });
}

/** Every file and folder, with its text or the target of the link. */
function snapshot(): Record<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    names.map((name) => {
      const stat = lstatSync(path.join(root, name));
      if (stat.isDirectory()) return [name, 'folder'];
      const file = path.join(root, name);
      return [name, stat.isSymbolicLink() ? `-> ${readlinkSync(file)}` : readFileSync(file, 'utf8')];
    }),
  );
}

/** Writes the plan in a process that is killed at a step; returns false if there is no such step. */
function killedAt(step: number, made: () => WritePlan = plan): boolean {
  const disk = dyingDisk(step);
  try {
    applyPlan(made(), { disk, command: 'kb create api' });
  } catch {
    // The process is gone.
  }
  return disk.steps > step;
}

function states(made: () => WritePlan = plan): {
  readonly before: Record<string, string>;
  readonly after: Record<string, string>;
} {
  const before = snapshot();
  applyPlan(made());
  const after = snapshot();
  start();
  return { before, after };
}

describe('a process that is killed while it writes', () => {
  test('at every step: all is written or nothing is, at the latest after the next command', () => {
    const { before, after } = states();
    expect(Object.keys(after).filter((file) => file.includes('.kb'))).toEqual([]);
    const outcomes = new Set<string>();
    let step = 0;
    for (; killedAt(step); step++) {
      const recovered = recoverWrite(root);
      outcomes.add(recovered?.outcome ?? 'nothing to do');
      expect(recoverWrite(root)).toBeUndefined();
      const now = snapshot();
      // The first step creates the folder of the journal, perhaps still without a journal.
      if (recovered === undefined) delete now['.kb'];
      if (recovered === undefined) delete now['.kb/.gitignore'];
      const wanted = { 'taken back': [before], finished: [after], none: [before, after] };
      expect(wanted[recovered?.outcome ?? 'none'], `step ${step}`).toContainEqual(now);
      start();
    }
    expect(step).toBeGreaterThan(25);
    expect([...outcomes].sort()).toEqual(['finished', 'nothing to do', 'taken back']);
  });

  test('at every step, and again at every step of the recovery', () => {
    const { before, after } = states(smallPlan);
    let runs = 0;
    for (let step = 0; killedAt(step, smallPlan); step++) {
      const killed = path.join(parent, 'killed');
      rmSync(killed, { recursive: true, force: true });
      cpSync(root, killed, { recursive: true, verbatimSymlinks: true });
      for (let again = 0; hasUnfinishedWrite(root); again++) {
        const disk = dyingDisk(again);
        try {
          recoverWrite(root, disk);
        } catch {
          // This one is gone too.
        }
        const isLast = disk.steps <= again;
        recoverWrite(root);
        const now = snapshot();
        delete now['.kb'];
        delete now['.kb/.gitignore'];
        expect([before, after], `steps ${step} and ${again}`).toContainEqual(now);
        runs++;
        if (isLast) break;
        rmSync(root, { recursive: true, force: true });
        cpSync(killed, root, { recursive: true, verbatimSymlinks: true });
      }
      start();
    }
    expect(runs).toBeGreaterThan(100);
  });

  test('any plan, at any step: all or nothing', () => {
    const texts = fc.constantFrom('', 'a\n', 'b\n', 'ä');
    const names = fc.constantFrom('a', 'b', 'f/a', 'f/b', 'f/g/a', 'h/a', 'h/g/b');
    const files = fc.dictionary(names, texts);
    fc.assert(
      fc.property(files, files, fc.array(names), fc.nat(60), (there, wanted, stale, step) => {
        rmSync(root, { recursive: true, force: true });
        mkdirSync(root);
        for (const [file, text] of Object.entries(there)) put(file, text);
        const writes = planWrites({
          root,
          reader: fileSystemReader(root),
          files: Object.entries(wanted).map(([file, content]) => ({ path: file, content })),
          generatedBefore: [...new Set(stale)],
        });
        const before = snapshot();
        const disk = dyingDisk(step);
        try {
          applyPlan(writes, { disk });
        } catch {
          // Gone.
        }
        recoverWrite(root);
        rmSync(path.join(root, '.kb'), { recursive: true, force: true });
        const now = snapshot();
        const isAfter = writes.changes.every(({ path: file, after }) => now[file] === after);
        expect(isAfter ? before : now).toEqual(before);
      }),
      { numRuns: 150 },
    );
  });
});

test('a step that the file system refuses: nothing is written, or everything is', () => {
  const { before, after } = states();
  for (let step = 0; ; step++) {
    const disk = dyingDisk(step, { refuse: true });
    let refusal: unknown;
    try {
      applyPlan(plan(), { disk });
    } catch (error) {
      refusal = error;
    }
    const failed = refusal !== undefined;
    const message: unknown = expect.stringContaining('nothing was written');
    expect([undefined, expect.objectContaining({ code: 'KB_SYSTEM', message })]).toContainEqual(refusal);
    recoverWrite(root);
    const now = snapshot();
    delete now['.kb'];
    delete now['.kb/.gitignore'];
    // A file that cannot be removed stays.
    const left = Object.keys(now).filter((name) => name === 'src/stale' || /\.kb-.*\.old$/.test(name));
    if (!failed) for (const name of left) delete now[name];
    expect(now, `step ${step}`).toEqual(failed ? before : after);
    start();
    if (disk.steps <= step) break;
  }
});

describe('changes between the write and its recovery', () => {
  /** Kills the process when one file of three is in its place. */
  function half(): void {
    for (let step = 0; ; step++) {
      killedAt(step);
      const isCommitted = hasUnfinishedWrite(root) && read('.kb/journal').includes('"committed"');
      if (isCommitted && read('PROJECT') === 'one\ntwo\n' && read('src/controllers.ts') === 'list of one\n') return;
      start();
    }
  }
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

  test('a pending file was edited: the edit stays, and the rest is reverted', () => {
    half();
    put('src/controllers.ts', 'edited\n');
    expect(recoverWrite(root)).toEqual({
      command: 'kb create api',
      outcome: 'taken back',
      changedSince: [],
    });
    expect(read('src/controllers.ts')).toBe('edited\n');
    expect(read('PROJECT')).toBe('one\n');
    expect(readdirSync(root)).not.toContain('new');
  });

  test('a written file was edited: the edit stays, and the rest is finished', () => {
    half();
    put('PROJECT', 'edited\n');
    expect(recoverWrite(root)).toMatchObject({ outcome: 'finished' });
    expect(read('PROJECT')).toBe('edited\n');
    expect(read('src/controllers.ts')).toBe('list of two\n');
  });

  test('a written and a pending file were edited: both edits stay', () => {
    half();
    put('PROJECT', 'edited\n');
    put('src/controllers.ts', 'edited too\n');
    expect(recoverWrite(root)).toMatchObject({ outcome: 'taken back', changedSince: ['PROJECT'] });
    expect([read('PROJECT'), read('src/controllers.ts')]).toEqual(['edited\n', 'edited too\n']);
  });

  test('a new text was lost: everything is reverted', () => {
    half();
    const staged = readdirSync(path.join(root, 'src')).find((name) => name.startsWith('controllers.ts.kb-'));
    unlinkSync(path.join(root, 'src', staged ?? ''));
    expect(recoverWrite(root)).toMatchObject({ outcome: 'taken back' });
    expect(read('PROJECT')).toBe('one\n');
  });
});

describe('a journal that another program wrote', () => {
  const hash = 'a'.repeat(64);
  const journal: Journal = {
    id: '0123456789abcdef',
    command: 'kb create api',
    state: 'committed',
    folders: [],
    entries: [{ path: 'src/a.ts', kind: 'create', after: hash }],
  };
  const text = (changes: object): string => JSON.stringify({ format: 1, ...journal, ...changes });
  const entry = (file: unknown): object => ({ entries: [{ path: file, kind: 'delete', before: hash }] });

  test('is read if it is valid', () => {
    expect(parseJournal(text({}))).toEqual(journal);
    expect(parseJournal(text({ command: 'a\u001b[2J\nb' }))?.command).toBe('a?[2J?b');
  });

  test.each<[name: string, changes: object]>([
    ['another format', { format: 2 }],
    ['an id that is a path', { id: '../../../../../' }],
    ['an unknown state', { state: 'done' }],
    ['a folder outside', { folders: ['../x'] }],
    ['two entries of one path', { entries: [journal.entries[0], journal.entries[0]] }],
    ['an entry without hashes', { entries: [{ path: 'a', kind: 'update' }] }],
    ['no entries', { entries: undefined }],
    ...[
      '../a',
      '/etc/passwd',
      'a/../../b',
      'a//b',
      './a',
      '',
      'a\0b',
      'C:\\a',
      '..\\a',
      '.git/config',
      'x/.GIT/hooks/a',
      7,
    ].map((file): [string, object] => [`the path ${JSON.stringify(file)}`, entry(file)]),
  ])('is refused: %s', (_, changes) => {
    expect(parseJournal(text(changes))).toBeUndefined();
    put('.kb/journal', text(changes));
    const before = snapshot();
    expect(() => recoverWrite(root)).toThrow(expect.objectContaining({ code: 'KB_JOURNAL' }));
    expect(snapshot()).toEqual(before);
  });

  test('any text is refused or read, and never fails otherwise', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (any) => {
        expect(parseJournal(any)).toBeUndefined();
      }),
    );
  });

  test('a file of unknown content is not removed', () => {
    put('.kb/journal', text(entry('kept/by-hand')));
    expect(recoverWrite(root)).toMatchObject({ outcome: 'taken back' });
    expect(readFileSync(path.join(root, 'kept/by-hand'), 'utf8')).toBe('h');
  });

  test('does not follow a symbolic link out of the project', () => {
    mkdirSync(path.join(parent, 'outside'));
    writeFileSync(path.join(parent, 'outside/a.ts.kb-0123456789abcdef.tmp'), 'x');
    symlinkSync('../outside', path.join(root, 'out'));
    put('.kb/journal', text({ entries: [{ path: 'out/a.ts', kind: 'create', after: hash }] }));
    expect(() => recoverWrite(root)).toThrow(expect.objectContaining({ code: 'KB_JOURNAL' }));
    expect(readdirSync(path.join(parent, 'outside'))).toEqual(['a.ts.kb-0123456789abcdef.tmp']);
  });

  test('is not written through a link', () => {
    writeFileSync(path.join(parent, 'outside'), 'theirs');
    put('.kb/journal', text(entry('kept/by-hand')));
    symlinkSync('../../outside', path.join(root, '.kb/journal.next'));
    expect(recoverWrite(root)).toMatchObject({ outcome: 'taken back' });
    expect(readFileSync(path.join(parent, 'outside'), 'utf8')).toBe('theirs');
  });

  test('is not read through a link', () => {
    writeFileSync(path.join(parent, 'journal'), text({}));
    mkdirSync(path.join(root, '.kb'));
    symlinkSync('../../journal', path.join(root, '.kb/journal'));
    expect(() => recoverWrite(root)).toThrow(expect.objectContaining({ code: 'KB_JOURNAL' }));
  });
});
