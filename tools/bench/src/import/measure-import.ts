// A separate process for each measurement, so that its memory is that of one import. Prints an `ImportMeasurement` as
// JSON. Arguments: `each` (each file on its own) or `all` (all files into one folder), and the folder of the CRDs.
import { performance } from 'node:perf_hooks';
import { runOver } from '../../../conformance/src/import/round-trip/corpus-run.ts';
import { definitionFilesIn } from '../../../conformance/src/import/definitions/definition-files.ts';
import type { Looked } from '../../../conformance/src/import/definitions/exceptions.ts';
import { lookAtAll, lookAtEach } from '../../../conformance/src/import/round-trip/look-at-files.ts';
import type { ImportMeasurement } from './import-measurement.ts';

const [how, folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: measure-import.ts each|all FOLDER');
const started = performance.now();
const run = runOver(definitionFilesIn(folder));
const looked: Looked[] = [];
const files: { name: string; milliseconds: number }[] = [];
if (how === 'all') {
  looked.push(...(await lookAtAll(run)));
} else {
  let before = performance.now();
  for await (const one of lookAtEach(run)) {
    const now = performance.now();
    files.push({ name: one.name, milliseconds: now - before });
    looked.push(one);
    before = now;
  }
}
const measurement: ImportMeasurement = {
  milliseconds: performance.now() - started,
  // Of the whole process; maxRSS is in KiB.
  megabytes: process.resourceUsage().maxRSS / 1024,
  files,
  problems: looked.flatMap(({ name, problem }) => (problem === undefined ? [] : [{ name, problem }])),
};
console.log(JSON.stringify(measurement));
