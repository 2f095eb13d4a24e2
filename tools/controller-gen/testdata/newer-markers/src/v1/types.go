// +groupName=newer.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Entry is an element of a list.
type Entry struct {
	Name  string `json:"name"`
	Other string `json:"other"`
}

// Keyed is told apart by keys.
// +k8s:listType=map
// +k8s:listMapKey=name
// +k8s:listMapKey=other
type Keyed []Entry

// Bounded has bounds.
// +kubebuilder:validation:MinProperties=1
// +kubebuilder:validation:MaxProperties=5
type Bounded struct {
	// +optional
	Name string `json:"name,omitempty"`
}

// Sized has bounds of its own, one of which is the same.
// +kubebuilder:validation:MinProperties=1
// +kubebuilder:validation:MaxProperties=3
type Sized struct { // rule: flatten/equal-numbers-of-properties-are-kept
	Bounded `json:",inline"`
}

// Same has the same bounds.
// +kubebuilder:validation:MinProperties=1
// +kubebuilder:validation:MaxProperties=5
type Same struct {
	Bounded `json:",inline"`
}

// ListSpec has the markers that Kubernetes' own types have.
type ListSpec struct {
	Keyed Keyed `json:"keyed"`

	// +k8s:listMapKey=name
	// +k8s:listType=map
	Entries []Entry `json:"entries"`

	// +k8s:listType=set
	Set []string `json:"set"`

	// +k8s:listType=atomic
	Atomic []string `json:"atomic"`

	Sized Sized `json:"sized"`

	Same Same `json:"same"`
}

// List shows markers that came after 0.21.
// +kubebuilder:object:root=true
type List struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ListSpec `json:"spec"`
}
