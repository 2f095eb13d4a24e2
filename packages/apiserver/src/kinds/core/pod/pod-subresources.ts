import { sharedParameters } from '../../../resources/subresource-options.ts';
import type { BuiltInKind } from '../../shared/built-in-kind.ts';

/** The subresources of a Pod that are not the Pod itself. */
export const podSubresources: NonNullable<BuiltInKind['subresources']> = {
  binding: { handler: 'binding' },
  eviction: { handler: 'eviction' },
  log: {
    handler: 'container',
    options: {
      parameters: sharedParameters(
        ['container', 'string', '1GeXxFDC'],
        ['follow', 'boolean', '9OIXh_2R'],
        ['insecureSkipTLSVerifyBackend', 'boolean', 'gM00jVbe'],
        ['limitBytes', 'integer', 'zwd1RXuc'],
        ['previous', 'boolean', '1jxDPu3y'],
        ['sinceSeconds', 'integer', 'vE2NLdnP'],
        ['stream', 'string', 'l-48cgXv'],
        ['tailLines', 'integer', '9xQLWHMV'],
        ['timestamps', 'boolean', 'c17fW1w_'],
      ),
    },
  },
  attach: {
    handler: 'container',
    options: {
      kind: 'PodAttachOptions',
      parameters: sharedParameters(
        ['container', 'string', '_Q-EJ3nR'],
        ['stderr', 'boolean', '26jJhFUR'],
        ['stdin', 'boolean', 'sEFnN3IS'],
        ['stdout', 'boolean', '005YMKE6'],
        ['tty', 'boolean', 'g7MlET_l'],
      ),
    },
  },
  exec: {
    handler: 'container',
    options: {
      kind: 'PodExecOptions',
      parameters: sharedParameters(
        ['command', 'string', 'Py3eQybp'],
        ['container', 'string', 'i5dOmRiM'],
        ['stderr', 'boolean', 'W_1TNlWc'],
        ['stdin', 'boolean', 'PSzNhyUC'],
        ['stdout', 'boolean', '-EZLRwV1'],
        ['tty', 'boolean', 's0flW37O'],
      ),
    },
  },
  portforward: {
    handler: 'container',
    options: { kind: 'PodPortForwardOptions', parameters: sharedParameters(['ports', 'integer', '91KROJmm']) },
  },
  proxy: {
    handler: 'proxy',
    options: { kind: 'PodProxyOptions', parameters: sharedParameters(['path', 'string', 'oPbzgLUj']) },
  },
};
