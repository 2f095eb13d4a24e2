import type { JsonObject, JsonValue } from '@kb/apimachinery';
import type { Random } from '../../../random.ts';

const owner: JsonObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: 'owner',
  uid: 'owner-1',
};
const owners: readonly JsonValue[] = [
  owner,
  { ...owner, uid: 'owner-2', controller: true },
  { ...owner, blockOwnerDeletion: true },
];

/** Labels, annotations, finalizers and owners beside the name, each with a probability. */
export function randomMetadata(random: Random, chance: number): JsonObject {
  return {
    ...(random.chance(chance) && { labels: labels(random) }),
    ...(random.chance(chance * 0.6) && { annotations: { n: random.pick(['1', '2', '']) ?? '' } }),
    ...(random.chance(chance * 0.4) && { finalizers: finalizers(random) }),
    ...(random.chance(chance * 0.2) && { ownerReferences: random.sample(owners, 1 + random.below(2)) }),
    ...(random.chance(0.004) && { bogus: 'x' }),
    ...(random.chance(0.003) && {
      labels: random.pick<JsonValue>([{ l: 1 }, 'x', { '-bad-': 'x' }, { l: 'not good' }]) ?? null,
    }),
  };
}

function labels(random: Random): JsonValue {
  if (random.chance(0.05)) return random.pick<JsonValue>([null, {}]) ?? null;
  return {
    ...(random.chance(0.8) && { l: random.pick(['1', '2']) ?? '1' }),
    ...(random.chance(0.4) && { k: random.pick<JsonValue>(['x', '', ...(random.chance(0.1) ? [null] : [])]) ?? null }),
  };
}

function finalizers(random: Random): JsonValue {
  if (random.chance(0.4)) return random.chance(0.5) ? [] : null;
  return random.sample(
    ['example.com/one', 'example.com/two', ...(random.chance(0.05) ? ['bare'] : [])],
    1 + random.below(2),
  );
}
