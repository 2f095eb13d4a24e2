import { equalJson } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import { readYaml } from '@kb/apimachinery/yaml';
import type { GoAnswer } from './go-yaml.ts';

/** The merge key of YAML: fields that it merges may be set again, which Go's strict parsing reports as duplicates. */
const MERGE_KEY = '<<';

/** Describes how kb's reading of a text differs from Go's; undefined if both give the same value, or both refuse it. */
export function differenceOf(text: string, go: GoAnswer): string | undefined {
  const ours = readYaml(text, { maxDepth: 10_000 });
  const refusal = refusalOf(go);
  if (ours.problem !== undefined) {
    if (refusal !== undefined || (go.strict !== undefined && text.includes(MERGE_KEY))) return undefined;
    return `Go accepts it, but kb refuses it: ${ours.problem.message} (at ${ours.problem.at.start})`;
  }
  if (go.value === undefined || go.more) return `kb accepts it, but Go refuses it: ${refusal}`;
  if (refusal !== undefined && !text.includes(MERGE_KEY)) return `kb accepts it, but Go refuses it: ${refusal}`;
  return equalJson(ours.value, go.value)
    ? undefined
    : firstDifference(stringifyJson(ours.value), stringifyJson(go.value));
}

/** Returns why Go refuses a text, or would silently ignore a part of it, which counts as a refusal. */
function refusalOf({ error, strict, more }: GoAnswer): string | undefined {
  return error ?? (more ? 'there is text after the document' : strict);
}

function firstDifference(ours: string, theirs: string): string {
  let at = 0;
  while (ours[at] === theirs[at]) at += 1;
  const around = (text: string): string => text.slice(Math.max(0, at - 60), at + 60);
  return `kb: …${around(ours)}…\nGo: …${around(theirs)}…`;
}
