// +groupName=header.example.com

import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get

/** Letter has a header in its files. */
// +kubebuilder:object:root=true
export interface Letter extends KubernetesObject { // rule: option/header-file, option/year
}
