// +groupName=versions.example.com
// +versionName=v2beta1
package v2

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// RoadSpec of v2.
type RoadSpec struct {
	// Name in v2.
	Name string `json:"namev2"`
}

// Road of v2.
// +kubebuilder:object:root=true
// +kubebuilder:printcolumn:name="Name",type=string,JSONPath=".spec.namev2"
type Road struct { // rule: version/sorted-as-text
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec RoadSpec `json:"spec"`
}
