// Prints the output of `npm test`: a line for each package, and vitest's output only for failures.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Matches vitest's last lines of a failed run, including failures outside of tests. */
const FAILED = /^\s*(?:Test Files|Tests|Errors)\s.*\b(?:failed|errors?)\b/;
const HEADER = /^> nx run (\S+?):test\b.*$/;

/**
 * Takes the output of `nx run-many -t test --outputStyle=static` and prints a line for each package with its number of
 * tests and duration. `records` is the folder of the records that the reporter of vitest.config.ts writes. The output
 * of a package with failed tests is printed unchanged.
 */
export function testProgress(records, print) {
  const totals = { passed: 0, failed: 0, skipped: 0, tests: 0 };
  const shown = new Set();
  let rest = '';
  let block;

  const count = (record, time) => {
    const { name, tests, failed, skipped } = record;
    shown.add(name);
    totals.tests += tests;
    totals.failed += failed;
    totals.skipped += skipped.length;
    if (failed === 0) print(`✓ ${name.padEnd(26)} ${String(tests).padStart(5)} tests  ${time.padStart(9)}`);
  };

  const finish = () => {
    if (block === undefined) return;
    const { name, cached, lines } = block;
    block = undefined;
    const file = join(records, `${name}.json`);
    const record = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
    const hasFailed = lines.some((text) => FAILED.test(plain(text)));
    if (record && record.failed === 0 && !hasFailed) {
      count(record, cached ? 'unchanged' : `${record.seconds.toFixed(1)} s`);
      return;
    }
    print(`✗ ${name}`);
    for (const text of lines) print(text);
    if (record) count({ ...record, failed: Math.max(record.failed, 1) }, '');
  };

  const line = (text) => {
    const [, name] = HEADER.exec(plain(text)) ?? [];
    if (name !== undefined) {
      finish();
      block = { name, cached: /\[(?:local cache|existing outputs)/.test(text), lines: [] };
    } else if (/^\s*NX\s/.test(plain(text))) {
      finish();
      print(text);
    } else if (block) block.lines.push(text);
    else if (text.trim() !== '' && !plain(text).startsWith('> nx run')) print(text);
  };

  return {
    add: (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(line);
    },
    end: () => {
      if (rest !== '') line(rest);
      finish();
      // nx prints nothing for cached results.
      const files = existsSync(records) ? readdirSync(records, { recursive: true }) : [];
      for (const file of files.filter((name) => name.endsWith('.json')).toSorted()) {
        const record = JSON.parse(readFileSync(join(records, file), 'utf8'));
        if (!shown.has(record.name)) count(record, 'unchanged');
      }
      const { tests, failed, skipped } = totals;
      const parts = [
        ...(failed > 0 ? [`${failed} failed`] : []),
        `${tests - failed - skipped} passed`,
        ...(skipped > 0 ? [`${skipped} skipped`] : []),
      ];
      print(`\nTests  ${parts.join(' | ')} (${tests})`);
    },
  };
}

function plain(text) {
  // oxlint-disable-next-line no-control-regex -- colours of terminals begin so.
  return text.replaceAll(/\u001b\[[0-9;]*m/g, '');
}
