import type { SuiteResult } from '../../suite.ts';

/** A cluster for a program, and a folder of its own. */
export interface Place {
  /** Path of a kubeconfig of an administrator. */
  readonly kubeconfig: string;
  /** An empty folder, which is the program's home. */
  readonly folder: string;
  /**
   * Lets the server call the webhooks of a Service (NAMESPACE/NAME) at a port of this machine: as with the flag
   * `--webhook-address` of `kb api-server`, because the Pods of the Service are simulated.
   */
  readonly serveWebhooks: (service: string, port: number) => void;
  /**
   * Connects ports of the containers of the image `example.com/local` with ports of this machine, as the key `ports` of
   * `kb api-server --images` does. Undefined where a real API server connects to the addresses of Pods.
   */
  readonly serveContainers?: (ports: Readonly<Record<number, number>>) => void;
}

/** A program that is ready to run: its cases run against a cluster. */
export type PreparedSoftware = (place: Place) => Promise<SuiteResult>;

/** A program that others wrote, which is run as its users run it. */
export interface Software {
  readonly name: string;
  /** True: the cluster enforces RBAC, and the program has the permissions of its own roles. Default: false. */
  readonly rbac?: boolean;
  /** False: the cluster has no controllers and no node, like envtest's. Default: true. */
  readonly workloads?: boolean;
  /** True: it also runs against a real control plane, which must answer it alike. Default: false. */
  readonly real?: boolean;
  /** Installs or builds it. Resolves with the reason where its registry does not have it, or a tool is missing. */
  prepare(): Promise<PreparedSoftware | { readonly skipped: string }>;
}
