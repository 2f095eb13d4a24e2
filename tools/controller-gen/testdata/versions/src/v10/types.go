// +groupName=versions.example.com
package v10

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// RoadSpec of v10.
type RoadSpec struct {
	// Name in v10.
	Name string `json:"namev10"`
}

// Road of v10.
// +kubebuilder:object:root=true
type Road struct { // rule: version/named-by-the-folder
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec RoadSpec `json:"spec"`
}
