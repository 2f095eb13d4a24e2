import { equalJson } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import { readYaml } from '@kb/apimachinery/yaml';
import type { GoAnswer } from './go-yaml.ts';

/** Whether a merge key may be in a text: what it merges may be set again, which does not count as a duplicate key. */
const MERGE_KEY = '<<';

/** How our reading of a text differs from Go's; undefined where both give the same value, or both refuse it. */
export function differenceOf(text: string, go: GoAnswer): string | undefined {
  const ours = readYaml(text, { maxDepth: 10_000 });
  const refusal = refusalOf(go);
  if (ours.problem !== undefined) {
    if (refusal !== undefined || (go.strict !== undefined && text.includes(MERGE_KEY))) return undefined;
    return `Go takes it, and kb says: ${ours.problem.message} (at ${ours.problem.at.start})`;
  }
  if (go.value === undefined || go.more) return `kb takes it, and Go says: ${refusal}`;
  if (refusal !== undefined && !text.includes(MERGE_KEY)) return `kb takes it, and Go says: ${refusal}`;
  return equalJson(ours.value, go.value)
    ? undefined
    : firstDifference(stringifyJson(ours.value), stringifyJson(go.value));
}

/** Why Go refuses a text: it does not take it, or would leave out a part of it in silence, which kb does not. */
function refusalOf({ error, strict, more }: GoAnswer): string | undefined {
  return error ?? (more ? 'there is more after the document' : strict);
}

function firstDifference(ours: string, theirs: string): string {
  let at = 0;
  while (ours[at] === theirs[at]) at += 1;
  const around = (text: string): string => text.slice(Math.max(0, at - 60), at + 60);
  return `kb: …${around(ours)}…\nGo: …${around(theirs)}…`;
}
