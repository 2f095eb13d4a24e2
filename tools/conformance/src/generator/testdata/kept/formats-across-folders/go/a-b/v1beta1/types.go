// +groupName=a-b.example.io
package v1beta1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type HeroSpec struct {
}

// +kubebuilder:storageversion
// u
type Hero struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	F0 HeroSpec `json:"spec,omitempty"`
}
