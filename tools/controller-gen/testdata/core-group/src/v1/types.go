// +groupName=
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Core is in the core group.
// +kubebuilder:object:root=true
type Core struct { // rule: crd/core-group, rbac/no-permission-no-file
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}
