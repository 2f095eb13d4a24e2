// +groupName=oneof.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Source is one of two.
// +kubebuilder:validation:ExactlyOneOf=git;http
type Source struct {
	// +optional
	Git string `json:"git,omitempty"`
	// +optional
	Http string `json:"http,omitempty"`
}

// Limits are at most one of three.
// +kubebuilder:validation:AtMostOneOf={cpu,memory,both}
type Limits struct {
	Cpu    string `json:"cpu,omitempty"`
	Memory string `json:"memory,omitempty"`
	Both   string `json:"both,omitempty"`
}

// Contact is at least one.
// +kubebuilder:validation:AtLeastOneOf=mail;phone
type Contact struct {
	Mail  string `json:"mail,omitempty"`
	Phone string `json:"phone,omitempty"`
	Name  string `json:"name"`
}

// Single names one field.
// +kubebuilder:validation:ExactlyOneOf=only
type Single struct { // rule: one-of/of-one-field
	Only string `json:"only,omitempty"`
}

// Everything has all of them, twice, and a rule of its own.
// +kubebuilder:validation:AtLeastOneOf=e;f
// +kubebuilder:validation:ExactlyOneOf=c;d
// +kubebuilder:validation:AtMostOneOf=a;b
// +kubebuilder:validation:AtMostOneOf=a;c
// +kubebuilder:validation:XValidation:rule="self.g != 'x'"
type Everything struct { // rule: one-of/by-priority, one-of/repeated
	A string `json:"a,omitempty"`
	B string `json:"b,omitempty"`
	C string `json:"c,omitempty"`
	D string `json:"d,omitempty"`
	E string `json:"e,omitempty"`
	F string `json:"f,omitempty"`
	G string `json:"g"`
}

// ChoiceSpec has choices.
type ChoiceSpec struct {
	Source     Source     `json:"source"`
	Limits     Limits     `json:"limits"`
	Contact    Contact    `json:"contact"`
	Single     Single     `json:"single"`
	Everything Everything `json:"everything"`

	// Sources of others.
	// +kubebuilder:validation:MaxItems=10
	Sources []Source `json:"sources"`

	// +kubebuilder:validation:XValidation:rule="!has(self.git) || self.git != 'x'"
	Ruled Source `json:"ruled"` // rule: one-of/rules-of-the-field-first
}

// Choice shows rules of which fields there are.
// +kubebuilder:object:root=true
type Choice struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ChoiceSpec `json:"spec"`
}
