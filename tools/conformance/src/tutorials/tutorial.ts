import type { Client } from '@kb/client';

/** A tutorial of kubebuilder's book, done with kb. */
export interface Tutorial {
  /** The name of the tutorial, in results. */
  readonly title: string;
  /** The name of the project. */
  readonly name: string;
  /** What the reader does, in order. */
  readonly chapters: readonly Chapter[];
  /** Whether what is deployed has webhooks. */
  readonly webhooks: boolean;
  /** What the reader then does with the deployed operator. */
  readonly steps: readonly TutorialStep[];
}

/** Commands, and then files. */
export interface Chapter {
  /** What the tutorial tells its reader to run, in order, as arguments of kb. */
  readonly commands: readonly (readonly string[])[];
  /**
   * The folder in `tools/kubebuilder/testdata/tutorials` with the files that the reader then writes, by their places in
   * the project: types, controllers, webhooks, tests, samples.
   */
  readonly files: string;
  /** What the reader writes otherwise than the tutorial, in files of the project. Default: nothing. */
  readonly changes?: readonly TextChange[];
}

/** A change of every place in a file. */
export interface TextChange {
  readonly file: string;
  readonly from: RegExp;
  readonly to: string;
}

/** A step with the deployed operator. */
export interface TutorialStep {
  readonly name: string;
  /** Rejects if the cluster does not do what the book says. */
  run(setting: TutorialSetting): Promise<void>;
}

/** What a step works with. */
export interface TutorialSetting {
  /** As an administrator. */
  readonly client: Client;
  /** The folder of the project. */
  readonly project: string;
  /** The name of the project. */
  readonly projectName: string;
}
