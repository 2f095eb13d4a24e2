// +groupName=versions.example.com
package v1beta1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// RoadSpec of v1beta1.
type RoadSpec struct {
	// Name in v1beta1.
	Name string `json:"namev1beta1"`
}

// Road of v1beta1.
// +kubebuilder:object:root=true
// +kubebuilder:skipversion
type Road struct { // rule: version/skipped
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec RoadSpec `json:"spec"`
}
