import type { int32, IntOrString, KubernetesObject } from '@kb/apimachinery';

// +kubebuilder:object:root=true
// +kubebuilder:subresource:scale:specpath=.spec.replica,statuspath=.status.replicas
export interface Shop extends KubernetesObject {
  spec: { replicas: int32 };
}

// +kubebuilder:object:root=true
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
export interface Market extends KubernetesObject {
  spec: { replicas: string };
  status?: { replicas?: IntOrString; selector?: { matchLabels: Record<string, string> } };
}

// What the schema does not name can be there.
// +kubebuilder:object:root=true
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas
export interface Stall extends KubernetesObject {
  spec: { [key: string]: unknown };
  status?: unknown;
}
