import type { ApplyKind } from '@kb/kubernetes/wire';
import type { KubernetesObject } from '@kb/apimachinery';

/** The metadata of what is applied: the name is required. */
export type ApplyMetadata = ApplyKind<KubernetesObject>['metadata'];
