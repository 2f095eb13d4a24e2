import { compareLines } from '@kb/codegen';

/** A text that two sides changed. */
export interface ThreeWay {
  readonly base: string;
  /** The author's text. */
  readonly yours: string;
  /** The text of the new scaffold. */
  readonly theirs: string;
}

/** The result of a merge. */
export interface Merged {
  readonly text: string;
  /** The first line of each conflict, from 1; empty if both changes fit. */
  readonly conflicts: readonly number[];
}

/** Lines of one side that replace lines of the base. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/**
 * Merges the changes that two sides made to a text, line by line, as git does. Changes of the same or of neighbouring
 * lines conflict unless they are equal; a conflict is marked as git marks it, `label` names the new text in it.
 */
export function mergeLines({ base, yours, theirs }: ThreeWay, label: string): Merged {
  const lines = linesOf(base);
  const sides = [changesOf(lines, linesOf(yours)), changesOf(lines, linesOf(theirs))] as const;
  const merged: string[] = [];
  const conflicts: number[] = [];
  let at = 0;
  for (const group of groupsOf(sides)) {
    merged.push(...lines.slice(at, group.start));
    const [mine = [], other = []] = group.changes.map((changes) => applied(lines, group, changes));
    const [isMine, isOther] = group.changes.map((changes) => changes.length > 0);
    if (isMine !== true) merged.push(...other);
    else if (isOther !== true || isEqual(mine, other)) merged.push(...mine);
    else pushConflict(merged, conflicts, { mine, other, label });
    at = group.end;
  }
  merged.push(...lines.slice(at));
  return { text: merged.join(''), conflicts };
}

/** The lines of a text with their line breaks. */
function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/).filter((line) => line !== '');
}

function changesOf(base: readonly string[], side: readonly string[]): Change[] {
  const changes: Change[] = [];
  let at = 0;
  let open: { start: number; lines: string[] } | undefined;
  for (const { mark, text } of [...compareLines(base, side), undefined].map(
    (line) => line ?? { mark: ' ', text: '' },
  )) {
    if (mark === ' ') {
      if (open !== undefined) changes.push({ ...open, end: at });
      open = undefined;
    } else {
      open ??= { start: at, lines: [] };
      if (mark === '+') open.lines.push(text);
    }
    if (mark !== '+') at++;
  }
  return changes;
}

interface Group {
  readonly start: number;
  readonly end: number;
  readonly changes: readonly [yours: Change[], theirs: Change[]];
}

/** Changes of both sides that touch each other belong together. */
function groupsOf(sides: readonly [readonly Change[], readonly Change[]]): Group[] {
  const all = sides
    .flatMap((changes, side) => changes.map((change) => ({ change, side })))
    .toSorted((a, b) => a.change.start - b.change.start || a.change.end - b.change.end);
  const groups: { start: number; end: number; changes: [Change[], Change[]] }[] = [];
  for (const { change, side } of all) {
    let group = groups.at(-1);
    if (group === undefined || change.start > group.end) {
      group = { start: change.start, end: change.end, changes: [[], []] };
      groups.push(group);
    }
    group.end = Math.max(group.end, change.end);
    group.changes[side === 0 ? 0 : 1].push(change);
  }
  return groups;
}

/** The lines of the group's range as one side has them. */
function applied(base: readonly string[], { start, end }: Group, changes: readonly Change[]): string[] {
  const lines: string[] = [];
  let at = start;
  for (const change of changes) {
    lines.push(...base.slice(at, change.start), ...change.lines);
    at = change.end;
  }
  return [...lines, ...base.slice(at, end)];
}

function pushConflict(
  merged: string[],
  conflicts: number[],
  {
    mine,
    other,
    label,
  }: { readonly mine: readonly string[]; readonly other: readonly string[]; readonly label: string },
): void {
  let start = 0;
  while (start < mine.length && start < other.length && mine[start] === other[start]) start++;
  let end = 0;
  while (end < mine.length - start && end < other.length - start && mine.at(-1 - end) === other.at(-1 - end)) end++;
  merged.push(...mine.slice(0, start));
  conflicts.push(merged.length + 1);
  merged.push(
    '<<<<<<< yours\n',
    ...closed(mine.slice(start, mine.length - end)),
    '=======\n',
    ...closed(other.slice(start, other.length - end)),
    `>>>>>>> ${label}\n`,
    ...mine.slice(mine.length - end),
  );
}

/** A last line without a line break gets one before a marker. */
function closed(lines: readonly string[]): string[] {
  return lines.map((line) => (line.endsWith('\n') ? line : `${line}\n`));
}

function isEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}
