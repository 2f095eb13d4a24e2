// A separate process for each measurement of a cold preparation: nothing is compiled by the JavaScript engine yet.
// Prints `PreparationTimes` as JSON. Argument: a file with a CustomResourceDefinition as JSON.
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { celRules } from '@kb/apimachinery/cel';
import { parseJson } from '@kb/apimachinery/codec';
import { checkStructuralSchema } from '@kb/apimachinery/schema';
import { versionsOf } from './served-kind.ts';
import type { JsonObject } from '@kb/apimachinery';
import type { PreparationTimes } from './preparation.ts';

/** How often the definition is prepared before a warm measurement. */
const WARM_UPS = 10;

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: prepare-definition.ts FILE');
const text = readFileSync(file, 'utf8');
const cold = prepare();
for (let time = 0; time < WARM_UPS; time += 1) prepare();
const times: PreparationTimes = { cold, warm: prepare() };
console.log(JSON.stringify(times));

/** Decodes and checks the schemas, and compiles all rules and estimates their costs. Returns the milliseconds. */
function prepare(): number {
  // Another object each time: what was compiled for a schema is kept.
  const definition = parseJson(text) as JsonObject;
  const started = performance.now();
  for (const { schema, hasStatus } of versionsOf(definition)) {
    const [error] = checkStructuralSchema(schema, 'schema', { statusSubresource: hasStatus, rules: celRules });
    if (error !== undefined) throw new Error(`${error.field}: ${error.message}`);
  }
  return performance.now() - started;
}
