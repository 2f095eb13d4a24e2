import fc from 'fast-check';
import { type RawModel, rawModels } from './model/raw-model.ts';

/** A random value, with what fast-check needs to make smaller ones. */
export type Sample = fc.Value<RawModel>;

/** Returns values of another arbitrary unchanged, with their context. */
class WithContext extends fc.Arbitrary<Sample> {
  override generate(random: fc.Random, bias: number | undefined): fc.Value<Sample> {
    return new fc.Value(rawModels.generate(random, bias), undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is Sample {
    return value === undefined;
  }

  override shrink(): fc.Stream<fc.Value<Sample>> {
    return fc.Stream.nil();
  }
}

/** The models of a seed: always the same. */
export function sampleModels(seed: number, count: number): Sample[] {
  return fc.sample(new WithContext(), { seed, numRuns: count });
}

/** At most `limit` smaller models than the given one; the smallest first. */
export function smallerModels(sample: Sample, limit: number): Sample[] {
  const smaller: Sample[] = [];
  for (const candidate of rawModels.shrink(sample.value, sample.context)) {
    smaller.push(candidate);
    if (smaller.length >= limit) break;
  }
  return smaller;
}
