// +groupName=

import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
export interface CronJob extends KubernetesObject {}
