import { scenarios } from '@appservice/controller/scenarios';
import { createTransport, loadKubeConfig } from '@kb/client';
import { createTestEnvironment, type Eventually } from '@kb/testing';
import { PATIENCE } from '../patience.ts';
import { runCases, type Suite } from '../suite.ts';
import { repositoryRoot } from '../targets/repository.ts';

/**
 * Runs the operator's tests: repairs, foreign children, a steady state, and crashes after every single write. On the
 * embedded server they run on virtual time, in process.
 */
export const operatorSuite: Suite = {
  name: "the sample operator's tests",
  async run(target) {
    const operatorTransport = createTransport(await loadKubeConfig({ path: target.operatorKubeconfig }));
    try {
      return await runCases(
        scenarios,
        ({ name }) => name,
        async (scenario) => {
          await using environment = await createTestEnvironment({
            crds: [`${repositoryRoot}config/crd/bases`],
            ...(target.real
              ? { controlPlane: { transport: target.transport }, operatorTransport: () => operatorTransport }
              : { controlPlane: 'embedded' as const }),
          });
          const patiently: Eventually = (check, { timeoutMs = PATIENCE } = {}) =>
            environment.eventually(check, { timeoutMs });
          await scenario.run(target.real ? { ...environment, eventually: patiently } : environment);
        },
      );
    } finally {
      await operatorTransport.close();
    }
  },
};
