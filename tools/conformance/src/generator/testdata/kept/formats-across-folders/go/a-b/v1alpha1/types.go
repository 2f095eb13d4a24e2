// +groupName=a-b.example.io
package v1alpha1

import (
	abv1 "model/a-b/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// true
type Rule struct {
	abv1.HeroSpec `json:",inline"`

	// 12
	F0 abv1.Zone `json:"items"`
}

type HeroSpec struct {
}

// +kubebuilder:unservedversion
// +kubebuilder:subresource:status
// u
type Hero struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	F0 HeroSpec `json:"spec,omitempty"`

	F1 Rule `json:"status,omitempty"`

	F2 *Rule `json:"part0,omitempty"`
}
