import type { Area } from '../../sequence.ts';
import { eventLimitsArea, nodeSelectorsArea, podSecurityArea, tolerationsArea } from './configured-plugins.ts';
import { defaultPlugins } from './default-plugins.ts';
import { nodeRestriction } from './node-restriction.ts';
import { optionalPlugins, otherPlugins } from './optional-plugins.ts';
import { ownerReferences } from './owner-references.ts';

/** Built-in admission plugins. */
export const pluginAreas: readonly Area[] = [
  defaultPlugins,
  optionalPlugins,
  otherPlugins,
  ownerReferences,
  tolerationsArea,
  nodeSelectorsArea,
  podSecurityArea,
  eventLimitsArea,
  nodeRestriction,
];
