import { sharedParameters as shared } from '../../resources/subresource-options.ts';
import type { Parameter } from './operation.ts';

const query = (name: string, type: Parameter['type'] = 'string'): Parameter => ({ name, in: 'query', type });

/** The name in a path. */
export const nameParameter: Parameter = { name: 'name', in: 'path', type: 'string' };
/** The namespace in a path. */
export const namespaceParameter: Parameter = { name: 'namespace', in: 'path', type: 'string', shared: 'vgWSWtn3' };
/** The rest of a path, which a proxy passes on. */
export const proxyPath: Parameter = { name: 'path', in: 'path', type: 'string', shared: 'z6Ciiujn' };

/** The parameter of all responses with an object. */
export const PRETTY: readonly Parameter[] = shared(['pretty', 'string', 'tJGM1-ng']);

/** The parameter of reads of one custom object. */
export const RESOURCE_VERSION: readonly Parameter[] = shared(['resourceVersion', 'string', '5WAnf1kx']);

/** The parameters of collection deletes of built-in kinds: those of lists that do not watch. */
export const select: readonly Parameter[] = [
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

/** The parameters of lists and watches. */
export const listParameters: readonly Parameter[] = [
  ...select,
  ...shared(['allowWatchBookmarks', 'boolean', 'HC2hJt-J'], ['watch', 'boolean', 'XNNPZGbK']),
];

// Clients look for these two at the operation.
const DRY_RUN = query('dryRun');
const FIELD_VALIDATION = query('fieldValidation');

/** The parameters of creates and updates. */
export const write: readonly Parameter[] = [
  DRY_RUN,
  ...shared(['fieldManager', 'string', 'Qy4HdaTW']),
  FIELD_VALIDATION,
];

/** The parameters of patches. */
export const patchParameters: readonly Parameter[] = [
  DRY_RUN,
  ...shared(['fieldManager', 'string', '7c6nTn1T'], ['force', 'boolean', 'tOGGb0Yi']),
  FIELD_VALIDATION,
];

/** The parameters of deletes. */
export const deleteParameters: readonly Parameter[] = [
  DRY_RUN,
  ...shared(
    ['gracePeriodSeconds', 'integer', '-K5HaBOS'],
    ['ignoreStoreReadErrorWithClusterBreakingPotential', 'boolean', 'QbNkfIqj'],
    ['orphanDependents', 'boolean', 'uRB25kX5'],
    ['propagationPolicy', 'string', '6jk3prlO'],
  ),
];
