// The end of `npm test`: prints which tests were skipped, in this run and in cached results of nx.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { skippedSummary } from './skipped-summary.ts';
import { recordsFolder, type TestRecord } from './test-record.ts';

const records = globSync('**/*.json', { cwd: recordsFolder }).map(
  (file): TestRecord => JSON.parse(readFileSync(join(recordsFolder, file), 'utf8')) as TestRecord,
);
if (records.length === 0) {
  console.error('\nNo package said which of its tests ran: the reporter of vitest.config.ts writes that');
  process.exitCode = 1;
} else console.log(`\n${skippedSummary(records)}`);
