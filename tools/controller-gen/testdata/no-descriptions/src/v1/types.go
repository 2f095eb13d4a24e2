// +groupName=silent.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// ManualSpec is described, but nobody wants to know.
type ManualSpec struct {
	// Name of it.
	Name string `json:"name"` // rule: option/no-descriptions
}

// Manual shows what is left without descriptions.
// +kubebuilder:object:root=true
// +kubebuilder:printcolumn:name="Name",type=string,JSONPath=".spec.name",description="Stays"
type Manual struct { // rule: option/descriptions-of-columns-stay
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ManualSpec `json:"spec"`
}
