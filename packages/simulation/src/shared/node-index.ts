import type { LivePod } from './kinds.ts';

/** The name of the index of Pods by the node that they are bound to. */
export const NODE_INDEX = 'node';

/** Returns the index key of a Pod: its node, if it has one. */
export const filedByNode = ({ spec }: LivePod): readonly string[] => (spec.nodeName ? [spec.nodeName] : []);
