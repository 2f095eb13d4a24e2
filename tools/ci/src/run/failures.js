// What is repeated at the end of the run, because CI keeps only the end of the output: each failure in few lines.

/** The most lines of a failure, of a step, and of all steps, and the most characters of a line. */
const FAILURE_LINES = 5;
const STEP_LINES = 24;
const ALL_LINES = 60;
const LINE_LENGTH = 180;

/**
 * Lists what failed in these steps, each with its `name`, `code` and `output`: of tests and comparisons their names and
 * first lines, of other steps the end of their output.
 */
export function failureLines(failed) {
  const all = failed.flatMap(({ name, code, output }) => {
    const lines = plain(output).split('\n');
    const compared = failedComparisons(lines);
    const found = compared.length > 0 ? compared : failedTests(lines);
    const shown = found.length > 0 ? found : lines.filter((line) => line.trim() !== '').slice(-FAILURE_LINES * 2);
    return [`FAILED: ${name} (exit code ${code})`, ...limited(shown, STEP_LINES)];
  });
  return limited(all, ALL_LINES).map((line) => (line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH)}…` : line));
}

/** The failures in vitest's output, of all packages: their headings, and the beginning of what each is about. */
function failedTests(lines) {
  const found = [];
  let wanted = 0;
  for (const line of lines) {
    if (line.startsWith('✗ ')) found.push(line);
    const begins = /^\s*FAIL\s/.test(line) || /^⎯+ (?:Unhandled|Startup) .*⎯$/.test(line);
    if (begins) wanted = FAILURE_LINES;
    // Where it happened, and the code there, take many lines.
    if (/^\s*❯ /.test(line)) wanted = 0;
    if (wanted === 0 || line.trim() === '') continue;
    found.push(`  ${line.trim()}`);
    wanted -= 1;
  }
  return found;
}

/** What conformance repeats at its end, and its last line. */
function failedComparisons(lines) {
  const begin = lines.lastIndexOf('What did not hold:');
  return begin === -1 ? [] : lines.slice(begin + 1).filter((line) => line.trim() !== '');
}

/** The first lines, and how many others there are. */
function limited(lines, most) {
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), `  … and ${lines.length - most + 1} lines more, above`];
}

function plain(text) {
  // oxlint-disable-next-line no-control-regex -- colours of terminals begin so.
  return text.replaceAll(/\u001b\[[0-9;]*m/g, '');
}
