import type { ObjectKeyLike, ResourceDefinition } from '@kb/apimachinery';
import { objectTarget, type RequestTarget } from '../rest/request/request-target.ts';

const pods: ResourceDefinition = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true };

/** The target of a subresource of a Pod. */
export const podTarget = (key: ObjectKeyLike, subresource: string): RequestTarget =>
  objectTarget(pods, key, subresource);
