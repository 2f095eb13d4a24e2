package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Lane is in one version only.
// +kubebuilder:object:root=true
type Lane struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}
