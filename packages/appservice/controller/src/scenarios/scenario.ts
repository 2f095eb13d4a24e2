import type { TestEnvironment } from '@kb/testing';

/**
 * A required behaviour of the operator on every control plane: the tests run it on the embedded server,
 * `npm run conformance` on a real one too.
 */
export interface Scenario {
  readonly name: string;
  /**
   * Starts the operators that it needs in an environment that has the CRD and no operator. Rejects when an expectation
   * fails.
   */
  run(environment: TestEnvironment): Promise<void>;
}
