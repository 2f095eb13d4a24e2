import type { TestEnvironment } from '@kb/testing';

/**
 * A required behaviour of the operator on every control plane: the tests run it on the embedded server,
 * `npm run conformance` on a real one too.
 */
export interface Scenario {
  readonly name: string;
  /**
   * Runs the scenario in an environment with the CRD and no operator; starts the operators that it needs. Rejects when
   * an expectation fails.
   */
  run(environment: TestEnvironment): Promise<void>;
}
