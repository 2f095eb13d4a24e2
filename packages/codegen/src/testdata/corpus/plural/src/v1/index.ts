// +groupName=plural.example.com
// +versionName=v1

import type { KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
export interface TestQuota extends KubernetesObject {
  test?: string;
}
