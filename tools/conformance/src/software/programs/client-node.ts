import { KubeConfig } from '@kubernetes/client-node';
import { runCases } from '../../suite.ts';
import { objectCases } from '../client-node/object-cases.ts';
import { streamCases } from '../client-node/stream-cases.ts';
import type { Software } from '../support/software.ts';

/** client-node, the JavaScript client, with its informers, commands, ports and metrics. */
export const clientNode: Software = {
  name: 'client-node',
  prepare: () =>
    Promise.resolve(({ kubeconfig, folder }) => {
      const config = new KubeConfig();
      config.loadFromFile(kubeconfig);
      return runCases(
        [...objectCases, ...streamCases],
        ({ name }) => name,
        ({ run }) => run({ config, folder }),
      );
    }),
};
