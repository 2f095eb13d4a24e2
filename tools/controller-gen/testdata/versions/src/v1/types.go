// +groupName=versions.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// RoadSpec of v1.
type RoadSpec struct {
	// Name in v1.
	Name string `json:"namev1"`
}

// Road of v1.
// +kubebuilder:object:root=true
// +kubebuilder:storageversion
// +kubebuilder:subresource:status
// +kubebuilder:resource:shortName=rd
type Road struct { // rule: version/one-is-stored, version/markers-of-one-version
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec RoadSpec `json:"spec"`
}
