// +groupName=preserve.example.com

import type { KubernetesObject } from '@kb/apimachinery';

/** Jar comes from an API of old. */
// +kubebuilder:object:root=true
export interface Jar extends KubernetesObject { // rule: option/preserve-unknown-fields
}
