/** A conflict that a merge left in a text. */
export interface MergeConflict {
  /** The line where it begins, from 1. */
  readonly line: number;
  /** How long that line is, at least 1. */
  readonly length: number;
  /** Where it begins, in UTF-16 code units. */
  readonly offset: number;
  /** The line where it ends. Undefined: the conflict is incomplete. */
  readonly endLine: number | undefined;
}

/** The hint for a conflict in a hand-written file. */
export const mergeConflictHint = ({ endLine }: Pick<MergeConflict, 'endLine'>): string =>
  endLine === undefined
    ? 'remove it, and see whether the lines around it are as you want them'
    : 'keep what is right of the two sides, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>';

/** The message for a text with a conflict. */
export const mergeConflictMessage = ({ line, endLine }: Pick<MergeConflict, 'line' | 'endLine'>): string =>
  endLine === undefined
    ? 'a merge left this line, which marks one end of a conflict'
    : `a merge left a conflict here, in the lines ${line} to ${endLine}`;

/**
 * Finds the conflicts that a merge left in a text, as git writes them: `<<<<<<<`, optionally `|||||||` and the common
 * ancestor, `=======`, `>>>>>>>`. A first or last marker without the others counts too.
 */
export function mergeConflictsIn(text: string): MergeConflict[] {
  const found: MergeConflict[] = [];
  let open: { line: number; length: number; offset: number; parted: boolean } | undefined;
  const leave = (): void => {
    if (open !== undefined)
      found.push({ line: open.line, length: open.length, offset: open.offset, endLine: undefined });
    open = undefined;
  };
  for (const [kind, line, offset, length] of markerLines(text)) {
    if (kind === '<') {
      leave();
      open = { line, length, offset, parted: false };
    } else if (kind === '=' && open !== undefined) {
      open.parted = true;
    } else if (kind === '>') {
      if (open?.parted === true) {
        found.push({ line: open.line, length: open.length, offset: open.offset, endLine: line });
        open = undefined;
      } else {
        leave();
        found.push({ line, length, offset, endLine: undefined });
      }
    }
  }
  leave();
  return found;
}

/**
 * Returns the two texts that were merged, ours and theirs, as far as the conflicts show. Returns the text itself twice
 * when it has no complete conflict.
 */
export function sidesOfMerge(text: string): readonly [ours: string, theirs: string] {
  const ours: string[] = [];
  const theirs: string[] = [];
  let side: '<' | '|' | '=' | undefined;
  for (const line of text.split(/(?<=\n)/)) {
    const kind = markerOf(line);
    if (kind === '<' || (kind !== undefined && side !== undefined)) {
      side = kind === '>' ? undefined : kind;
      continue;
    }
    if (side === undefined || side === '<') ours.push(line);
    if (side === undefined || side === '=') theirs.push(line);
  }
  return [ours.join(''), theirs.join('')];
}

type Marker = '<' | '|' | '=' | '>';

function* markerLines(text: string): Generator<[kind: Marker, line: number, offset: number, length: number]> {
  let offset = 0;
  for (const [index, line] of text.split('\n').entries()) {
    const kind = markerOf(line);
    if (kind !== undefined) yield [kind, index + 1, offset, line.replace(/\r$/, '').length];
    offset += line.length + 1;
  }
}

/** The kind of conflict marker on a line; undefined for other lines. */
function markerOf(line: string): Marker | undefined {
  const [, marker] = /^(<{7}|>{7}|={7}|\|{7})(?: |\r?\n?$)/.exec(line) ?? [];
  return marker === undefined ? undefined : (marker.charAt(0) as Marker);
}
