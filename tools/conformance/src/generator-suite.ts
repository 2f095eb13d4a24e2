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
  /** What it found; or why it could not look. */
  run(options: GeneratorOptions): Promise<SuiteResult | { readonly skipped: string }>;
}
