// +groupName=shop.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +k8s:enum
// +kubebuilder:validation:Format=date-time
type Base string

const (
	BaseValue0 Base = "q"
)

// P@
// +kubebuilder:validation:Format=hostname
type Base1 Base

type LeafSpec struct {

	// yes
	// +nullable
	// +required
	F0 Base1 `json:"replicas"`
}

// +kubebuilder:storageversion
type Leaf struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	F0 LeafSpec `json:"spec,omitempty"`
}
