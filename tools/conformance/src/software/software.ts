import type { SuiteResult } from '../suite.ts';

/** A cluster for a program, and a folder of its own. */
export interface Place {
  /** Path of a kubeconfig of an administrator. */
  readonly kubeconfig: string;
  /** An empty folder, which is the program's home. */
  readonly folder: string;
}

/** A program that is ready to run: its cases run against a cluster. */
export type PreparedSoftware = (place: Place) => Promise<SuiteResult>;

/** A program that others wrote, which is run as its users run it. */
export interface Software {
  readonly name: string;
  /** Installs or builds it. Resolves with the reason where its registry does not have it, or a tool is missing. */
  prepare(): Promise<PreparedSoftware | { readonly skipped: string }>;
}
