import { readFileSync, writeFileSync } from 'node:fs';
import { isNativeError } from 'node:util/types';
import type { JsonValue } from '@kb/apimachinery';
import { parseJson, stringifyJson } from '@kb/apimachinery/codec';
import type { Scenario } from './scenarios/scenario.ts';

const fileOf = ({ name }: Scenario): URL => new URL(`testdata/${name}.json`, import.meta.url);

/** Reads the recorded objects of the real control plane after a scenario; undefined if there is no recording. */
export function readExpected(scenario: Scenario): JsonValue | undefined {
  try {
    return parseJson(readFileSync(fileOf(scenario)));
  } catch (error) {
    if (isNativeError(error) && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Records the objects of the real control plane. */
export function writeExpected(scenario: Scenario, objects: JsonValue): void {
  writeFileSync(fileOf(scenario), `${stringifyJson(objects, { indent: 1 })}\n`);
}
