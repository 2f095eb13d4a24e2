import type { SuiteResult } from './suite.ts';

/** Options of a generator suite. */
export interface GeneratorOptions {
  /** Run everything, not only the part for every change. */
  readonly full: boolean;
  /** The seed of random models. */
  readonly seed: number;
  /** Which of several long cases runs. */
  readonly part: number;
  /** How many are made of what the seed draws. Default: as many as the suite draws on every change. */
  readonly runs?: number;
  /** True: leave the real control plane out. Default: false. */
  readonly embedded?: boolean;
  /** Reports progress. */
  readonly log: (line: string) => void;
}

/** A property of the generator. Most need no cluster. */
export interface GeneratorSuite {
  readonly name: string;
  /**
   * True: it involves a third-party program. A run that cannot be completed is repeated once; the suite itself repeats
   * its cases. Default: false.
   */
  readonly live?: boolean;
  /** How many minutes it may take; the limit allows for building the control plane. Default: 30. */
  minutes?(options: Pick<GeneratorOptions, 'full' | 'runs'>): number;
  /** True: it compares with a real control plane. Default: false. */
  readonly needsControlPlane?: boolean;
  /** Resolves with the result, or with the reason why it could not run. */
  run(options: GeneratorOptions): Promise<SuiteResult | { readonly skipped: string }>;
}
