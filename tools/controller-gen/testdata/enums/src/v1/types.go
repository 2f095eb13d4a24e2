// +groupName=enums.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Policy is what to do.
// +k8s:enum
type Policy string

const (
	// PolicyRetain keeps.
	PolicyRetain Policy = "Retain"
	PolicyDelete Policy = "Delete"
	PolicyAll    Policy = "*"
	// Signs of HTML are escaped in JSON, which is what is sorted.
	PolicyLess Policy = "R<"
	PolicyMore Policy = "RZ"
)

// Mode has one value.
// +k8s:enum
// +kubebuilder:validation:MaxLength=8
type Mode string

const ModeOnly Mode = "Only"

// SwitchSpec has enums.
type SwitchSpec struct {
	Policy Policy `json:"policy"` // rule: enum/values-are-sorted

	// Mode of the switch.
	// +kubebuilder:default=Only
	Mode Mode `json:"mode"` // rule: enum/beside-other-markers

	Policies []Policy `json:"policies"`

	ByName map[string]Policy `json:"byName"`
}

// Switch shows enums.
// +kubebuilder:object:root=true
type Switch struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SwitchSpec `json:"spec"`
}
