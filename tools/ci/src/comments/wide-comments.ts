const WIDTH = 120;

/** A comment that has the line to itself, or that follows code without quotes (a string could hold slashes). */
const COMMENT = /^\s*(?:\/\/|\/?\*)|^[^'"`]* \/\/ /;

const UNBROKEN = /^\/\/\/ <|https?:\/\/\S{60}|^\s*\/\/ \+\w/;

/**
 * The numbers of the lines (from 1) that hold a comment and are wider than 120 columns. Markers, references to
 * other files and long addresses, which cannot be wrapped, do not count.
 */
export function wideComments(source: string): number[] {
  return source
    .split('\n')
    .flatMap((line, index) => (line.length > WIDTH && COMMENT.test(line) && !UNBROKEN.test(line) ? [index + 1] : []));
}
