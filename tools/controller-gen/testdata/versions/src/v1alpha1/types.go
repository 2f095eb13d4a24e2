// +groupName=versions.example.com
package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// RoadSpec of v1alpha1.
type RoadSpec struct {
	// Name in v1alpha1.
	Name string `json:"namev1alpha1"`
}

// Road of v1alpha1.
// +kubebuilder:object:root=true
// +kubebuilder:unservedversion
// +kubebuilder:deprecatedversion:warning="use v1"
type Road struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec RoadSpec `json:"spec"`
}
