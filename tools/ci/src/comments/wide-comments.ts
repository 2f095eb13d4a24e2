const WIDTH = 120;

/** A comment on its own line, or after code without quotes (a string could contain slashes). */
const COMMENT = /^\s*(?:\/\/|\/?\*)|^[^'"`]* \/\/ /;

const UNBROKEN = /^\/\/\/ <|https?:\/\/\S{60}|^\s*\/\/ \+\w/;

/**
 * Returns the numbers (from 1) of lines with comments that are wider than 120 columns. Markers, references to other
 * files and long addresses, which cannot be wrapped, do not count.
 */
export function wideComments(source: string): number[] {
  return source
    .split('\n')
    .flatMap((line, index) => (line.length > WIDTH && COMMENT.test(line) && !UNBROKEN.test(line) ? [index + 1] : []));
}
