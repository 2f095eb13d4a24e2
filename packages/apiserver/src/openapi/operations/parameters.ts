import type { Parameter } from './operation.ts';

/**
 * Query parameters that are shared: name, type, and the suffix of the name that version 2 keeps them under (a hash of
 * their description).
 */
function shared(...rows: readonly (readonly [name: string, type: Parameter['type'], suffix: string])[]): Parameter[] {
  return rows.map(([name, type, suffix]) => ({ name, in: 'query', type, shared: suffix }));
}

const query = (name: string, type: Parameter['type'] = 'string'): Parameter => ({ name, in: 'query', type });

/** The name in a path. */
export const NAME: Parameter = { name: 'name', in: 'path', type: 'string' };
/** The namespace in a path. */
export const NAMESPACE: Parameter = { name: 'namespace', in: 'path', type: 'string', shared: 'vgWSWtn3' };
/** The rest of a path, which a proxy hands on. */
export const PROXY_PATH: Parameter = { name: 'path', in: 'path', type: 'string', shared: 'z6Ciiujn' };

/** Of everything that answers with an object. */
export const PRETTY: readonly Parameter[] = shared(['pretty', 'string', 'tJGM1-ng']);

/** Of reads of one custom object. */
export const RESOURCE_VERSION: readonly Parameter[] = shared(['resourceVersion', 'string', '5WAnf1kx']);

/** Of deletions of collections of built-in kinds: those of lists that do not watch. */
export const SELECT: readonly Parameter[] = [
  ...RESOURCE_VERSION,
  ...shared(
    ['continue', 'string', 'QfD61s0i'],
    ['fieldSelector', 'string', 'xIcQKXFG'],
    ['labelSelector', 'string', '5Zw57w4C'],
    ['limit', 'integer', '1NfNmdNH'],
    ['resourceVersionMatch', 'string', 't8XhRHeC'],
    ['sendInitialEvents', 'boolean', 'rLXlEK_k'],
    ['shardSelector', 'string', 'Kgyki_3_'],
    ['timeoutSeconds', 'integer', 'yvYezaOC'],
  ),
];

/** Of lists and watches. */
export const LIST: readonly Parameter[] = [
  ...SELECT,
  ...shared(['allowWatchBookmarks', 'boolean', 'HC2hJt-J'], ['watch', 'boolean', 'XNNPZGbK']),
];

// Clients look for these two where they are used.
const DRY_RUN = query('dryRun');
const FIELD_VALIDATION = query('fieldValidation');

/** Of creates and updates. */
export const WRITE: readonly Parameter[] = [
  DRY_RUN,
  ...shared(['fieldManager', 'string', 'Qy4HdaTW']),
  FIELD_VALIDATION,
];

/** Of patches. */
export const PATCH: readonly Parameter[] = [
  DRY_RUN,
  ...shared(['fieldManager', 'string', '7c6nTn1T'], ['force', 'boolean', 'tOGGb0Yi']),
  FIELD_VALIDATION,
];

/** Of deletions. */
export const DELETE: readonly Parameter[] = [
  DRY_RUN,
  ...shared(
    ['gracePeriodSeconds', 'integer', '-K5HaBOS'],
    ['ignoreStoreReadErrorWithClusterBreakingPotential', 'boolean', 'QbNkfIqj'],
    ['orphanDependents', 'boolean', 'uRB25kX5'],
    ['propagationPolicy', 'string', '6jk3prlO'],
  ),
];

/** Of `pods/log`. */
export const LOG: readonly Parameter[] = shared(
  ['container', 'string', '1GeXxFDC'],
  ['follow', 'boolean', '9OIXh_2R'],
  ['insecureSkipTLSVerifyBackend', 'boolean', 'gM00jVbe'],
  ['limitBytes', 'integer', 'zwd1RXuc'],
  ['previous', 'boolean', '1jxDPu3y'],
  ['sinceSeconds', 'integer', 'vE2NLdnP'],
  ['stream', 'string', 'l-48cgXv'],
  ['tailLines', 'integer', '9xQLWHMV'],
  ['timestamps', 'boolean', 'c17fW1w_'],
);

/** How connections are described: the kind of their options, and the options. */
export interface Connection {
  readonly kind: string;
  readonly parameters: readonly Parameter[];
}

/** The subresources that connect, by resource and name. */
export const CONNECTIONS: Readonly<Record<string, Connection>> = {
  'nodes/proxy': { kind: 'NodeProxyOptions', parameters: shared(['path', 'string', 'rFDtV0x9']) },
  'pods/attach': {
    kind: 'PodAttachOptions',
    parameters: shared(
      ['container', 'string', '_Q-EJ3nR'],
      ['stderr', 'boolean', '26jJhFUR'],
      ['stdin', 'boolean', 'sEFnN3IS'],
      ['stdout', 'boolean', '005YMKE6'],
      ['tty', 'boolean', 'g7MlET_l'],
    ),
  },
  'pods/exec': {
    kind: 'PodExecOptions',
    parameters: shared(
      ['command', 'string', 'Py3eQybp'],
      ['container', 'string', 'i5dOmRiM'],
      ['stderr', 'boolean', 'W_1TNlWc'],
      ['stdin', 'boolean', 'PSzNhyUC'],
      ['stdout', 'boolean', '-EZLRwV1'],
      ['tty', 'boolean', 's0flW37O'],
    ),
  },
  'pods/portforward': { kind: 'PodPortForwardOptions', parameters: shared(['ports', 'integer', '91KROJmm']) },
  'pods/proxy': { kind: 'PodProxyOptions', parameters: shared(['path', 'string', 'oPbzgLUj']) },
  'services/proxy': { kind: 'ServiceProxyOptions', parameters: shared(['path', 'string', 'QCf0eosM']) },
};
