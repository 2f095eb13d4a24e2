import type { SuiteResult } from './suite.ts';

/** Options of a generator suite. */
export interface GeneratorOptions {
  /** Everything, not only what fits into every change. */
  readonly full: boolean;
  /** Where random models come from. */
  readonly seed: number;
  /** Says what happens. */
  readonly log: (line: string) => void;
}

/** Something that must hold of the generator. It needs no cluster. */
export interface GeneratorSuite {
  readonly name: string;
  /**
   * True: a program that is not ours has a part in it. When it cannot be played as a whole, it is played once more; its
   * cases it plays twice itself. Default: false.
   */
  readonly live?: boolean;
  /** What it found; or why it could not look. */
  run(options: GeneratorOptions): Promise<SuiteResult | { readonly skipped: string }>;
}
