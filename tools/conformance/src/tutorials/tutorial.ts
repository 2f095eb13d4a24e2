import type { Client } from '@kb/client';

/** A tutorial of kubebuilder's book, done with kb. */
export interface Tutorial {
  /** The name of the project, and of its folder in `tools/kubebuilder/testdata/tutorials`. */
  readonly name: string;
  /** What the tutorial tells its reader to run, in order, as arguments of kb. */
  readonly commands: readonly (readonly string[])[];
  /**
   * The folders in `tools/kubebuilder/testdata/tutorials` whose files the reader writes, by their places in the project: the types, controllers,
   * webhooks and tests. Later ones replace earlier ones.
   */
  readonly files: readonly string[];
  /** Whether what is deployed has webhooks. */
  readonly webhooks: boolean;
  /** What the reader then does with the deployed operator. */
  readonly steps: readonly TutorialStep[];
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
