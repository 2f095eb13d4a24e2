import type { RequestStep } from '@kb/apiserver/recorded';
import type { Random } from '../../../random.ts';
import type { Subject } from '../subjects/subject.ts';

/** A sequence of requests. */
export interface RequestSequence {
  readonly name: string;
  readonly steps: readonly RequestStep[];
  /** A namespace that exists, and that other sequences use too. Default: a new one of its own. */
  readonly namespace?: string;
}

/** The state of a sequence so far: names that may exist, and the steps that may have written them. */
export interface Progress {
  readonly random: Random;
  readonly subject: Subject;
  readonly steps: RequestStep[];
  /**
   * For each name, the numbers of the steps that wrote it: their versions are `${v⟨number⟩}`, their uids
   * `${u⟨number⟩}`.
   */
  readonly writes: Map<string, number[]>;
  /** Numbers of the steps that listed with a limit: their tokens are `${c⟨number⟩}`. */
  readonly pages: number[];
}
